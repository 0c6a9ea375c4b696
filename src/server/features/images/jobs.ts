import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { sweepImages } from './upload-image.ts';

export const imageJobs: FeatureJobs = { sweeps: [sweepImages] };
