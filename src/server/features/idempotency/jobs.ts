import type { NounJobs } from '#server/noun-jobs.ts';
import { deleteOldAnswers } from './queries.ts';

export const idempotencyJobs: NounJobs = { cleanUps: [deleteOldAnswers] };
