import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { seriesEffects } from './effects.ts';
import { seriesEmails } from './emails.ts';

export const seriesJobs: FeatureJobs = { effects: seriesEffects, emails: seriesEmails };
