import type { NounJobs } from '#server/outbox/feature-jobs.ts';
import { sweepImages } from './upload-image.ts';

export const imageJobs: NounJobs = { sweeps: [sweepImages] };
