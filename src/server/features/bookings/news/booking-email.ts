import { z } from 'zod';
import { sides } from '#shared/rules/reschedule.ts';
import { actors } from '#shared/rules/visit-life.ts';
import { id } from '#shared/wire.ts';
import { depositNews } from '../events.ts';

const bookingRef = { booking_id: id, to: z.enum(sides), version: z.int() };
const depositRef = { booking_id: id, to: z.enum(sides) };
const requestRef = { booking_id: id, to: z.enum(sides), reschedule_id: id };
/** SEQUENCE of the calendar file, by default the version. */
const sequence = z.int().optional();

/** Mails about a deposit alone. */
const depositEmails = depositNews.map((news) => `deposit_${news}` as const);

export const bookingEmail = z.discriminatedUnion('about', [
  z.object({
    ...bookingRef,
    about: z.enum(['requested', 'booked', 'completed', 'reminder', 'due_again', 'address_changed']),
  }),
  z.object({
    ...bookingRef,
    about: z.literal('confirmed'),
    sequence,
    /** When it was to begin then, epoch milliseconds. */
    start: z.number().optional(),
    how: z.enum(['instant', 'written_in']).optional(),
  }),
  z.object({ ...bookingRef, about: z.literal('extended'), sequence, by: z.enum(sides) }),
  z.object({
    ...bookingRef,
    about: z.literal('cancelled'),
    sequence,
    by: z.enum(actors),
    was_confirmed: z.boolean(),
  }),
  z.object({ ...requestRef, about: z.enum(['reschedule_asked', 'reschedule_declined', 'reschedule_expired']) }),
  z.object({
    ...bookingRef,
    ...requestRef,
    about: z.literal('rescheduled'),
    sequence,
    answered: z.boolean(),
    from: z.enum(['pending', 'confirmed']),
    stays_pending: z.boolean().optional(),
  }),
  z.object({ ...depositRef, about: z.enum(depositEmails) }),
]);
/** The payload of a delivery: to whom, and which change the email reports; `version` is the booking's after it. */
export type BookingEmail = z.infer<typeof bookingEmail>;

/** The preference that allows the email. */
export function kindOf({ about }: { about: string }): 'booking' | 'reminder' {
  return about === 'reminder' || about === 'due_again' ? 'reminder' : 'booking';
}
