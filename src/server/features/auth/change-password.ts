import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { invalid } from '#server/errors.ts';
import { consumeLinksOf } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import type { PasswordInput } from '#shared/users.ts';
import { closeAttempts } from './codes/queries.ts';
import { provePassword, refusePassword } from './confirm-identity.ts';
import { attemptKeys, hashingOf } from './login.ts';
import { hashPassword } from './passwords.ts';
import { lockUser, replacePasswordHash, setFirstPassword } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';

/**
 * Sets a new password, ends all other sessions of the caller and what was mailed before; 409 for a wrong current one.
 * An account without a password gets its first one.
 */
export async function changePassword(
  ctx: Context & { caller: Caller },
  { current_password, password }: PasswordInput,
): Promise<void> {
  const { caller, db, deps, ip, requestId } = ctx;

  async function replace(trx: Db, isReplaced: () => Promise<boolean>, told: { is_first?: boolean }): Promise<void> {
    await lockUser(trx, caller.id);
    if (!(await isReplaced())) refusePassword();
    await deleteOtherSessions(trx, caller.id, caller.session_id);
    await consumeLinksOf(trx, caller.id);
    await closeAttempts(trx, caller.id);
    await emit(trx, 'password.changed', { user_id: caller.id, ...told }, requestId);
  }

  const inTurn = () =>
    deps.limiters.hashes.run(hashingOf(attemptKeys(caller.email, ip), true), () => hashPassword(password));

  if (!caller.has_password) {
    const first = await inTurn();
    return transact(db, (trx) => replace(trx, () => setFirstPassword(trx, caller.id, first), { is_first: true }));
  }
  if (current_password === undefined) return invalid(['body', 'current_password'], 'Current password is required');
  const verified = await provePassword(ctx, current_password);
  const next = await inTurn();
  return transact(db, (trx) => replace(trx, () => replacePasswordHash(trx, caller.id, verified, next), {}));
}
