import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { depositEffects } from './effects.ts';
import { depositEmails } from './emails.ts';

export const depositJobs: FeatureJobs = {
  effects: depositEffects,
  emails: depositEmails,
};
