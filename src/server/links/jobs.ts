import type { NounJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldLinks } from './mailed-links.ts';

export const linkJobs: NounJobs = { cleanUps: [deleteOldLinks] };
