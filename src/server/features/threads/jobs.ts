import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { threadEffects } from './effects.ts';
import { threadEmails } from './emails.ts';
import { newMessage } from './news.ts';
import { threadPushes } from './pushes.ts';
import { deleteOldPictures } from './queries.ts';
import { unreadMail } from './scheduled-transitions.ts';

export const threadJobs: FeatureJobs = {
  news: [newMessage],
  effects: threadEffects,
  emails: threadEmails,
  pushes: threadPushes,
  scheduledTransitions: [unreadMail],
  cleanUps: [deleteOldPictures],
};
