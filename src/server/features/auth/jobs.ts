import type { NounJobs } from '#server/noun-jobs.ts';
import { deleteOldAddresses, deleteOldFailures, deleteOldGuesses } from './login-queries.ts';
import { deleteExpiredSessions } from './queries.ts';

export const authJobs: NounJobs = { cleanUps: [deleteExpiredSessions, deleteOldFailures, deleteOldGuesses, deleteOldAddresses] };
