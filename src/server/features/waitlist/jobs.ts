import type { NounJobs } from '#server/outbox/feature-jobs.ts';
import { waitlistEffects } from './effects.ts';
import { waitlistEmails } from './emails.ts';
import { deleteOldSignupCounts } from './queries.ts';

export const waitlistJobs: NounJobs = {
  effects: waitlistEffects,
  emails: waitlistEmails,
  cleanUps: [deleteOldSignupCounts],
};
