import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { DepositNews } from '#server/features/bookings/events.ts';
import { findBooking } from '#server/features/bookings/find-queries.ts';
import { transitionBooking } from '#server/features/bookings/transition-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Booking } from '#shared/bookings.ts';
import { askedStatus, type DepositStatus, depositAfter, latePaymentDays } from '#shared/rules/deposit.ts';
import {
  type DepositRow,
  findDeposit,
  holdOncePaid,
  type LockedBooking,
  lockBookingOf,
  markReceived,
  moveDeposit,
} from './queries.ts';

export type DepositCall = Pick<Context, 'db' | 'deps' | 'requestId'> & { caller: Caller };
type Move = Parameters<typeof askedStatus>[0];

/** What a side says of a booking's deposit moves it; the same again changes nothing, anything else is 409. */
export function changeDeposit(call: DepositCall, id: string, move: Move): Promise<Booking> {
  return withDeposit(call, id, async (trx, booking, deposit) => {
    const isEnded = booking.status === 'cancelled';
    const to = askedStatus(move, isEnded);
    const key = { professional_id: booking.professional_id, booking_id: id };
    if (deposit.status === to) {
      if (move === 'received') await markReceived(trx, key);
      return;
    }
    refuse(move, to, booking, deposit);
    const moved = { said_paid: move === 'paid', received: move === 'received', refunded: move === 'refunded' };
    await moveDeposit(trx, key, to, moved);
    if (to === 'received') return confirm(trx, call, id);
    // Banks hold first payments back, so the first 'paid' keeps the time for a day.
    if (to === 'said_paid' && deposit.said_paid_at === null) await holdOncePaid(trx, key, booking.reschedule_id);
    await emit(trx, 'booking.deposit_moved', { ...key, about: newsOf[to] ?? 'not_received' }, call.requestId);
  });
}

/** The news of each status; any other status means that the money was not received. */
const newsOf: Partial<Record<DepositStatus, DepositNews>> = {
  said_paid: 'paid',
  refund_due: 'refund',
  refunded: 'refunded',
};

/** Locks the booking, then its deposit: the order of everything that ends a booking. */
export function withDeposit(
  { caller, db, deps }: DepositCall,
  id: string,
  work: (trx: Db, booking: LockedBooking, deposit: DepositRow) => Promise<void>,
): Promise<Booking> {
  return transact(db, async (trx) => {
    const booking = (await lockBookingOf(trx, id, caller, latePaymentDays)) ?? notFound('Booking');
    const key = { professional_id: booking.professional_id, booking_id: id };
    await work(trx, booking, (await findDeposit(trx, key)) ?? conflict('This booking has no deposit.'));
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}

function refuse(move: Move, to: DepositStatus, { status, is_open, is_late }: LockedBooking, deposit: DepositRow): void {
  const text = `${nameOf(deposit.status)} cannot become ${to}`;
  if (depositAfter(deposit.status, move) !== to) conflict(`${text}.`);
  if (status === 'pending' && move !== 'not_received' && !is_open) conflict(`${text} once its time is over.`);
  if (deposit.status === 'refund_due' && to === 'released' && deposit.received_at !== null)
    conflict(`${text}: it was received.`);
  // It ended when the professional said of a due refund that the money never came.
  if (deposit.status === 'released' && deposit.refund_by !== null) conflict(`${text}: it was not received.`);
  if (deposit.status === 'released' && !is_late) conflict(`${text} after ${latePaymentDays} days.`);
}

export function nameOf(status: DepositStatus): string {
  return `${/^[aeiou]/.test(status) ? 'An' : 'A'} ${status} deposit`;
}

/** The same as when the professional confirms the booking. */
async function confirm(trx: Db, { caller, requestId }: DepositCall, id: string): Promise<void> {
  const changed = await transitionBooking(trx, id, { party: caller, to: 'confirmed' });
  if (!changed) throw new Error('a pending booking could not be confirmed');
  const { professional_id, version, sequence, start } = changed;
  await emit(trx, 'booking.confirmed', { professional_id, booking_id: id, version, sequence, start }, requestId);
}
