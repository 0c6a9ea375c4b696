import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldEmptySearches } from './empty-searches.ts';

export const adminJobs: FeatureJobs = { cleanUps: [deleteOldEmptySearches] };
