import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { rescheduleExpiry } from './scheduled-transitions.ts';

export const rescheduleJobs: FeatureJobs = { scheduledTransitions: [rescheduleExpiry] };
