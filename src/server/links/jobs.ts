import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldLinks } from './mailed-links.ts';

export const linkJobs: FeatureJobs = { cleanUps: [deleteOldLinks] };
