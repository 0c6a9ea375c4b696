import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Emission } from '#server/outbox/emit.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY } from '#shared/constants.ts';
import { askedStatus, type DepositStatus, latePaymentDays } from '#shared/rules/deposit.ts';
import { depositAfter } from '#shared/rules/visit-life.ts';
import type { DepositNews } from '../events.ts';
import { carryOut, followUp } from '../life/carry-out.ts';
import { type LockedBooking, lockBooking } from '../life/lock-queries.ts';
import { isInTime, isOfParty } from '../life/which-queries.ts';
import { findBooking } from '../show/find-queries.ts';
import { type DepositRow, findDeposit, holdOncePaid } from './queries.ts';

export type DepositCall = Pick<Context, 'db' | 'deps' | 'requestId'> & { caller: Caller };
type Move = Parameters<typeof askedStatus>[0];

/** What a side says of a booking's deposit moves it; the same again changes nothing, anything else is 409. */
export function changeDeposit(call: DepositCall, id: string, move: Move): Promise<Booking> {
  return withDeposit(call, id, async (trx, booking, deposit) => {
    const isEnded = booking.status === 'cancelled';
    const to = askedStatus(move, isEnded);
    if (deposit.status !== to) refuse(move, to, booking, deposit);
    if (to === 'received' && deposit.status !== to) return confirm(trx, call, id);
    // Banks hold first payments back, so the first 'paid' keeps the time for a day.
    if (to === 'said_paid' && deposit.said_paid_at === null) await holdOncePaid(trx, booking);
    const { professional_id } = booking;
    const news = { professional_id, booking_id: id, about: newsOf[to] ?? 'not_received' };
    const emissions: Emission[] = deposit.status === to ? [] : [{ event: 'booking.deposit_moved', payload: news }];
    const moved = { ...booking, from: booking.status, has_deposit: true };
    await followUp(trx, move, [moved], { emissions, requestId: call.requestId });
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
    const booking = (await lockBooking(trx, sql`bookings.id = ${id} and ${isOfParty(caller)}`)) ?? notFound('Booking');
    const key = { professional_id: booking.professional_id, booking_id: id };
    await work(trx, booking, (await findDeposit(trx, key)) ?? conflict('This booking has no deposit.'));
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}

function refuse(move: Move, to: DepositStatus, booking: LockedBooking, deposit: DepositRow): void {
  const { status, start, expires, cancelled, now } = booking;
  const isOpen = expires > now && start > now;
  const isLate = cancelled !== null && cancelled > now - latePaymentDays * DAY;
  const text = `${nameOf(deposit.status)} cannot become ${to}`;
  if (depositAfter(move, status, deposit.status) !== to) conflict(`${text}.`);
  if (status === 'pending' && move !== 'not_received' && !isOpen) conflict(`${text} once its time is over.`);
  if (deposit.status === 'refund_due' && to === 'released' && deposit.received_at !== null)
    conflict(`${text}: it was received.`);
  // It ended when the professional said of a due refund that the money never came.
  if (deposit.status === 'released' && deposit.refund_by !== null) conflict(`${text}: it was not received.`);
  if (deposit.status === 'released' && !isLate) conflict(`${text} after ${latePaymentDays} days.`);
}

export function nameOf(status: DepositStatus): string {
  return `${/^[aeiou]/.test(status) ? 'An' : 'A'} ${status} deposit`;
}

/** It confirms, as its professional does. */
async function confirm(trx: Db, { caller, requestId }: DepositCall, id: string): Promise<void> {
  const where = sql<boolean>`bookings.id = ${id} and ${isOfParty(caller)} and ${isInTime('confirmed', caller)}`;
  const [confirmed] = await carryOut(trx, 'received', { by: 'professional', where, requestId });
  if (!confirmed) throw new Error('a pending booking could not be confirmed');
}
