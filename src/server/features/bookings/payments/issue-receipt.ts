import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import { emit } from '#server/outbox/emit.ts';
import { paymentBounds } from '#shared/constants.ts';
import type { Receipt } from '#shared/payments.ts';
import { lineName } from '#shared/rules/lines.ts';
import { gstOf, hasReceipt, whyNotReceipted } from '#shared/rules/payments.ts';
import { toDollars } from '#shared/rules/price.ts';
import { type LockedBooking, lockBooking } from '../life/lock-queries.ts';
import { isOfParty } from '../life/which-queries.ts';
import { presentPayments } from '../show/present-booking.ts';
import { countReceipts, findReceipt, insertReceipt, readReceiptable, voidReceipt } from './queries.ts';
import { todayOf } from './write-payments.ts';

type Call = Pick<Context, 'db' | 'requestId' | 'setStatus'> & { caller: Caller };

/** Issues the next receipt of a booking's professional; the one that stands is answered again. */
export function issueReceipt(call: Call, id: string): Promise<Receipt> {
  return transact(call.db, async (trx) => {
    const booking = await locked(trx, call, id);
    if (hasReceipt(booking)) call.setStatus(200);
    else await issue(trx, booking, call.requestId);
    return (await findReceipt(trx, id, call.caller)) ?? notFound('Receipt');
  });
}

/** Voids the receipt that stands; again it changes nothing. */
export function voidReceiptOf(call: Omit<Call, 'setStatus'>, id: string): Promise<void> {
  return transact(call.db, async (trx) => {
    const booking = await locked(trx, call, id);
    const { receipt_number: number, professional_id } = booking;
    if (number === null) return notFound('Receipt');
    if (!(await voidReceipt(trx, booking))) return;
    await emit(trx, 'receipt.changed', { professional_id, booking_id: id, number, about: 'voided' }, call.requestId);
  });
}

async function locked(trx: Db, { caller }: Pick<Call, 'caller'>, id: string): Promise<LockedBooking> {
  return (await lockBooking(trx, sql`bookings.id = ${id} and ${isOfParty(caller)}`)) ?? notFound('Booking');
}

async function issue(trx: Db, booking: LockedBooking, requestId: string): Promise<void> {
  const { professional_id, id: booking_id } = booking;
  const why = whyNotReceipted(booking, booking.now);
  if (why) conflict(why);
  const { lines, total_cents, deposit_cents, payments, ...told } = await readReceiptable(trx, booking);
  const paid = deposit_cents + (booking.paid_cents ?? 0);
  if (paid === 0) conflict('Nothing was paid yet.');
  if ((await countReceipts(trx, booking)) >= paymentBounds.receipts) conflict('This booking has enough receipts.');
  const adjusted = total_cents - lines.reduce((sum, { cents }) => sum + cents, 0);
  const content = {
    ...told,
    lines: [
      ...lines.map((line) => ({ name: lineName(line), amount: toDollars(line.cents) })),
      ...(adjusted === 0 ? [] : [{ name: 'Adjustment', amount: toDollars(adjusted) }]),
    ],
    total: toDollars(total_cents),
    deposit: toDollars(deposit_cents),
    payments: presentPayments(payments ?? []),
    paid: toDollars(paid),
    gst: told.title === 'Tax invoice' ? toDollars(gstOf(paid)) : null,
  };
  const number = await insertReceipt(trx, booking, { issued_on: await todayOf(trx, professional_id), content });
  await emit(trx, 'receipt.changed', { professional_id, booking_id, number, about: 'issued' }, requestId);
}
