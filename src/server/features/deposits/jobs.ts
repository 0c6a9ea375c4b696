import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { depositEffects } from './effects.ts';
import { depositEmails } from './emails.ts';
import { depositReminders } from './reminders.ts';

export const depositJobs: FeatureJobs = {
  effects: depositEffects,
  emails: depositEmails,
  scheduledTransitions: [depositReminders],
};
