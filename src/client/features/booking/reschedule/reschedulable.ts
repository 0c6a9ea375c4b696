import type { Booking } from '#shared/bookings.ts';
import type { Reschedulable } from '#shared/rules/reschedule.ts';

/** What the rules ask of a booking. */
export function reschedulable({ status, start_time, started_at, cancel_until, reschedule }: Booking): Reschedulable {
  return {
    status,
    start: Date.parse(start_time),
    is_started: started_at !== null,
    cancel_until: Date.parse(cancel_until),
    requested_by: reschedule?.requested_by ?? null,
  };
}
