import { z } from 'zod';
import { bookingStatuses } from '#shared/constants.ts';
import { actors } from '#shared/rules/booking-status.ts';
import { id } from '#shared/wire.ts';

/** `version` is the booking's after the change. */
const bookingRef = z.object({ booking_id: id, version: z.int() });

export const bookingEvents = {
  'booking.created': bookingRef,
  'booking.confirmed': bookingRef,
  'booking.cancelled': bookingRef.extend({ by: z.enum(actors), from: z.enum(bookingStatuses) }),
  'booking.completed': bookingRef,
  'booking.reminder_due': bookingRef,
};
