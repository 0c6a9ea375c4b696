import { type BookingStatus, DAY, HOUR, type Role } from '#shared/constants.ts';
import { canHappen } from './visit-life.ts';

/** Instants are ISO text; `expires_at` is that of a pending booking, `started_at` when its professional pressed Start. */
type Changeable = {
  status: BookingStatus;
  start_time: string;
  started_at?: string | null;
  expires_at?: string | undefined;
};

/**
 * Whether the booking can be confirmed at `now` (epoch milliseconds): before it expires, which is at its start at the
 * latest.
 */
export function mayConfirm(booking: Changeable, role: Role, now: number): boolean {
  return canHappen('confirmed', booking.status, role) && now < Date.parse(booking.expires_at ?? booking.start_time);
}

/**
 * Whether the booking can be cancelled at `now` (epoch milliseconds): before it has begun, a confirmed one by its client
 * before `cancel_until`.
 */
export function mayCancel(booking: Changeable & { cancel_until: string }, role: Role, now: number): boolean {
  const isCutOff = role === 'client' && booking.status === 'confirmed';
  const last = isCutOff ? booking.cancel_until : booking.start_time;
  return canHappen('cancelled', booking.status, role) && !booking.started_at && now < Date.parse(last);
}

/** When a confirmed booking's reminder is due, epoch milliseconds: a day ahead; null where that is over. */
export function reminderAt(start: number, now: number): number | null {
  return start - DAY >= now ? start - DAY : null;
}

/** When a pending booking expires, epoch milliseconds: `ttlHours` after its creation, at the latest at its start. */
export function pendingUntil(created: number, start: number, ttlHours: number): number {
  return Math.min(created + ttlHours * HOUR, start);
}
