import type { NounJobs } from '#server/noun-jobs.ts';
import { deleteExpiredSessions, deleteOldFailures } from './queries.ts';

export const authJobs: NounJobs = { cleanUps: [deleteExpiredSessions, deleteOldFailures] };
