import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { invalidFields, unauthorized } from '#server/errors.ts';
import { guessCode } from '#server/features/auth/codes/guess.ts';
import { hashed, networkKey } from '#server/features/auth/codes/hash-code.ts';
import {
  consumeCode,
  insertSignup,
  insertUserWithoutPassword,
  lockAccount,
} from '#server/features/auth/codes/queries.ts';
import { countGuess } from '#server/features/auth/login.ts';
import { rememberAddress } from '#server/features/auth/login-queries.ts';
import { sessionWithin } from '#server/features/auth/sessions.ts';
import { insertClient } from '#server/features/clients/queries.ts';
import { acceptEntry } from '#server/features/waitlist/queries.ts';
import { consumeLinks } from '#server/links/mailed-links.ts';
import { newClient, type VerifyCodeInput } from '#shared/codes.ts';
import { lengths } from '#shared/constants.ts';
import { codeMessages } from '#shared/rules/one-time-code.ts';
import { claimBookingsOf } from './claim-bookings.ts';

const login = { purpose: 'login' } as const;

/**
 * Exchanges a mailed code for a session; where the address is new, for an account of a client, too (201). Throws 401,
 * which counts as `guessCode` says, and 422 for a new client without names: the code stays good then.
 */
export async function verifyCode(context: Context, input: VerifyCodeInput) {
  const { db, deps } = context;
  const code = hashed(input.attempt, input.code);
  const guess = (await guessCode(context, code, login)) ?? refuse(context);
  const { email, keys } = guess;
  const session = await transact(db, async (trx) => {
    const account = await lockAccount(trx, email);
    if (!(await consumeCode(trx, code, login))) return undefined;
    const user = account ?? (await signUp(trx, context, email, input));
    if (!user?.is_active || user.role === 'admin') return undefined;
    await claimBookingsOf(trx, user.id);
    return { ...(await sessionWithin(trx, context, user.id, { isTold: false })), isNew: user.isNew };
  });
  if (!session) {
    await countGuess(db, deps.config, keys, guess);
    return refuse(context);
  }
  await rememberAddress(db, keys.pair);
  const { isNew, ...answer } = session;
  if (isNew) context.setStatus(201);
  return answer;
}

function refuse({ deps }: Context): never {
  deps.meter?.loginFailed();
  return unauthorized(codeMessages.wrong);
}

/**
 * Makes the account of a new client, or finds the one that another attempt has just made, and is done with what the
 * waitlist knew; undefined where clients come by the waitlist. Throws 422 without both names.
 */
async function signUp(trx: Db, { deps, ip }: Context, email: string, input: VerifyCodeInput) {
  if (deps.config.clientSignup !== 'open') return undefined;
  const parsed = newClient.safeParse(input);
  if (!parsed.success) return invalidFields(parsed.error);
  const { phone_number = '', ...names } = parsed.data;
  const user_id = await insertUserWithoutPassword(trx, email, usernameOf(names));
  if (user_id === undefined) return lockAccount(trx, email);
  const { id: client_id } = await insertClient(trx, { user_id, ...names, phone_number });
  await insertSignup(trx, client_id, networkKey(ip));
  await acceptEntry(trx, email);
  for (const purpose of ['invitation', 'waitlist_verification'] as const) await consumeLinks(trx, purpose, email);
  return { id: user_id, role: 'client', is_active: true, isNew: true };
}

function usernameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return [...`${first_name} ${last_name}`].slice(0, lengths.name.max).join('').trim();
}
