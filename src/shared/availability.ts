import { z } from 'zod';
import { DAY, HOUR, MINUTE, maxServicesPerBooking, slotRangeMaxDays, windowBounds } from './constants.ts';
import { orQuote, whatever } from './quotes.ts';
import {
  distinct,
  id,
  idOut,
  instant,
  instantOut,
  longList,
  longPage,
  queryBoolean,
  queryIds,
  queryOptionIds,
} from './wire.ts';

const time = (name: 'Start' | 'End') =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null
          ? `${name} time is required`
          : `${name} time must be a valid datetime`,
    })
    .min(1, `${name} time is required`)
    .pipe(instant(`${name} time must be a valid datetime`));

/**
 * Rules that need the current time (future, at most 366 days ahead) are checked by the server, with the database's
 * clock.
 */
export const availabilityInput = z
  .object({ start_time: time('Start'), end_time: time('End') })
  .superRefine(({ start_time, end_time }, context) => {
    const length = Date.parse(end_time) - Date.parse(start_time);
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['end_time'], message });
    if (length <= 0) issue('End time must be after start time');
    else if (length < windowBounds.minMinutes * MINUTE)
      issue(`A window must be at least ${windowBounds.minMinutes} minutes long`);
    else if (length > windowBounds.maxHours * HOUR)
      issue(`A window must be at most ${windowBounds.maxHours} hours long`);
  });
export type AvailabilityInput = z.infer<typeof availabilityInput>;

const window = z.object({ id: idOut, start_time: instantOut, end_time: instantOut });

/** A window of one's own; `source`: a single one, or hours of the week or of that date (contract 8). */
export const availability = window.extend({ source: z.enum(['single', 'weekly', 'date']) });
export type Availability = z.infer<typeof availability>;

/** `bookings_outside` counts pending or confirmed bookings that have not ended and lie outside all windows. */
export const changedAvailability = availability.extend({ bookings_outside: z.int() });

const slot = z.object({ start_time: instantOut, end_time: instantOut });
export const availabilityWithSlots = window.extend({ available_slots: z.array(slot) });
export type AvailabilityWithSlots = z.infer<typeof availabilityWithSlots>;

const chosenServices = z.object({
  service_ids: queryIds(maxServicesPerBooking).refine(distinct, 'Choose each service once').optional(),
  option_ids: queryOptionIds,
});

export const ownWindowsQuery = longPage.extend({ include_past: queryBoolean.default(false) });

/** Returns what is wrong with a range (epoch milliseconds), or undefined. */
export function slotRangeFault(from: number, to: number): string | undefined {
  if (to < from) return 'Must not be before from';
  return to - from > slotRangeMaxDays * DAY ? `Must be at most ${slotRangeMaxDays} days after from` : undefined;
}

/** The range of slots: `from` and `to` at most 62 days apart; the server fills in an absent one. */
export const slotsRange = chosenServices
  .extend({
    from: instant().optional(),
    to: instant().optional(),
    /** The booking that is to get another time (contract 9). */
    booking_id: id.optional(),
    quote_id: id.optional(),
  })
  .superRefine(orQuote(), whatever)
  .superRefine(({ from, to, service_ids, booking_id }, context) => {
    const message = from && to && slotRangeFault(Date.parse(from), Date.parse(to));
    if (message) context.addIssue({ code: 'custom', path: ['to'], message });
    if (service_ids && booking_id)
      context.addIssue({ code: 'custom', path: ['booking_id'], message: 'Not together with service_ids' });
  });
export type SlotsRange = z.infer<typeof slotsRange>;

/** `slotsRange` of one professional, with paging of the windows. */
export const slotsPage = slotsRange.safeExtend(longList);
export type SlotsPage = z.infer<typeof slotsPage>;
