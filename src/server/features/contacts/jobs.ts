import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { deleteOldWalkInMails, forgetLeftGuests } from './queries.ts';

export const contactJobs: FeatureJobs = { cleanUps: [deleteOldWalkInMails, forgetLeftGuests] };
