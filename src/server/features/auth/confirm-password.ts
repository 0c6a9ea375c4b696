import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { conflict, unauthorized } from '#server/errors.ts';
import { inTurn } from './hash-queue.ts';
import { attemptKeys, countAttempt } from './login.ts';
import { forgetFailures } from './login-queries.ts';
import { passwordMatches } from './passwords.ts';
import { findPasswordHash } from './queries.ts';

/**
 * Runs `work` for a caller who knows their password, and gives it the hash that it was compared with; 409 for a wrong
 * one, 401 once the account is gone. Whoever found an open session can guess here, so attempts count as those of a
 * login from the same address, and end as they do (429).
 */
export async function withPassword<T>(
  { db, deps, ip, caller }: Context & { caller: Caller },
  password: string,
  work: (verified: string) => Promise<T>,
): Promise<T> {
  const keys = attemptKeys(caller.email, ip);
  return inTurn({ account: keys.account, address: keys.address, known: true }, async () => {
    await countAttempt(db, deps.config, keys);
    const { password_hash: stored } = (await findPasswordHash(db, caller.id)) ?? unauthorized();
    if (!stored || !(await passwordMatches(stored, password))) return refusePassword();
    // Before the work, which may be refused for another reason.
    await forgetFailures(db, keys.pair);
    return work(stored);
  });
}

export function refusePassword(): never {
  return conflict('Your current password is not right.');
}
