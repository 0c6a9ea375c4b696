import { type BookingStatus, HOUR, rescheduleBounds } from '#shared/constants.ts';

/** Who may ask for another time, and answers the other's request. */
export const sides = ['client', 'professional'] as const;
export type Side = (typeof sides)[number];

export function otherSide(side: Side): Side {
  return side === 'client' ? 'professional' : 'client';
}

export const requestStatuses = ['pending', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** What a person may make of a pending request; it expires by the clock. */
export const answers = ['accepted', 'declined', 'withdrawn'] as const;
export type Answer = (typeof answers)[number];

/** Whether this side may answer so: the other side accepts or declines, the asking one withdraws. */
export function mayAnswer(requestedBy: Side, side: Side, answer: Answer): boolean {
  return (answer === 'withdrawn') === (side === requestedBy);
}

/**
 * When a request expires, epoch milliseconds: `ttlHours` after it was made, at the old or the new start at the latest.
 */
export function requestUntil(now: number, { start, newStart }: { start: number; newStart: number }, ttlHours: number) {
  return Math.min(now + ttlHours * HOUR, start, newStart);
}

/** When a pending booking expires under its professional's request: the later of both, at its start at the latest. */
export function pendingUnderRequest(own: number, request: number, start: number): number {
  return Math.min(start, Math.max(own, request));
}

/** What decides whether a booking can get another time. Instants are epoch milliseconds. */
export type Reschedulable = {
  status: BookingStatus;
  start: number;
  /** Whether its professional has pressed Start. */
  is_started: boolean;
  /** Until when its client may change it. */
  cancel_until: number;
  /** Who made the pending request; null without one. */
  requested_by: Side | null;
};

/** Why this side can ask for no other time: its first reason, in the contract's order; undefined if it can. */
export function whyNotReschedule(
  { status, start, is_started, cancel_until, requested_by }: Reschedulable,
  { side, newStart, now }: { side: Side; newStart?: number; now: number },
): 'over' | 'begun' | 'same time' | 'answer first' | 'too late' | undefined {
  if (status !== 'pending' && status !== 'confirmed') return 'over';
  if (start <= now || is_started) return 'begun';
  if (newStart === start) return 'same time';
  if (requested_by !== null && requested_by !== side) return 'answer first';
  if (side === 'client' && status === 'confirmed' && now >= cancel_until) return 'too late';
  return undefined;
}

/**
 * Whether a new time holds at once, without an answer: a client's for a pending booking, and for a confirmed one where
 * the professional confirms at once; a professional's for a guest.
 */
export function holdsAtOnce(
  side: Side,
  { status, instant, isGuest }: { status: BookingStatus; instant: boolean; isGuest: boolean },
): boolean {
  return side === 'client' ? status === 'pending' || instant : isGuest;
}

/**
 * From when on a professional may ask again for one booking, epoch milliseconds. `asked` are the moments of their
 * requests of the last hour, latest first.
 */
export function mayAskFrom(asked: readonly number[]): number {
  return (asked[rescheduleBounds.asksAnHour - 1] ?? Number.NEGATIVE_INFINITY) + HOUR;
}
