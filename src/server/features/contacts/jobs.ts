import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { forgetDryRuns, forgetImported } from './import-queries.ts';
import { forgetLeftGuests } from './queries.ts';

export const contactJobs: FeatureJobs = {
  cleanUps: [forgetLeftGuests, forgetDryRuns, forgetImported],
};
