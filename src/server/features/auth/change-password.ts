import type { Caller } from '#server/caller.ts';
import { transact } from '#server/db/transact.ts';
import { conflict } from '#server/errors.ts';
import type { Context } from '#server/trpc.ts';
import type { PasswordChange } from '#shared/users.ts';
import { inTurn } from './hash-queue.ts';
import { attemptKeys, countAttempt } from './login.ts';
import { forgetFailures } from './login-queries.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { findUserByEmail, lockUser, replacePasswordHash } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';

/**
 * Sets a new password and ends all other sessions of the caller; 409 for a wrong current one. Whoever found an open session can guess here,
 * so attempts count as those of a login from the same address, and end as they do (429).
 */
export async function changePassword(
  { db, deps, ip, caller }: Context & { caller: Caller },
  { current_password, password }: PasswordChange,
): Promise<void> {
  const keys = attemptKeys(caller.email, ip);
  await inTurn({ account: keys.account, address: keys.address, known: true }, async () => {
    await countAttempt(db, deps.config, keys);
    const stored = (await findUserByEmail(db, caller.email))?.password_hash;
    if (!stored || !(await passwordMatches(stored, current_password))) return refused();
    const next = await hashPassword(password);
    await transact(db, async (trx) => {
      await lockUser(trx, caller.id);
      if (!(await replacePasswordHash(trx, caller.id, stored, next))) refused();
      await deleteOtherSessions(trx, caller.id, caller.session_id);
    });
  });
  await forgetFailures(db, keys.pair);
}

function refused(): never {
  return conflict('Your current password is not right.');
}
