import type { NounJobs } from '#server/outbox/feature-jobs.ts';
import { bookingDueMoves } from './due-transitions.ts';
import { bookingEffects } from './effects.ts';
import { bookingEmails } from './emails.ts';

export const bookingJobs: NounJobs = {
  effects: bookingEffects,
  emails: bookingEmails,
  dueMoves: bookingDueMoves,
};
