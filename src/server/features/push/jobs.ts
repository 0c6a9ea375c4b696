import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { notificationPushes } from './notification-pushes.ts';
import { deleteForOtherKeys } from './queries.ts';

export const pushJobs: FeatureJobs = {
  pushes: notificationPushes,
  sweeps: [
    async ({ db, push }) => {
      if (push) await deleteForOtherKeys(db, push.publicKey);
    },
  ],
};
