import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { sweepImages, sweepSharePictures } from './upload-image.ts';

export const imageJobs: FeatureJobs = { sweeps: [sweepImages, sweepSharePictures] };
