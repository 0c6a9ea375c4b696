import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { reviewEffects } from './effects.ts';
import { reviewEmails } from './emails.ts';

export const reviewJobs: FeatureJobs = { effects: reviewEffects, emails: reviewEmails };
