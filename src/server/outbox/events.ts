import type { z } from 'zod';
import { authEvents } from '#server/features/auth/events.ts';
import { bookingEvents, placeEvents, receiptEvents, seriesEvents } from '#server/features/bookings/events.ts';
import { booksReminderEvents } from '#server/features/books-reminders/events.ts';
import { busyCalendarEvents } from '#server/features/busy-calendars/events.ts';
import { cancellationListEvents } from '#server/features/cancellation-list/events.ts';
import { depositEvents } from '#server/features/deposits/events.ts';
import { reviewEvents } from '#server/features/reviews/events.ts';
import { threadEvents } from '#server/features/threads/events.ts';
import { waitlistEvents } from '#server/features/waitlist/events.ts';

/**
 * Every event with its payload's schema. A payload holds ids and values that never change, and no personal data:
 * effects read the rest.
 */
export const events = {
  ...authEvents,
  ...bookingEvents,
  ...depositEvents,
  ...cancellationListEvents,
  ...reviewEvents,
  ...threadEvents,
  ...booksReminderEvents,
  ...busyCalendarEvents,
  ...seriesEvents,
  ...receiptEvents,
  ...placeEvents,
  ...waitlistEvents,
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof events;
export type Payload<E extends EventName> = z.infer<(typeof events)[E]>;

export function isEvent(name: string): name is EventName {
  return Object.hasOwn(events, name);
}
