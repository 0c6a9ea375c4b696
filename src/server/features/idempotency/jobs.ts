import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldAnswers } from './queries.ts';

export const idempotencyJobs: FeatureJobs = { cleanUps: [deleteOldAnswers] };
