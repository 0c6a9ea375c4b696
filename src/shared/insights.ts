import { z } from 'zod';
import { DAY, insightDays } from './constants.ts';
import { boundedDate, dateOut } from './hours.ts';
import { idOut, money } from './wire.ts';

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
