import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { booksReminderEffects } from './effects.ts';
import { booksReminderEmails } from './emails.ts';
import { booksOpened } from './news.ts';
import { findOpened, takeOpened } from './queries.ts';

export const booksReminderJobs: FeatureJobs = {
  news: [booksOpened],
  effects: booksReminderEffects,
  emails: booksReminderEmails,
  scheduledTransitions: [{ name: 'books opened', find: findOpened, apply: takeOpened }],
};
