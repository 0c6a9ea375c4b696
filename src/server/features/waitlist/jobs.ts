import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { waitlistEffects } from './effects.ts';
import { waitlistEmails } from './emails.ts';
import { deleteOldSignupCounts, deleteOldSignups } from './queries.ts';

export const waitlistJobs: FeatureJobs = {
  effects: waitlistEffects,
  emails: waitlistEmails,
  cleanUps: [deleteOldSignupCounts, deleteOldSignups],
};
