import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest } from '#server/errors.ts';
import { networkKey } from '#server/features/auth/codes/hash-code.ts';
import { closeAttempts } from '#server/features/auth/codes/queries.ts';
import { attemptKeys, daySeconds, hashingOf } from '#server/features/auth/login.ts';
import { countFailure, forgetFailures } from '#server/features/auth/login-queries.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import {
  deleteSessionsOfUser,
  emitResetRequest,
  findActiveUser,
  lockUser,
  setPasswordHash,
} from '#server/features/auth/queries.ts';
import { dropWaitingPayTo } from '#server/features/deposits/settings-queries.ts';
import { consumeLink, consumeLinksOf, deadLink, findLink } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import { claimBookingsOf } from './claim-bookings.ts';

/**
 * Asks for a reset link. An address without an account gets the same answer after the same work: the event then names a
 * user that does not exist, and the job that would send the email finds nobody. So does one that asks too often.
 */
export async function requestReset({ db, deps, ip, requestId }: Context, email: string): Promise<{ message: string }> {
  const max = deps.config.loginMaxFailuresPerAddress;
  const key = `forgot:${attemptKeys(email, ip).address}`;
  const requests =
    max > 0 ? await countFailure(db, { key, max: max + 1, windowSeconds: daySeconds, blockSeconds: daySeconds }) : 0;
  if (requests <= max) await emitResetRequest(db, { email, network: networkKey(ip) }, requestId);
  return { message: "If this address has an account, we've sent it a link to choose a new password." };
}

/**
 * Sets the password of a mailed link's user and ends all their sessions. Throws 400 for an invalid link, also of a
 * disabled user.
 */
export async function resetPassword(
  { db, deps, ip, requestId }: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  // Without a link that works nothing is hashed.
  const link = (await findLink(db, 'password_reset', token)) ?? badRequest(deadLink);
  const keys = attemptKeys(link.email, ip);
  const hash = await deps.limiters.hashes.run(hashingOf(keys), () => hashPassword(password));
  await transact(db, async (trx) => {
    const { user_id } = (await consumeLink(trx, 'password_reset', token)) ?? badRequest(deadLink);
    const user = (user_id === null ? undefined : await findActiveUser(trx, user_id)) ?? badRequest(deadLink);
    await replacePassword(trx, user.id, hash, requestId);
    await claimBookingsOf(trx, user.id);
    // Who has the mailbox is not kept out by the attempts that made them ask for the link.
    await forgetFailures(trx, keys.pair);
  });
}

/** Sets a user's password, ends all their sessions the links that were mailed to them before and what
 * waits to be where they are paid, and tells them. */
export async function replacePassword(trx: Db, userId: string, hash: string, requestId: string): Promise<void> {
  await lockUser(trx, userId);
  await setPasswordHash(trx, userId, hash);
  await deleteSessionsOfUser(trx, userId);
  await consumeLinksOf(trx, userId);
  await closeAttempts(trx, userId);
  await dropWaitingPayTo(trx, userId);
  await emit(trx, 'password.changed', { user_id: userId }, requestId);
}
