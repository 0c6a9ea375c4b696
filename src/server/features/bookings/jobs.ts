import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { forgetOldRefundTo } from './deposits/queries.ts';
import { depositReminders } from './deposits/reminders.ts';
import { dueTelling } from './due/change-due.ts';
import { deleteOldBusyTimes } from './life/due-queries.ts';
import { scheduledBookingTransitions } from './life/due-transitions.ts';
import { lengthsAging } from './life/learn-lengths.ts';
import { deleteOldWriteInMails } from './make/guest-queries.ts';
import { bookingEffects } from './news/effects.ts';
import { bookingEmails } from './news/emails.ts';
import { bookingKinds } from './news/kinds.ts';
import { receiptEffects, receiptEmails, receiptKinds } from './payments/receipt-news.ts';
import { forgetOldVisitAddresses } from './place/change-visit-address.ts';
import { placeEffects, placeTelling } from './place/changed-places.ts';
import { placeEmails } from './place/emails.ts';
import { rescheduleExpiry } from './reschedules/scheduled-transitions.ts';
import { seriesEffects } from './series/effects.ts';
import { seriesEmails } from './series/emails.ts';
import { seriesKinds } from './series/news.ts';

export const bookingJobs: FeatureJobs = {
  news: [...Object.values(bookingKinds), ...Object.values(seriesKinds), ...Object.values(receiptKinds)],
  effects: { ...bookingEffects, ...seriesEffects, ...receiptEffects, ...placeEffects },
  emails: { ...bookingEmails, ...seriesEmails, ...receiptEmails, ...placeEmails },
  // Some bookings expire with their request for another time: it has expired, nobody withdrew it.
  scheduledTransitions: [
    rescheduleExpiry,
    ...scheduledBookingTransitions,
    depositReminders,
    dueTelling,
    lengthsAging,
    placeTelling,
  ],
  cleanUps: [deleteOldBusyTimes, forgetOldRefundTo, forgetOldVisitAddresses, deleteOldWriteInMails],
};
