import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { notificationPushes } from './pushes.ts';
import { deleteOldNotifications } from './queries.ts';

export const notificationJobs: FeatureJobs = { pushes: notificationPushes, cleanUps: [deleteOldNotifications] };
