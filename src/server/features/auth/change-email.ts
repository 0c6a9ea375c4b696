import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, refuseViolation, unauthorized } from '#server/errors.ts';
import { moveEntry } from '#server/features/waitlist/queries.ts';
import { consumeLink, consumeLinksOf, deadLink, forgetLinks } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import type { EmailInput } from '#shared/users.ts';
import { claimBookingsOf } from './claim-bookings.ts';
import { closeAttempts } from './codes/queries.ts';
import { proveIdentity } from './confirm-identity.ts';
import { confirmChange, findLatestChange, insertEmailChange } from './email-queries.ts';
import { lockPassword, lockUser } from './queries.ts';

const passwordField = { name: 'current_password', missing: 'Current password is required' };

/**
 * Asks for another address; 409 for a wrong password or code. An address that has an account gets the same answer after the
 * same work: a job decides what is mailed to it. The links of earlier requests no longer work, so that a mistyped
 * address cannot be confirmed any more.
 */
export async function requestEmailChange(
  ctx: Context & { caller: Caller },
  { current_password, attempt, code, email }: EmailInput,
): Promise<{ message: string }> {
  const { caller, db, requestId } = ctx;
  const stillHolds = await proveIdentity(ctx, { password: current_password, attempt, code }, passwordField);
  await transact(db, async (trx) => {
    const { password_hash } = (await lockPassword(trx, caller.id)) ?? unauthorized();
    await stillHolds(trx, password_hash);
    await consumeLinksOf(trx, caller.id, 'email_change');
    const { id: change_id } = await insertEmailChange(trx, caller.id, email);
    await emit(trx, 'email.change_requested', { change_id }, requestId);
  });
  return { message: 'We have sent a link to the new address. Your email changes once you open it.' };
}

/**
 * Moves an account to the address of a mailed link and returns it. Sessions stay; links that were mailed to the old
 * address no longer work. Throws 400 for an invalid link, 409 when the address got an account meanwhile; the link is
 * not used up then.
 */
export function confirmEmail(
  { db, requestId }: { db: Db; requestId: string },
  token: string,
): Promise<{ email: string }> {
  const taken = {
    users_email_key: 'This email address has an account already.',
    // By a signup at the same moment.
    waitlist_entries_email_key: 'That has just been changed by somebody else. Please try again.',
  };
  return refuseViolation(taken, () =>
    transact(db, async (trx) => {
      const { user_id, email } = (await consumeLink(trx, 'email_change', token)) ?? badRequest(deadLink);
      if (user_id === null) return badRequest(deadLink);
      await lockUser(trx, user_id);
      const change = await findLatestChange(trx, user_id);
      if (change?.email !== email || change.confirmed_at !== null) return badRequest(deadLink);
      await closeAttempts(trx, user_id);
      const { previous_email } = (await confirmChange(trx, change.id)) ?? badRequest(deadLink);
      await claimBookingsOf(trx, user_id);
      await moveEntry(trx, previous_email, email);
      await consumeLinksOf(trx, user_id);
      await forgetLinks(trx, previous_email);
      await emit(trx, 'email.changed', { change_id: change.id }, requestId);
      return { email };
    }),
  );
}
