import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, unauthorized } from '#server/errors.ts';
import { proveIdentity } from '#server/features/auth/confirm-identity.ts';
import { lockPassword } from '#server/features/auth/queries.ts';
import { nameOf, withDeposit } from '#server/features/bookings/deposits/change-deposit.ts';
import { type DepositRow, setRefundTo } from '#server/features/bookings/deposits/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Booking } from '#shared/bookings.ts';
import { keptPayTo, type RefundToInput } from '#shared/deposits.ts';
import { isSamePayTo } from '#shared/rules/deposit.ts';
import { passwordField } from './change-settings.ts';

/**
 * Says where a refund goes, as long as it is due, and tells both sides. Another place than was said before needs a proof
 * of who asks; the same again changes nothing.
 */
export async function directRefund(
  ctx: Context & { caller: Caller },
  { id, password, attempt, code, ...given }: RefundToInput,
): Promise<Booking> {
  const { caller, db, requestId } = ctx;
  const refundTo = keptPayTo(given);
  const known = await withDeposit(ctx, id, async (_, __, deposit) => {
    requireDue(deposit);
  });
  const before = known.deposit?.refund_to ?? null;
  if (isSamePayTo(before, refundTo)) return known;
  const stillHolds = before && (await proveIdentity(ctx, { password, attempt, code }, passwordField));
  return transact(db, async (trx) => {
    // The user first, as whoever deletes the account.
    const { password_hash } = (await lockPassword(trx, caller.id)) ?? unauthorized();
    await stillHolds?.(trx, password_hash);
    return withDeposit({ ...ctx, db: trx }, id, async (trx, { professional_id }, deposit) => {
      if (!isSamePayTo(requireDue(deposit).refund_to, before)) conflict('This has just changed. Please try again.');
      await setRefundTo(trx, { professional_id, booking_id: id }, refundTo);
      const told = { booking_id: id, kind: refundTo.kind, end: refundTo.value.slice(-3) };
      await emit(trx, 'refund_to.set', told, requestId);
    });
  });
}

function requireDue(deposit: DepositRow): DepositRow {
  return deposit.status === 'refund_due' ? deposit : conflict(`${nameOf(deposit.status)} is not refund_due.`);
}
