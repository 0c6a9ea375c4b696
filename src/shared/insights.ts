import { z } from 'zod';
import { DAY, insightDays } from './constants.ts';
import { boundedDate, dateOut } from './hours.ts';
import { paymentMethods } from './rules/payments.ts';
import { durationInput, usualLength } from './variants.ts';
import { distinct, id, idOut, instantOut, money } from './wire.ts';

/** Dates of the professional's clock, both included (contract 19). */
export const insightsQuery = z.object({ from: boundedDate, to: boundedDate }).superRefine(({ from, to }, context) => {
  const issue = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
  if (to < from) issue('Must not be before from');
  else if (Date.parse(to) - Date.parse(from) >= insightDays * DAY) issue(`Must be within ${insightDays} days`);
});
export type InsightsQuery = z.infer<typeof insightsQuery>;

/** How a professional's business goes; money is in dollars. */
export const insights = z.object({
  /** Visits that took place, at the price booked. */
  earned: money,
  visits: z.int(),
  /** Of a visit; null without any. */
  average: money.nullable(),
  /** The prices of what is confirmed and has not begun. */
  booked_ahead: money,
  missed: z.int(),
  /** `late`: those of the two less than 24 hours before the start. */
  cancelled: z.object({ by_client: z.int(), by_professional: z.int(), late: z.int() }),
  /** Whose first visit ever is in the range, and who else was seen in it. */
  clients: z.object({ new: z.int(), returning: z.int() }),
  open_minutes: z.number(),
  booked_minutes: z.number(),
  /** Every date of the range, ascending. */
  by_day: z.array(z.object({ date: dateOut, earned: money, visits: z.int() })),
  /** Most earned first. */
  by_service: z.array(z.object({ id: idOut, name: z.string(), visits: z.int(), earned: money })),
  /** What clients booked themselves, by when they did and whatever became of it; most first, without a source last. */
  by_source: z.array(z.object({ source: z.string().nullable(), bookings: z.int(), clients: z.int() })),
  /** Booked minutes of each hour of the clock, by weekday from Monday. */
  by_weekday_hour: z.array(z.array(z.number())),
  /** Amounts of bookings of the range by what became of them. */
  deposits: z.object({ received: money, kept: money, refund_due: money }),
  /** Written in the range. */
  reviews: z.object({ average: z.number().nullable(), count: z.int() }),
  /** The same number of days before. */
  previous: z.object({ earned: money, visits: z.int() }),
});
export type Insights = z.infer<typeof insights>;

/** What a professional was paid between two dates (contract 26); money is in dollars. */
export const income = z.object({
  paid: money,
  /** Of each payment an eleventh, added; null while they are not registered for GST. */
  gst: money.nullable(),
  /** Most first. */
  by_method: z.array(z.object({ method: z.enum(paymentMethods), amount: money })),
  /** Every month of the range, its days in the range alone. */
  by_month: z.array(z.object({ month: z.string(), paid: money, gst: money.nullable() })),
  /** How many of those issued in the range stand. */
  receipts: z.int(),
  /** Visits of the range of which less is paid than they cost, newest first, at most 100; `open` is what is missing. */
  unpaid: z.array(z.object({ booking_id: idOut, client: z.string(), start_time: instantOut, open: money })),
});
export type Income = z.infer<typeof income>;

/** How long what a professional offers really takes, where that is known (contract 25); minutes. */
export const durations = z.array(
  usualLength.extend({
    service: z.object({ id: idOut, name: z.string() }),
    /** Of a service with variants, one of each axis. */
    choices: z.array(z.object({ id: idOut, name: z.string() })),
    listed: z.int(),
  }),
);
export type Durations = z.infer<typeof durations>;

/** The length that is listed from now on. */
export const listedInput = z.object({
  service_id: id,
  choice_ids: z.array(id).max(2).refine(distinct, 'Name each choice once'),
  service_duration_minutes: durationInput,
});
export type ListedInput = z.infer<typeof listedInput>;
