import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { conflict, invalid, unauthorized } from '#server/errors.ts';
import { codeMessages } from '#shared/rules/one-time-code.ts';
import { guessCode } from './codes/guess.ts';
import { hashed } from './codes/hash-code.ts';
import { consumeCode, type HashedCode } from './codes/queries.ts';
import { attemptKeys, countAttempt, hashingOf } from './login.ts';
import { forgetFailures } from './login-queries.ts';
import { passwordMatches } from './passwords.ts';
import { findPasswordHash } from './queries.ts';

type OwnContext = Context & { caller: Caller };

/** What a caller proves with who they are: a password, or where the account has none a mailed code. */
type Given = { password: string | undefined; attempt: string | undefined; code: string | undefined };

/**
 * Called in the transaction of the work, under the user's lock, with the password's hash as it is then: throws 409 when
 * what was proven holds no more. A code is used up by it.
 */
type StillHolds = (trx: Db, passwordHash: string | null) => Promise<void>;

/** The field that takes the password, and what is said when it is missing. */
type PasswordField = { name: string; missing: string };

/**
 * Has a caller prove who they are, before the transaction of the work begins. Throws 422 where the proof that their
 * account needs is missing, 409 for a wrong one, 401 once the account is gone.
 */
export async function proveIdentity(
  ctx: OwnContext,
  { password, attempt, code }: Given,
  field: PasswordField,
): Promise<StillHolds> {
  if (ctx.caller.has_password) {
    if (password === undefined) return invalid(['body', field.name], field.missing);
    const verified = await provePassword(ctx, password);
    return (_, now) => Promise.resolve(now === verified ? undefined : refusePassword());
  }
  if (code === undefined) return invalid(['body', 'code'], codeMessages.form);
  if (attempt === undefined) return invalid(['body', 'attempt'], 'Attempt is required');
  return proveCode(ctx, hashed(attempt, code));
}

/**
 * The same for a password alone: returns the hash that it was compared with. Whoever found an open session can guess
 * here, so attempts count as those of a login from the same address, and end as they do (429).
 */
async function provePassword({ db, deps, ip, caller }: OwnContext, password: string): Promise<string> {
  const keys = attemptKeys(caller.email, ip);
  const verified = await deps.limiters.hashes.run(hashingOf(keys, true), async () => {
    await countAttempt(db, deps.config, keys);
    const { password_hash: stored } = (await findPasswordHash(db, caller.id)) ?? unauthorized();
    return stored && (await passwordMatches(stored, password)) ? stored : refusePassword();
  });
  // Before the work, which may be refused for another reason.
  await forgetFailures(db, keys.pair);
  return verified;
}

async function proveCode(ctx: OwnContext, code: HashedCode): Promise<StillHolds> {
  const own = { purpose: 'confirmation', userId: ctx.caller.id } as const;
  if (!(await guessCode(ctx, code, own))) return refuseCode();
  return async (trx, passwordHash) => {
    if (passwordHash !== null || !(await consumeCode(trx, code, own))) refuseCode();
  };
}

function refusePassword(): never {
  return conflict('Your current password is not right.', 'wrong_password');
}

function refuseCode(): never {
  return conflict(codeMessages.wrong, 'wrong_code');
}
