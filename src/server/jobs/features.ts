import { adminJobs } from '#server/features/admin/jobs.ts';
import { authJobs } from '#server/features/auth/jobs.ts';
import { bookingJobs } from '#server/features/bookings/jobs.ts';
import { booksReminderJobs } from '#server/features/books-reminders/jobs.ts';
import { busyCalendarJobs } from '#server/features/busy-calendars/jobs.ts';
import { cancellationListJobs } from '#server/features/cancellation-list/jobs.ts';
import { contactJobs } from '#server/features/contacts/jobs.ts';
import { depositJobs } from '#server/features/deposits/jobs.ts';
import { hairJobs } from '#server/features/hair/jobs.ts';
import { idempotencyJobs } from '#server/features/idempotency/jobs.ts';
import { imageJobs } from '#server/features/images/jobs.ts';
import { notificationJobs } from '#server/features/notifications/jobs.ts';
import { pushJobs } from '#server/features/push/jobs.ts';
import { reviewJobs } from '#server/features/reviews/jobs.ts';
import { threadJobs } from '#server/features/threads/jobs.ts';
import { waitlistJobs } from '#server/features/waitlist/jobs.ts';
import { linkJobs } from '#server/links/jobs.ts';
import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { newsBook } from '#server/outbox/news.ts';

/** Every feature that does something outside of requests. */
export const features: FeatureJobs[] = [
  adminJobs,
  authJobs,
  bookingJobs,
  booksReminderJobs,
  cancellationListJobs,
  busyCalendarJobs,
  contactJobs,
  depositJobs,
  hairJobs,
  idempotencyJobs,
  imageJobs,
  linkJobs,
  notificationJobs,
  pushJobs,
  reviewJobs,
  threadJobs,
  waitlistJobs,
];

export const news = newsBook(features.flatMap((feature) => feature.news ?? []));
