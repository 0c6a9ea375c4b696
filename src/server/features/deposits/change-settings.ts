import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict, invalid, notFound, unauthorized } from '#server/errors.ts';
import { proveIdentity } from '#server/features/auth/confirm-identity.ts';
import { findLateChanges } from '#server/features/auth/email-queries.ts';
import { lockPassword } from '#server/features/auth/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { consumeLink, deadLink } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import { type DepositSettings, type DepositSettingsInput, keptPayTo } from '#shared/deposits.ts';
import { isSamePayTo, type PayTo, payToWaits, payToWaitsLonger } from '#shared/rules/deposit.ts';
import { dropWaitingPayTo, findSettings, putPayTo, putRule, type StoredSettings } from './settings-queries.ts';

type Call = Context & { caller: Caller; professionalId: string };

export async function showSettings(db: Db, professionalId: string): Promise<DepositSettings> {
  return (await findSettings(db, professionalId)) ?? notFound('Professional');
}

/** Of proofs beside what is to be paid, or sent back. */
export const passwordField = { name: 'password', missing: 'Password is required' };

/**
 * Changes what a professional asks. Another place to be paid to needs a proof of who they are, counts in 24 hours unless
 * it is the first one, in 72 for a week after the account's address changed, and is told by mail.
 */
export async function changeSettings(ctx: Call, input: DepositSettingsInput): Promise<DepositSettings> {
  const { caller, db, deps, professionalId, requestId } = ctx;
  const proof = { password: input.password, attempt: input.attempt, code: input.code };
  const wanted = input.pay_to && keptPayTo(input.pay_to);
  const before = await showSettings(db, professionalId);
  refuseNowhere(before, input, wanted);
  const stillHolds = isAnother(before, wanted) ? await proveIdentity(ctx, proof, passwordField) : undefined;
  const changed = await transact(db, async (trx) => {
    // The user first, as whoever deletes the account.
    const { password_hash } = (await lockPassword(trx, caller.id)) ?? unauthorized();
    (await lockProfessional(trx, professionalId)) ?? unauthorized();
    await stillHolds?.(trx, password_hash);
    const settings = await showSettings(trx, professionalId);
    refuseNowhere(settings, input, wanted);
    const { percent = settings.percent, who = settings.who } = input;
    await putRule(trx, professionalId, { percent, who });
    if (wanted !== undefined) {
      if (isAnother(settings, wanted) && !stillHolds) conflict('Your settings have just changed. Please try again.');
      await changePayTo(trx, ctx, await findSettings(trx, professionalId), wanted, requestId);
    }
    return showSettings(trx, professionalId);
  });
  await deps.search.refresh(professionalId);
  return changed;
}

async function changePayTo(
  trx: Db,
  { caller, professionalId }: Pick<Call, 'caller' | 'professionalId'>,
  settings: StoredSettings | undefined,
  wanted: PayTo | null,
  requestId: string,
): Promise<void> {
  if (!settings) return unauthorized();
  const { pay_to, pay_to_next, is_first } = settings;
  // Giving the present place again drops the waiting one; giving the waiting one again changes nothing.
  if (isSamePayTo(wanted, pay_to)) return pay_to_next ? putPayTo(trx, professionalId, pay_to, null) : undefined;
  if (wanted !== null && isSamePayTo(wanted, pay_to_next)) return undefined;
  const isMoved = (await findLateChanges(trx, caller.id)).length > 0;
  const waits = wanted !== null && (isMoved || !is_first);
  const hours = isMoved ? payToWaitsLonger : payToWaits;
  await (waits ? putPayTo(trx, professionalId, pay_to, wanted, hours) : putPayTo(trx, professionalId, wanted, null));
  const told = wanted ?? pay_to ?? pay_to_next;
  if (!told) return;
  const about = { user_id: caller.id, kind: told.kind, end: told.value.slice(-3) };
  const how = wanted === null ? 'removed' : waits ? 'waits' : 'counts';
  await emit(trx, 'pay_to.changed', { ...about, how, hours }, requestId);
}

/** Whether a given place is neither the one that counts nor the one that waits. */
function isAnother({ pay_to, pay_to_next }: DepositSettings, wanted: PayTo | null | undefined): boolean {
  if (wanted === undefined || isSamePayTo(wanted, pay_to) || (wanted !== null && isSamePayTo(wanted, pay_to_next))) {
    // With no place yet, clearing it drops the waiting one: a change, too.
    return wanted === null && pay_to_next !== null;
  }
  return true;
}

/** A percent needs somewhere to be paid. */
function refuseNowhere(
  settings: DepositSettings,
  { percent }: DepositSettingsInput,
  wanted: PayTo | null | undefined,
): void {
  const somewhere = wanted === undefined ? (settings.pay_to ?? settings.pay_to_next) : wanted;
  const isAsked = percent !== undefined || wanted !== undefined;
  if (isAsked && (percent ?? settings.percent) > 0 && !somewhere)
    invalid(['body', 'pay_to'], 'First say where deposits are paid');
}

/** Drops what waits, by the link of a mail that told of it; 400 once that was used, is old, or nothing waits. */
export function keepPayTo(db: Db, token: string): Promise<void> {
  return transact(db, async (trx) => {
    const { user_id } = (await consumeLink(trx, 'pay_to_keep', token)) ?? badRequest(deadLink);
    if (user_id === null || !(await dropWaitingPayTo(trx, user_id))) badRequest(deadLink);
  });
}
