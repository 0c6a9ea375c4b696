import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldReadings, deleteRemovedPictures } from './queries.ts';

export const hairJobs: FeatureJobs = { cleanUps: [deleteOldReadings, deleteRemovedPictures] };
