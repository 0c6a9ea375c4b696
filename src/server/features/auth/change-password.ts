import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { unauthorized } from '#server/errors.ts';
import { consumeLinksOf } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import type { PasswordInput } from '#shared/users.ts';
import { closeAttempts } from './codes/queries.ts';
import { proveIdentity } from './confirm-identity.ts';
import { attemptKeys, hashingOf } from './login.ts';
import { hashPassword } from './passwords.ts';
import { lockPassword, setPasswordHash } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';

const passwordField = { name: 'current_password', missing: 'Current password is required' };

/**
 * Sets a new password, ends all other sessions of the caller and what was mailed before; 409 for a wrong current one.
 * An account without a password gets its first one by a code.
 */
export async function changePassword(
  ctx: Context & { caller: Caller },
  { current_password, password, attempt, code }: PasswordInput,
): Promise<void> {
  const { caller, db, deps, ip, requestId } = ctx;
  const stillHolds = await proveIdentity(ctx, { password: current_password, attempt, code }, passwordField);
  const hashing = hashingOf(attemptKeys(caller.email, ip), true);
  const next = await deps.limiters.hashes.run(hashing, () => hashPassword(password));
  await transact(db, async (trx) => {
    const { password_hash } = (await lockPassword(trx, caller.id)) ?? unauthorized();
    await stillHolds(trx, password_hash);
    await setPasswordHash(trx, caller.id, next);
    await deleteOtherSessions(trx, caller.id, caller.session_id);
    await consumeLinksOf(trx, caller.id);
    await closeAttempts(trx, caller.id);
    await emit(trx, 'password.changed', { user_id: caller.id, is_first: password_hash === null }, requestId);
  });
}
