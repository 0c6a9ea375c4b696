import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { reviewEffects } from './effects.ts';
import { reviewEmails } from './emails.ts';
import { reviewKinds } from './news.ts';

export const reviewJobs: FeatureJobs = {
  news: Object.values(reviewKinds),
  effects: reviewEffects,
  emails: reviewEmails,
};
