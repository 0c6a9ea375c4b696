import type { Booking } from '#shared/bookings.ts';
import { whyNotPaid } from '#shared/rules/payments.ts';

/** A booking as the rules of its real visit and of its payments see it. */
export function visitOf({ status, no_show, start_time, end_time, started_at, finished_at }: Booking) {
  return {
    status,
    no_show,
    start: Date.parse(start_time),
    end: Date.parse(end_time),
    started: started_at === null ? null : Date.parse(started_at),
    finished: finished_at === null ? null : Date.parse(finished_at),
  };
}

/** Whether it has begun by its professional's word, and not ended: it may take longer than booked. */
export function isRunning(booking: Booking): boolean {
  const { started, finished, no_show } = visitOf(booking);
  return started !== null && finished === null && !no_show && booking.status !== 'cancelled';
}

/** What is not paid of a booking, dollars; nothing of more than its price. */
export function openOf({ total_price, paid }: Booking): number {
  return Math.max(0, Math.round(total_price * 100) - Math.round((paid ?? 0) * 100)) / 100;
}

/** Whether what was paid of it can be written down; `now` in epoch milliseconds. */
export function mayBePaid(booking: Booking, now: number): boolean {
  return whyNotPaid(visitOf(booking), now) === undefined && (booking.receipt?.voided ?? true);
}
