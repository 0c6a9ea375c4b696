import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { scheduledBookingTransitions } from './due-transitions.ts';
import { bookingEffects } from './effects.ts';
import { bookingEmails } from './emails.ts';
import { deleteOldBusyTimes } from './transition-queries.ts';

export const bookingJobs: FeatureJobs = {
  effects: bookingEffects,
  emails: bookingEmails,
  scheduledTransitions: scheduledBookingTransitions,
  cleanUps: [deleteOldBusyTimes],
};
