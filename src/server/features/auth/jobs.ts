import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { codeEmails } from './codes/emails.ts';
import { deleteOldAttempts, deleteOldNetworks, deleteOldSignups } from './codes/queries.ts';
import { deleteOldFarewells } from './deletion-queries.ts';
import { deleteOldDevices } from './device-queries.ts';
import { authEffects } from './effects.ts';
import { deleteOldChanges } from './email-queries.ts';
import { authEmails } from './emails.ts';
import { deleteOldAddresses, deleteOldFailures, deleteOldGuesses } from './login-queries.ts';
import { deleteExpiredSessions } from './queries.ts';

export const authJobs: FeatureJobs = {
  effects: authEffects,
  emails: { ...authEmails, ...codeEmails },
  cleanUps: [
    deleteExpiredSessions,
    deleteOldFailures,
    deleteOldGuesses,
    deleteOldAddresses,
    deleteOldChanges,
    deleteOldDevices,
    deleteOldAttempts,
    deleteOldNetworks,
    deleteOldSignups,
    deleteOldFarewells,
  ],
};
