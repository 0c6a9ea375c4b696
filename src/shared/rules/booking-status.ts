import { type BookingStatus, HOUR, type Role, roles } from '#shared/constants.ts';

/** Who moves bookings: people by their role, and the system by the clock. */
export const actors = [...roles, 'system'] as const;
export type Actor = (typeof actors)[number];
type Transitions = Record<BookingStatus, Partial<Record<BookingStatus, readonly Actor[]>>>;

/** From, to, and who may (specification 4, contract 5). Whatever is not here is refused. */
const transitions = {
  pending: { confirmed: ['professional'], cancelled: ['client', 'professional', 'admin', 'system'] },
  confirmed: { cancelled: ['client', 'professional', 'admin'], completed: ['system'] },
  completed: {},
  cancelled: {},
} as const satisfies Transitions;

/** Whether this actor may ever make this move; when is said by `offersConfirm` and `offersCancel`, for the system by `bookings.due_at`. */
export function canMove(from: BookingStatus, to: BookingStatus, actor: Actor): boolean {
  const table: Transitions = transitions;
  return table[from][to]?.includes(actor) ?? false;
}

/** The statuses from which somebody may move a booking to this one, for the guard of an update. */
export function statusesBefore(to: BookingStatus, actor: Actor): BookingStatus[] {
  return (Object.keys(transitions) as BookingStatus[]).filter((from) => canMove(from, to, actor));
}

/** Instants are ISO text. `expires_at`: until when a pending one may be confirmed, where it is known. */
type Movable = { status: BookingStatus; start_time: string; expires_at?: string | null | undefined };

/** Its professional may confirm it now (epoch milliseconds): before its expiry and its start. */
export function offersConfirm(booking: Movable, role: Role, now: number): boolean {
  const until = Math.min(Date.parse(booking.start_time), booking.expires_at ? Date.parse(booking.expires_at) : Infinity);
  return canMove(booking.status, 'confirmed', role) && now < until;
}

/** A party to it or an admin may cancel it now (epoch milliseconds): before it starts. */
export function offersCancel(booking: Movable, role: Role, now: number): boolean {
  return canMove(booking.status, 'cancelled', role) && now < Date.parse(booking.start_time);
}

/** Until when an answer is awaited: so many hours after creation, or its start if that is sooner. Epoch milliseconds. */
export function pendingUntil(created: number, start: number, ttlHours: number): number {
  return Math.min(created + ttlHours * HOUR, start);
}
