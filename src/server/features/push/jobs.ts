import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteForOtherKeys } from './queries.ts';

export const pushJobs: FeatureJobs = {
  sweeps: [
    async ({ db, push }) => {
      if (push) await deleteForOtherKeys(db, push.publicKey);
    },
  ],
};
