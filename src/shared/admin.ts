import { z } from 'zod';
import { bookingStatuses, lengths, roles } from './constants.ts';
import { feedbackFields } from './feedback-questions.ts';
import { requestStatuses } from './rules/reschedule.ts';
import { idOut, instantOut, longPage, text } from './wire.ts';

export const adminUser = z.object({
  id: idOut,
  role: z.enum(roles),
  email: z.string(),
  username: z.string(),
  is_active: z.boolean(),
});
/**
 * In the list: also how many confirmed bookings, made with or by the user, have not started, and the ids by which they
 * are read.
 */
export const listedUser = adminUser.extend({
  confirmed_ahead: z.int(),
  professional_id: idOut.nullable(),
  client_id: idOut.nullable(),
});
export type ListedUser = z.infer<typeof listedUser>;
export const usersQuery = longPage.extend({ search: text(lengths.search.max).optional() });

/** An event, email or push that was given up: all its attempts failed, or the last one for good. */
export const failedJob = z.object({
  id: idOut,
  kind: z.enum(['event', 'mail', 'push']),
  what: z.string(),
  attempts: z.int(),
  failed_at: instantOut,
  error: z.string().nullable(),
});
export type FailedJob = z.infer<typeof failedJob>;

/**
 * Days of the overview's series, today included, in the default time zone. Events, which tell of answers, are stored
 * for 30 days.
 */
export const overviewDays = 30;

const count = z.int();
const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>);

/** Counts as they are now, and a series with one entry a day, the oldest first. */
export const overview = z.object({
  counts: z.object({
    users: countsOf(roles),
    disabled_users: count,
    bookings: countsOf(bookingStatuses),
    /** Those that their professional wrote in. */
    walk_ins: count,
    /** Professionals who ask their clients for a deposit. */
    ask_deposits: count,
    /** Times that were filled from cancellation lists. */
    openings_filled: count,
    /** Requests for another time. */
    reschedules: countsOf(requestStatuses),
    waitlist: countsOf(['unverified', 'verified', 'approved', 'declined']),
    feedback: count,
    failed_jobs: count,
    /** Reviews with a report since an admin last decided, and conversations with an open one. */
    reported_reviews: count,
    reported_threads: count,
    professionals_without_service: count,
  }),
  /** The newest of those whom clients can find, but not book: they offer no active service. */
  professionals_without_service: z.array(z.object({ id: idOut, display_name: z.string(), email: z.string() })),
  /** What was looked for in the series' days and not found, the most frequent first; empty where it was not said. */
  empty_searches: z.array(z.object({ search: z.string(), location: z.string(), searches: count })),
  /** How often each choice was taken, by question. */
  feedback: z.object(
    Object.fromEntries(feedbackFields.map((field) => [field, z.record(z.string(), count)])) as Record<
      (typeof feedbackFields)[number],
      z.ZodRecord<z.ZodString, typeof count>
    >,
  ),
  series: z.array(
    z.object({
      /** `YYYY-MM-DD`. */
      day: z.string(),
      /** Bookings made on that day, and what became of them until now. */
      requests: count,
      pending: count,
      confirmed: count,
      completed: count,
      cancelled: count,
      /** Of those that took place or should have, how many did not come. */
      missed: count,
      /** Median minutes from a request to the professional's answer, of the answers of that day; null without any. */
      answer_minutes: z.number().nullable(),
      waitlist_signups: count,
      failed_mails: count,
    }),
  ),
});
export type Overview = z.infer<typeof overview>;
