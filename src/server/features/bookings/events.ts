import { z } from 'zod';
import { bookingStatuses } from '#shared/constants.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { actors } from '#shared/rules/visit-life.ts';
import { id } from '#shared/wire.ts';

/** What is told of a deposit beside what is told of its booking. */
export const depositNews = [
  'asked',
  'paid',
  'not_received',
  'refund',
  'refunded',
  'reminder',
  'refund_reminder',
] as const;
export type DepositNews = (typeof depositNews)[number];

/** Every event of a booking says whose it is, so that events can lie with their professional (docs/scaling.md). */
const professional_id = id.catch('');

/** `version` is the booking's after the change. */
const bookingRef = z.object({ professional_id, booking_id: id, version: z.int() });

/** `sequence` is that of the calendar file, by default the version. */
const withFile = bookingRef.extend({ sequence: z.int().optional() });

const request = z.object({ professional_id, booking_id: id, reschedule_id: id });

export const bookingEvents = {
  /** `instant`: it is confirmed at once. */
  'booking.created': bookingRef.extend({ instant: z.boolean().optional() }),
  /** `start` is the booking's then, epoch milliseconds; `how` it came about without an answer to a request. */
  'booking.confirmed': withFile.extend({
    start: z.number().optional(),
    how: z.enum(['instant', 'written_in']).optional(),
  }),
  'booking.cancelled': withFile.extend({ by: z.enum(actors), from: z.enum(bookingStatuses) }),
  'booking.reschedule_asked': request,
  'booking.reschedule_ended': request.extend({ status: z.enum(['declined', 'withdrawn', 'expired']) }),
  /** `answered`: after the other side's answer; `from` is the status before. */
  'booking.rescheduled': withFile.extend({
    reschedule_id: id,
    answered: z.boolean(),
    from: z.enum(['pending', 'confirmed']),
    /** Accepted, but not confirmed by it: its deposit is open. */
    stays_pending: z.boolean().optional(),
  }),
  /** Another address of a visit; `by` is the side that said so. */
  'booking.address_changed': bookingRef.extend({ by: z.enum(sides) }),
  /** Something was added to it, `by` whom. */
  'booking.extended': withFile.extend({ by: z.enum(sides) }),
  'booking.deposit_moved': z.object({ professional_id, booking_id: id, about: z.enum(depositNews) }),
  'booking.completed': bookingRef,
  'booking.reminder_due': bookingRef,
  /** The day has come that its client asked for. */
  'booking.due_again': bookingRef,
};

/** Visits as a change left them; `start` is epoch milliseconds, `pending` one that still waits for its deposit. */
export const changedVisits = z
  .array(
    z.object({
      booking_id: id,
      version: z.int(),
      sequence: z.int(),
      start: z.number(),
      pending: z.literal(true).optional(),
    }),
  )
  .min(1);

export const placeEvents = {
  /** What clients with a confirmed booking ahead know of where it is may be old. */
  'place.changed': z.object({ professional_id: id }),
};

const seriesRef = z.object({ professional_id: id, series_id: id });

export const seriesEvents = {
  'series.changed': seriesRef.extend({
    about: z.enum(['made', 'moved', 'extended', 'cancelled']),
    by: z.enum(sides),
    visits: changedVisits,
  }),
  /** Few visits are left; `booking_id` is one of them. */
  'series.ending': seriesRef.extend({ booking_id: id }),
};

/** A receipt was issued or voided; it is told by its number. */
export const receiptEvents = {
  'receipt.changed': z.object({
    professional_id: id,
    booking_id: id,
    number: z.int(),
    about: z.enum(['issued', 'voided']),
  }),
};
