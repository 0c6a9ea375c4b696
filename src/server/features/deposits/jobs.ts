import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { depositEffects } from './effects.ts';
import { depositEmails } from './emails.ts';
import { forgetOldRefundTo } from './queries.ts';
import { depositReminders } from './reminders.ts';

export const depositJobs: FeatureJobs = {
  effects: depositEffects,
  emails: depositEmails,
  scheduledTransitions: [depositReminders],
  cleanUps: [forgetOldRefundTo],
};
