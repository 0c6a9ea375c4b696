import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldNotifications } from './queries.ts';

export const notificationJobs: FeatureJobs = { cleanUps: [deleteOldNotifications] };
