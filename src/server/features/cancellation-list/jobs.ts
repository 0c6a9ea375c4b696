import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { cancellationListEffects } from './effects.ts';
import { cancellationListEmails } from './emails.ts';
import { listKinds } from './news.ts';
import { deleteOldEntries, deleteOldOpenings } from './queries.ts';
import { listRound, openingExpiry } from './scheduled-transitions.ts';

export const cancellationListJobs: FeatureJobs = {
  news: Object.values(listKinds),
  effects: cancellationListEffects,
  emails: cancellationListEmails,
  // What has expired goes first, so that the next in line is asked in the same round.
  scheduledTransitions: [openingExpiry, listRound],
  cleanUps: [deleteOldEntries, deleteOldOpenings],
};
