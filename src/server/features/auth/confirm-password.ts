import type { Caller } from '#server/caller.ts';
import { conflict } from '#server/errors.ts';
import type { Context } from '#server/trpc.ts';
import { inTurn } from './hash-queue.ts';
import { attemptKeys, countAttempt } from './login.ts';
import { forgetFailures } from './login-queries.ts';
import { passwordMatches } from './passwords.ts';
import { findUserByEmail } from './queries.ts';

/**
 * Runs `work` for a caller who knows their password, and gives it the hash that it was compared with; 409 for a wrong one. Whoever found an open
 * session can guess here, so attempts count as those of a login from the same address, and end as they do (429).
 */
export async function withPassword<T>(
  { db, deps, ip, caller }: Context & { caller: Caller },
  password: string,
  work: (verified: string) => Promise<T>,
): Promise<T> {
  const keys = attemptKeys(caller.email, ip);
  const done = await inTurn({ account: keys.account, address: keys.address, known: true }, async () => {
    await countAttempt(db, deps.config, keys);
    const stored = (await findUserByEmail(db, caller.email))?.password_hash;
    if (!stored || !(await passwordMatches(stored, password))) return refusePassword();
    return work(stored);
  });
  await forgetFailures(db, keys.pair);
  return done;
}

export function refusePassword(): never {
  return conflict('Your current password is not right.');
}
