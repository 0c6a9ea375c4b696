import type { NounJobs } from '#server/noun-jobs.ts';
import { sweepImages } from './upload-image.ts';

export const imageJobs: NounJobs = { sweeps: [sweepImages] };
