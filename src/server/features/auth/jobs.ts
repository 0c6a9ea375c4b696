import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldDevices } from './device-queries.ts';
import { authEffects } from './effects.ts';
import { deleteOldChanges } from './email-queries.ts';
import { authEmails } from './emails.ts';
import { deleteOldAddresses, deleteOldFailures, deleteOldGuesses } from './login-queries.ts';
import { deleteExpiredSessions } from './queries.ts';

export const authJobs: FeatureJobs = {
  effects: authEffects,
  emails: authEmails,
  cleanUps: [
    deleteExpiredSessions,
    deleteOldFailures,
    deleteOldGuesses,
    deleteOldAddresses,
    deleteOldChanges,
    deleteOldDevices,
  ],
};
