import type { NounJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldAnswers } from './queries.ts';

export const idempotencyJobs: NounJobs = { cleanUps: [deleteOldAnswers] };
