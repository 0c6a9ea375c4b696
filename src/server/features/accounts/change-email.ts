import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, refuseViolation, tooManyRequests, unauthorized } from '#server/errors.ts';
import { closeAttempts } from '#server/features/auth/codes/queries.ts';
import { proveIdentity } from '#server/features/auth/confirm-identity.ts';
import {
  confirmChange,
  findLatestChange,
  insertEmailChange,
  secondsToNextChange,
  undoChange,
} from '#server/features/auth/email-queries.ts';
import { deleteSessionsOfUser, findActiveUser, lockPassword, lockUser } from '#server/features/auth/queries.ts';
import { dropWaitingPayTo } from '#server/features/deposits/settings-queries.ts';
import { moveEntry } from '#server/features/waitlist/queries.ts';
import { consumeLink, consumeLinksOf, deadLink, findLink, forgetLinks } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import type { EmailInput } from '#shared/users.ts';
import { claimBookingsOf } from './claim-bookings.ts';

/** Of one user (contract 5). */
const changesAnHour = 5;

const passwordField = { name: 'current_password', missing: 'Current password is required' };

/**
 * Asks for another address; 409 for a wrong password or code, 429 for the sixth in an hour. One that has an account gets
 * the same answer after the same work: a job decides what is mailed. Links of earlier requests end, so that no mistyped
 * address can be confirmed.
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
    const seconds = await secondsToNextChange(trx, caller.id, changesAnHour);
    if (seconds > 0) tooManyRequests(seconds);
    await consumeLinksOf(trx, caller.id, 'email_change');
    const { id: change_id } = await insertEmailChange(trx, caller.id, email);
    await emit(trx, 'email.change_requested', { change_id }, requestId);
  });
  return { message: "We've sent a link to the new address. Your email changes once you confirm it there." };
}

/** Which account moves to which address; it uses nothing up. Throws 400 for an invalid link. */
export async function readEmailChange(db: Db, token: string): Promise<{ current_email: string; email: string }> {
  const { user_id, email } = (await findLink(db, 'email_change', token)) ?? badRequest(deadLink);
  const user = (user_id !== null && (await findActiveUser(db, user_id))) || badRequest(deadLink);
  return { current_email: user.email, email };
}

const taken = {
  users_email_key: 'This email address has an account already.',
  // By a signup at the same moment.
  waitlist_entries_email_key: 'Someone else just changed that. Please try again.',
};

/**
 * Moves an account to the address of a mailed link and returns it; sessions stay, links to the old address end. Throws
 * 400 for an invalid link, and 409, with the link unused, when the address got an account meanwhile.
 */
export function confirmEmail(
  { db, requestId }: { db: Db; requestId: string },
  token: string,
): Promise<{ email: string }> {
  return refuseViolation(taken, () =>
    transact(db, async (trx) => {
      const { user_id, email } = (await consumeLink(trx, 'email_change', token)) ?? badRequest(deadLink);
      if (user_id === null) return badRequest(deadLink);
      await lockUser(trx, user_id);
      const change = await findLatestChange(trx, user_id);
      if (change?.email !== email || change.confirmed_at !== null) return badRequest(deadLink);
      // Those of the address that it has still.
      await closeAttempts(trx, user_id);
      const { previous_email } = (await confirmChange(trx, change.id)) ?? badRequest(deadLink);
      await claimBookingsOf(trx, user_id);
      await moveAccount(trx, { user_id, from: previous_email, to: email });
      await emit(trx, 'email.changed', { change_id: change.id }, requestId);
      return { email };
    }),
  );
}

/**
 * Gives an account back the address at which a change of it was told, and ends all its sessions. Throws 400 for an
 * invalid link, and 409, with the link unused, when the address got an account meanwhile.
 */
export function undoEmail({ db, requestId }: { db: Db; requestId: string }, token: string): Promise<void> {
  return refuseViolation(taken, () =>
    transact(db, async (trx) => {
      const { user_id, email } = (await consumeLink(trx, 'email_undo', token)) ?? badRequest(deadLink);
      if (user_id === null) return badRequest(deadLink);
      await lockUser(trx, user_id);
      await closeAttempts(trx, user_id);
      const { id, previous_email } = (await undoChange(trx, { user_id, email })) ?? badRequest(deadLink);
      await deleteSessionsOfUser(trx, user_id);
      await moveAccount(trx, { user_id, from: previous_email, to: email });
      await emit(trx, 'email.changed', { change_id: id }, requestId);
    }),
  );
}

/** What goes with another address: what the former one could still open, and what waits. */
async function moveAccount(trx: Db, { user_id, from, to }: { user_id: string; from: string; to: string }) {
  await dropWaitingPayTo(trx, user_id);
  await moveEntry(trx, from, to);
  await consumeLinksOf(trx, user_id);
  await forgetLinks(trx, from);
}
