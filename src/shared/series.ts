import { z } from 'zod';
import { booking, bookingFields } from './bookings.ts';
import { lengths, seriesBounds } from './constants.ts';
import { counted } from './counted.ts';
import { id, idOut, instantOut, optionalTrimmed } from './wire.ts';
import { isOnePerson, onePerson, wholeMinute, writtenIn } from './write-in.ts';

const { everyWeeks, visits } = seriesBounds;
const weeks = z.int().min(everyWeeks.min).max(everyWeeks.max);

/**
 * The dates that a standing appointment would have, or one time alone (contract 17 and 20); of a booking that is to
 * move its own visit counts, and its own time as free.
 */
export const seriesPlan = bookingFields
  .pick({ service_ids: true, option_ids: true })
  .partial()
  .extend({
    booking_id: id.nullish(),
    start_time: wholeMinute,
    every_weeks: weeks,
    count: z.int().min(1).max(visits.max),
  })
  .refine(({ service_ids, booking_id }) => (service_ids !== undefined) !== (typeof booking_id === 'string'), {
    path: ['service_ids'],
    error: 'Choose at least one service',
  });
export type SeriesPlan = z.infer<typeof seriesPlan>;

/** What is at a time already: `name` is whose it is, `booking_id` of an opening only where it moves one. */
const timeConflict = z.object({
  kind: z.enum(['booking', 'request', 'opening']),
  booking_id: idOut.nullable(),
  name: z.string(),
  start_time: instantOut,
  end_time: instantOut,
});
export type TimeConflict = z.infer<typeof timeConflict>;

export const plannedDate = z.object({
  start_time: instantOut,
  /** `off`: time off, a holiday, or no window around it; it can be booked all the same. */
  state: z.enum(['free', 'taken', 'off']),
  /** Up to three slots of that day, nearest first; none for a free one. */
  nearest: z.array(instantOut),
  conflict: timeConflict.nullable(),
});
export type PlannedDate = z.infer<typeof plannedDate>;

const startsOf = (fewest: number) =>
  z
    .array(wholeMinute)
    .min(fewest, `Choose at least ${counted(fewest, 'time')}`)
    .max(visits.max, `Choose at most ${visits.max} times`)
    .refine(
      (starts) => starts.every((start, n) => n === 0 || start > (starts[n - 1] ?? '')),
      'Each must be later than the one before',
    );

export const seriesInput = writtenIn
  .extend({ every_weeks: weeks, start_times: startsOf(visits.min) })
  .refine(isOnePerson, onePerson);
export type SeriesInput = z.infer<typeof seriesInput>;

export const seriesExtension = z.object({ start_times: startsOf(1) });

/** `from` is the visit with which it begins. */
export const seriesCancellation = z.object({ from: id, reason: optionalTrimmed(lengths.cancelReason.max) });
export type SeriesCancellation = z.infer<typeof seriesCancellation>;

/** The new time of the visit `from`; later ones keep their distance from it, by the clock. */
export const seriesMove = z.object({ from: id, start_time: wholeMinute });
export type SeriesMove = z.infer<typeof seriesMove>;

/** A standing appointment (contract 17). */
export const series = z.object({ id: idOut, every_weeks: z.int(), bookings: z.array(booking) });
export type Series = z.infer<typeof series>;

/** `left`: those that its client cannot cancel any more. */
export const cancelledSeries = series.extend({ left: z.int() });
