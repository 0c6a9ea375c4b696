import { type BookingStatus, DAY, HOUR, type Role, roles } from '#shared/constants.ts';

/** Who changes a booking's status: people by their role, and the system by the clock. */
export const actors = [...roles, 'system'] as const;
export type Actor = (typeof actors)[number];
type Transitions = Record<BookingStatus, Partial<Record<BookingStatus, readonly Actor[]>>>;

/** From, to and by whom (specification 4, contract 5). Any other change is refused. */
const transitions = {
  pending: { confirmed: ['professional'], cancelled: ['client', 'professional', 'admin', 'system'] },
  confirmed: { cancelled: ['client', 'professional', 'admin'], completed: ['system'] },
  completed: {},
  cancelled: {},
} as const satisfies Transitions;

/**
 * Whether the actor may make this change at all. `offersConfirm` and `offersCancel` add the time rules; the system goes
 * by `bookings.due_at`.
 */
export function canTransition(from: BookingStatus, to: BookingStatus, actor: Actor): boolean {
  const table: Transitions = transitions;
  return table[from][to]?.includes(actor) ?? false;
}

/** Statuses from which the actor may change a booking to `to`, for the guard of an update. */
export function statusesBefore(to: BookingStatus, actor: Actor): BookingStatus[] {
  return (Object.keys(transitions) as BookingStatus[]).filter((from) => canTransition(from, to, actor));
}

/** Instants are ISO text; `expires_at` is that of a pending booking. */
type Changeable = { status: BookingStatus; start_time: string; expires_at?: string | undefined };

/**
 * Whether the booking can be confirmed at `now` (epoch milliseconds): before it expires, which is at its start at the
 * latest.
 */
export function offersConfirm(booking: Changeable, role: Role, now: number): boolean {
  return canTransition(booking.status, 'confirmed', role) && now < Date.parse(booking.expires_at ?? booking.start_time);
}

/**
 * Whether the booking can be cancelled at `now` (epoch milliseconds): before its start, a confirmed one by its client
 * before `cancel_until`.
 */
export function offersCancel(booking: Changeable & { cancel_until: string }, role: Role, now: number): boolean {
  const isCutOff = role === 'client' && booking.status === 'confirmed';
  const last = isCutOff ? booking.cancel_until : booking.start_time;
  return canTransition(booking.status, 'cancelled', role) && now < Date.parse(last);
}

/** When a confirmed booking's reminder is due, epoch milliseconds: a day ahead; null where that is over. */
export function reminderAt(start: number, now: number): number | null {
  return start - DAY >= now ? start - DAY : null;
}

/** When a pending booking expires, epoch milliseconds: `ttlHours` after its creation, at the latest at its start. */
export function pendingUntil(created: number, start: number, ttlHours: number): number {
  return Math.min(created + ttlHours * HOUR, start);
}
