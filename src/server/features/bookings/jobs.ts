import type { NounJobs } from '#server/noun-jobs.ts';
import { bookingDueMoves } from './due-moves.ts';
import { bookingEffects } from './effects.ts';
import { bookingEmails } from './emails.ts';

export const bookingJobs: NounJobs = {
  effects: bookingEffects,
  emails: bookingEmails,
  dueMoves: bookingDueMoves,
};
