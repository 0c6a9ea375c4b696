import { type BookingStatus, roles } from '../constants.ts';
import type { DepositStatus } from './deposit.ts';

/** Who makes something happen: people by their role, and the system by the clock or where an account ends. */
export const actors = [...roles, 'system'] as const;
export type Actor = (typeof actors)[number];

/** All that something does to a visit, in one transaction. What a row does not name stays as it is. */
type Effect = {
  by: readonly Actor[];
  /** The booking's status afterwards. */
  to: BookingStatus;
  /** Whether it is marked as missed afterwards. */
  no_show?: boolean;
  /**
   * What becomes of a pending request for another time, which holds nothing then; `answered`: it is accepted if it asked
   * for that time, else withdrawn.
   */
  request?: 'withdrawn' | 'answered';
  /** What becomes of a deposit, by the status that it has; in any other it stays. */
  deposit?: Partial<Record<DepositStatus, DepositStatus>>;
  /** What becomes of the time that the booking itself holds; `finished`: it ends where the visit did, if that is said. */
  time?: 'freed' | 'moved' | 'finished';
  /**
   * What becomes of its entry on the cancellation list, and of an earlier time offered to that: by the list's next
   * round, within seconds; nobody can accept the offer until then.
   */
  earlier?: 'ended' | 'offered only if earlier still';
};

const sides = ['client', 'professional'] as const;
const professional = ['professional'] as const;
const newTime = { request: 'answered', time: 'moved', earlier: 'offered only if earlier still' } as const;

/**
 * The life of a visit (specification 4, contract 5, 9, 12, 13, 17): what can happen to it, from which status of its
 * booking, and what follows. Nothing else changes a booking's status, and whatever does is written here first.
 * Asking for another time, and declining, withdrawing or expiry of that, change nothing but the request.
 *
 * Read it by what happens and the status before: `cancelled`, `confirmed` says that a client who cancels a confirmed
 * booking withdraws its pending request, has a received deposit to be given back, frees the time, and waits no longer
 * for an earlier one, so that an offer of that ends, too. Until when they may: `mayCancel` of `booking-status.ts`; by
 * when a deposit is given back: `refundDays` of `deposit.ts`; who is told: `features/bookings/news/effects.ts`; whom the
 * freed time is offered to: the next round of `features/cancellation-list/go-through-list.ts`.
 */
const life = {
  confirmed: {
    pending: {
      by: professional,
      to: 'confirmed',
      request: 'withdrawn',
      deposit: { due: 'waived', said_paid: 'received' },
    },
  },
  /** By the system when nobody answered in time, and when a side's account ends or its professional is disabled. */
  cancelled: {
    pending: {
      by: actors,
      to: 'cancelled',
      request: 'withdrawn',
      deposit: { due: 'released', said_paid: 'refund_due' },
      time: 'freed',
      earlier: 'ended',
    },
    confirmed: {
      by: roles,
      to: 'cancelled',
      request: 'withdrawn',
      deposit: { received: 'refund_due' },
      time: 'freed',
      earlier: 'ended',
    },
  },
  /** By the end of the client's account, when they could not cancel online any more. */
  cancelled_late: {
    confirmed: {
      by: ['client'],
      to: 'cancelled',
      request: 'withdrawn',
      deposit: { received: 'kept' },
      time: 'freed',
      earlier: 'ended',
    },
  },
  completed: {
    confirmed: {
      by: ['system'],
      to: 'completed',
      request: 'withdrawn',
      deposit: { received: 'applied' },
      earlier: 'ended',
    },
  },
  /** Marked as missed, from its start on; the mark can be taken back. */
  missed: {
    confirmed: { by: professional, to: 'confirmed', no_show: true, deposit: { received: 'kept' } },
    completed: { by: professional, to: 'completed', no_show: true, deposit: { applied: 'kept' } },
  },
  unmissed: {
    confirmed: { by: professional, to: 'confirmed', no_show: false, deposit: { kept: 'received' } },
    completed: { by: professional, to: 'completed', no_show: false, deposit: { kept: 'applied' } },
  },
  /** Its professional says when it began, which it has then, or takes that back (contract 25). */
  started: {
    confirmed: { by: professional, to: 'confirmed', request: 'withdrawn', earlier: 'ended' },
    completed: { by: professional, to: 'completed' },
  },
  unstarted: {
    confirmed: { by: professional, to: 'confirmed' },
    completed: { by: professional, to: 'completed' },
  },
  /** The same of its end, which completes it. */
  finished: {
    confirmed: {
      by: professional,
      to: 'completed',
      request: 'withdrawn',
      deposit: { received: 'applied' },
      time: 'finished',
      earlier: 'ended',
    },
    completed: { by: professional, to: 'completed', time: 'finished' },
  },
  /** Taken back before it was to end, and afterwards. */
  unfinished: {
    completed: {
      by: professional,
      to: 'confirmed',
      request: 'withdrawn',
      deposit: { applied: 'received' },
      time: 'finished',
    },
  },
  unfinished_late: {
    completed: { by: professional, to: 'completed', time: 'finished' },
  },
  /** Another time: of a standing appointment, or one that nobody has to agree to. */
  moved: {
    pending: { by: sides, to: 'pending', ...newTime },
    confirmed: { by: sides, to: 'confirmed', ...newTime },
  },
  /** Another time to which both sides agree; a pending booking that waits for its deposit is only `moved`. */
  agreed: {
    pending: { by: sides, to: 'confirmed', ...newTime },
    confirmed: { by: sides, to: 'confirmed', ...newTime },
  },
  /** The client says that the deposit is paid; after the booking's end it is to be given back. */
  paid: {
    pending: { by: ['client'], to: 'pending', deposit: { due: 'said_paid' } },
    cancelled: { by: ['client'], to: 'cancelled', deposit: { released: 'refund_due' } },
  },
  /** The professional has the deposit, which confirms; after the booking's end it is to be given back. */
  received: {
    pending: {
      by: professional,
      to: 'confirmed',
      request: 'withdrawn',
      deposit: { due: 'received', said_paid: 'received' },
    },
    // Of one that is to be given back it is known then that it came.
    cancelled: { by: professional, to: 'cancelled', deposit: { released: 'refund_due', refund_due: 'refund_due' } },
  },
  not_received: {
    pending: { by: professional, to: 'pending', deposit: { said_paid: 'due' } },
    cancelled: { by: professional, to: 'cancelled', deposit: { refund_due: 'released' } },
  },
  refunded: {
    cancelled: { by: professional, to: 'cancelled', deposit: { refund_due: 'refunded' } },
  },
} as const satisfies Record<string, Partial<Record<BookingStatus, Effect>>>;

export type Happening = keyof typeof life;
export const happenings = Object.keys(life) as Happening[];

/** What a happening does to a booking of a status; undefined where it cannot happen. */
export function effectOf(happening: Happening, from: BookingStatus): Effect | undefined {
  const rows: Partial<Record<BookingStatus, Effect>> = life[happening];
  return rows[from];
}

/** Whether the actor can make it happen at all. `mayConfirm` and `mayCancel` add the rules of time. */
export function canHappen(happening: Happening, from: BookingStatus, actor: Actor): boolean {
  return effectOf(happening, from)?.by.includes(actor) ?? false;
}

/** Statuses from which the actor can make it happen, for the guard of an update. */
export function statusesBefore(happening: Happening, actor: Actor): BookingStatus[] {
  return (Object.keys(life[happening]) as BookingStatus[]).filter((from) => canHappen(happening, from, actor));
}

/** The status of a deposit after it; undefined where it stays. */
export function depositAfter(happening: Happening, from: BookingStatus, deposit: DepositStatus) {
  return effectOf(happening, from)?.deposit?.[deposit];
}

/** Which statuses of a deposit go with which of its booking. */
export const depositsOf: Record<BookingStatus, readonly DepositStatus[]> = {
  pending: ['due', 'said_paid'],
  confirmed: ['received', 'waived', 'kept'],
  completed: ['applied', 'waived', 'kept'],
  cancelled: ['released', 'refund_due', 'refunded', 'waived', 'kept'],
};
