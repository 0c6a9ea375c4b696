import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { findZone } from '#server/features/parties/profile-queries.ts';
import type { Booking } from '#shared/bookings.ts';
import type { PaymentsInput } from '#shared/payments.ts';
import { hasReceipt, receiptIssued, whyNotPaid } from '#shared/rules/payments.ts';
import { toCents } from '#shared/rules/price.ts';
import { dayKey } from '#shared/time.ts';
import { lockBooking } from '../life/lock-queries.ts';
import { isOfParty } from '../life/which-queries.ts';
import { findBooking } from '../show/find-queries.ts';
import { type NewPayment, replacePayments } from './queries.ts';

type Call = Pick<Context, 'db'> & { deps: Pick<Deps, 'config'>; caller: Caller; professionalId: string };

/** Writes down all that was paid of a booking besides its deposit, in place of what was written down before. */
export function writePayments(call: Call, { id, payments: given }: PaymentsInput): Promise<Booking> {
  const { caller, deps, professionalId } = call;
  return transact(call.db, async (trx) => {
    const payments = datedPayments(given, await todayOf(trx, professionalId));
    const booking = (await lockBooking(trx, sql`bookings.id = ${id} and ${isOfParty(caller)}`)) ?? notFound('Booking');
    const why = whyNotPaid(booking, booking.now);
    if (why) conflict(why);
    if (hasReceipt(booking)) conflict(receiptIssued);
    await replacePayments(trx, booking, payments);
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}

/** Today's date on a professional's clock. */
export async function todayOf(trx: Db, professionalId: string): Promise<string> {
  return dayKey(await databaseNow(trx), await findZone(trx, professionalId));
}

function datedPayments(given: PaymentsInput['payments'], today: string): NewPayment[] {
  return given.map(({ method, amount, paid_on }, index) => {
    if (paid_on && paid_on > today) invalid(['body', 'payments', index, 'paid_on'], 'Must not be ahead', 'custom');
    return { method, amount_cents: toCents(amount), paid_on: paid_on ?? today };
  });
}
