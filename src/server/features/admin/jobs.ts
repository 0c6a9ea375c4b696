import { deleteOldEmptySearches } from '#server/features/empty-searches/queries.ts';
import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';

export const adminJobs: FeatureJobs = { cleanUps: [deleteOldEmptySearches] };
