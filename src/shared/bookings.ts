import { z } from 'zod';
import { bookingStatuses, dueWeeks, lengths, maxServicesPerBooking } from './constants.ts';
import { bookingDeposit } from './deposits.ts';
import { share, shareInput } from './hair.ts';
import { payment, receiptRef } from './payments.ts';
import { address, bookedPlace } from './places.ts';
import { orQuote, whatever } from './quotes.ts';
import { reschedule } from './reschedules.ts';
import { isWholeCents } from './rules/price.ts';
import { sourcePattern } from './rules/source.ts';
import { actors } from './rules/visit-life.ts';
import { lineOption, prepareItem } from './variants.ts';
import {
  distinct,
  id,
  idOut,
  instant,
  instantOut,
  longPage,
  money,
  optionalText,
  optionalTrimmed,
  optionIds,
  queryList,
} from './wire.ts';

/** A service of a visit, as it was chosen. */
export const bookedLine = z.object({
  id: idOut,
  name: z.string(),
  /** Of the whole line. */
  price: money,
  service_duration_minutes: z.int(),
  options: z.array(lineOption),
});
/** `preparation` is as it is now, unlike the rest. */
const bookedService = bookedLine.extend({ preparation: z.string().nullable() });

export const booking = z.object({
  id: idOut,
  status: z.enum(bookingStatuses),
  start_time: instantOut,
  end_time: instantOut,
  /** The parts that take the professional's time, as they were when it was booked: all but processing time. */
  segments: z.array(z.object({ start_time: instantOut, end_time: instantOut })),
  created_at: instantOut,
  /** Until when it can be confirmed; present while it is pending. */
  expires_at: instantOut.optional(),
  total_price: money,
  notes: z.string().nullable(),
  /** Present once it is cancelled. */
  cancelled_by: z.enum(actors).optional(),
  /** Present once it is cancelled, if a reason was given. */
  cancel_reason: z.string().optional(),
  /** The first of `services`. */
  service: z.object({ id: idOut, name: z.string() }),
  services: z.array(bookedService),
  /**
   * What its client does, brings and avoids, as it was when it was booked, or what their extra does; `ready` is ticked by
   * the client. Not in rows of lists.
   */
  prepare: z.array(prepareItem.extend({ by: z.enum(['client', 'professional']), ready: z.boolean() })).optional(),
  professional: z.object({ id: idOut, display_name: z.string(), location: z.string(), time_zone: z.string() }),
  /** Where it is, as it is now, for those who may know: its professional, and its client once it is confirmed. */
  place: bookedPlace.nullable(),
  /** The number under which its client reaches the professional, known like the place. */
  contact_phone: z.string().nullable(),
  /** Where somebody mobile comes to; for its two sides. */
  visit_address: z.string().nullable(),
  /** Null for a guest. */
  client: z.object({ id: idOut, first_name: z.string(), last_name: z.string() }).nullable(),
  /** Whom its professional wrote in, as they typed it; like `contact_id` only for them and admins. */
  guest: z.object({ name: z.string(), phone_number: z.string().nullable(), email: z.string().nullable() }).nullish(),
  /** Null once the guest was forgotten. */
  contact_id: idOut.nullish(),
  /** The pending request for another time. */
  reschedule: reschedule.nullable(),
  /** Where it was before its last change of time. */
  previous_start_time: instantOut.nullable(),
  /** Until when its client may cancel or change it online, as long as it is confirmed. */
  cancel_until: instantOut,
  /** As it was when it was booked. */
  cancellation_policy: z.string().nullable(),
  /** The standing appointment that it is a visit of; `position` by making, of `count` with those that were cancelled. */
  series: z.object({ id: idOut, every_weeks: z.int(), position: z.int(), count: z.int() }).nullable(),
  /** What its client pays ahead. */
  deposit: bookingDeposit.nullable(),
  /** What it was booked with; for its two sides. */
  quote_id: idOut.nullable(),
  /** Whether its professional marked it as missed. */
  no_show: z.boolean(),
  /** What its client ticked for its professional; for them alone. */
  share: share.nullable(),
  /** Whether anything is ticked and not over; for its two sides. */
  hair_shared: z.boolean().nullable(),
  /** When it really began and ended, as its professional says; like what was paid null for admins. */
  started_at: instantOut.nullable(),
  finished_at: instantOut.nullable(),
  payments: z.array(payment).nullable(),
  /** The sum of the payments, and of a deposit that came and stays. */
  paid: money.nullable(),
  receipt: receiptRef.nullable(),
  /** Where its client came from; for its professional alone, null of what they placed themselves. */
  source: z.string().nullable(),
  /** On which day its client is told that the next visit is due; for them alone. */
  due_on: z.string().nullable(),
  /** Until when its client can review it, or change the review; for them alone, and only where they could. */
  review_until: instantOut.optional(),
  /** Its calendar file, at the secret address of the side that reads; null for admins, and once there is none. */
  calendar_url: z.url().nullable(),
});
export type Booking = z.infer<typeof booking>;

const visitAddress = address.nullable();
export const visitAddressInput = z.object({ visit_address: visitAddress });

export const bookingFields = z.object({
  professional_id: id,
  service_ids: z
    .array(id)
    .min(1, 'Choose at least one service')
    .max(maxServicesPerBooking, `Choose at most ${maxServicesPerBooking} services`)
    .refine(distinct, 'Choose each service once'),
  option_ids: optionIds,
  /** Absent means the caller. */
  client_id: id.optional(),
  start_time: instant(),
  /** The total that the client saw, dollars; a different one is refused. */
  total_price: z.number().optional(),
  /** The deposit that the client saw, dollars; a different one is refused. */
  deposit: z.number().refine(isWholeCents, 'Must have at most 2 decimals').nullish(),
  notes: optionalText(lengths.bookingNotes.max),
  share: shareInput.nullish(),
  /** Where somebody mobile comes to, who needs it of clients; kept for nobody else. */
  visit_address: visitAddress.optional(),
  /** `from` of the page that the client came by; of another form it is none, and refuses no booking. */
  source: z.string().regex(sourcePattern).nullish().catch(null),
});
/** With a quote neither services nor their professional are needed. */
export const bookingInput = bookingFields
  .partial({ professional_id: true, service_ids: true })
  .extend({ quote_id: id.nullish() })
  .superRefine(orQuote({ professional_id: 'string', service_ids: 'array' }), whatever);
export type BookingInput = z.infer<typeof bookingInput>;

/**
 * Filters of booking lists (contract 3): bookings that start from `from` on and before `to`; with `awaits`, those that
 * this side has to answer: pending ones and refunds the professional, a request for another time the side that did not ask, and where a refund goes
 * the client.
 */
export const bookingsQuery = longPage
  .extend({
    status: queryList(z.enum(bookingStatuses), bookingStatuses.length).optional(),
    from: instant().optional(),
    to: instant().optional(),
    awaits: z.enum(['client', 'professional']).optional(),
    order: z.enum(['desc', 'asc']).default('desc'),
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'Must be after from' });
export type BookingsQuery = z.infer<typeof bookingsQuery>;

export const bookingPatch = z.object({
  status: z.enum(['confirmed', 'cancelled']),
  reason: optionalTrimmed(lengths.cancelReason.max),
});
export type BookingPatch = z.input<typeof bookingPatch>;

/** So many weeks after a visit its client is told that the next one is due. */
export const dueInput = z.object({ weeks: z.int().min(dueWeeks.min).max(dueWeeks.max) });

/** When it really began or ended; absent or null: in the present minute. */
export const pressInput = z.object({
  at: instant()
    .refine((at) => at.endsWith(':00.000Z'), 'Must be a whole minute')
    .nullish(),
});

const keyLength = `${lengths.idempotencyKey.min},${lengths.idempotencyKey.max}`;
/** Printable ASCII (contract 2). */
export const idempotencyKey = z
  .string()
  .regex(
    new RegExp(`^[\\x20-\\x7e]{${keyLength}}$`),
    `Must be ${keyLength.replace(',', ' to ')} printable ASCII characters`,
  );
