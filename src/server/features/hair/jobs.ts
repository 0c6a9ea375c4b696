import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { keepDueEvidence } from './evidence-queries.ts';
import { deleteOldReadings, deleteRemovedPictures } from './queries.ts';

export const hairJobs: FeatureJobs = {
  rounds: [({ db }, signal) => keepDueEvidence(db, signal)],
  cleanUps: [deleteOldReadings, deleteRemovedPictures],
};
