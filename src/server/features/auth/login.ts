import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { tooManyRequests, unauthorized } from '#server/errors.ts';
import { addressKey } from '#server/limits/address-key.ts';
import type { Caller } from '#server/limits/limiter.ts';
import type { LoginInput } from '#shared/auth.ts';
import { emailAddress } from '#shared/rules/email-address.ts';
import {
  countFailure,
  findAdmission,
  findBlock,
  forgetFailures,
  guessEvery,
  type LoginKeys,
  recordGuess,
  rememberAddress,
  takeGuessTime,
} from './login-queries.ts';
import { decoyHash, hashPassword, isOutdated, passwordMatches } from './passwords.ts';
import { findUserByEmail, replacePasswordHash } from './queries.ts';
import { sessionAnswer, wrongLogin } from './sessions.ts';

/** Seconds. */
const minute = 60;
export const daySeconds = 24 * 60 * minute;
/**
 * How long an account stays closed to an address after LOGIN_MAX_FAILURES failures in a row (reliability S6), seconds.
 */
const accountBlock = 15 * minute;
const pairRule = { windowSeconds: daySeconds, blockSeconds: accountBlock };
const addressRule = { windowSeconds: daySeconds, blockSeconds: daySeconds };

/** Keys under which an attempt from `ip` for the account of `email`, in lower case, is counted. */
export function attemptKeys(email: string, ip: string): LoginKeys {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return {
    pair: `pair:${hash(`${email} ${addressKey(ip)}`)}`,
    address: `address:${hash(addressKey(ip))}`,
    account: `account:${hash(email)}`,
  };
}

/** For whom a hash is computed; `known`: the account logged in from this address before. */
export function hashingOf({ address, account }: Pick<LoginKeys, 'address' | 'account'>, known = false): Caller {
  return { keys: [address, account], known };
}

/** The keys whose failures are limited: a limit that is switched off no longer blocks whom it blocked before. */
function blockingOf({ loginMaxFailures, loginMaxFailuresPerAddress }: Config, { pair, address }: LoginKeys): string[] {
  return [...(loginMaxFailures > 0 ? [pair] : []), ...(loginMaxFailuresPerAddress > 0 ? [address] : [])];
}

/** Throws 429 for an attempt that is blocked. */
export async function admitted(db: Db, config: Config, keys: LoginKeys) {
  const { seconds_blocked, ...admission } = await findAdmission(db, keys, blockingOf(config, keys));
  if (seconds_blocked > 0) tooManyRequests(seconds_blocked);
  return admission;
}

/**
 * Counts an attempt as failed, until `forgetFailures` after a success, so that parallel ones, in other processes too,
 * cannot exceed the limit. Throws 429.
 */
export async function countAttempt(db: Db, { loginMaxFailures }: Config, keys: LoginKeys): Promise<void> {
  const attempts =
    loginMaxFailures > 0 ? await countFailure(db, { ...pairRule, key: keys.pair, max: loginMaxFailures }) : 0;
  if (attempts > loginMaxFailures) tooManyRequests(accountBlock);
}

/**
 * Waits for the next time at which an account may be guessed at, where guesses are slowed, after so many failures of
 * the address. Throws 429.
 */
export async function waitAmongGuesses(db: Db, config: Config, keys: LoginKeys, failures: number): Promise<void> {
  await sleep((await takeGuessTime(db, keys.account, failures)) ?? (await refuseGuess(db, config, keys)));
}

/** Counts for the address as a failure does; for the account it would lock its owner out. */
async function refuseGuess(db: Db, config: Config, keys: LoginKeys): Promise<never> {
  await countFailureOfAddress(db, config, keys);
  return tooManyRequests(guessEvery);
}

/** Counts a failure for the caller's address, whichever account it was about. */
async function countFailureOfAddress(db: Db, { loginMaxFailuresPerAddress: max }: Config, keys: LoginKeys) {
  if (max > 0) await countFailure(db, { ...addressRule, key: keys.address, max });
}

/** The same for a guess that is at no account: throws 429 where the address is blocked. */
export async function countWithoutAccount(db: Db, config: Config, keys: LoginKeys): Promise<void> {
  const seconds = config.loginMaxFailuresPerAddress > 0 ? await findBlock(db, [keys.address]) : 0;
  if (seconds > 0) tooManyRequests(seconds);
  await countFailureOfAddress(db, config, keys);
}

/** Counts a wrong password or code; `countAttempt` counted it for account and address together. */
export async function countGuess(db: Db, config: Config, keys: LoginKeys, { isKnown }: { isKnown: boolean }) {
  await countFailureOfAddress(db, config, keys);
  if (!isKnown) await recordGuess(db, keys.account);
}

/**
 * Exchanges e-mail and password for a session. An unknown address, a wrong password and a disabled user get the same
 * answer in the same time.
 */
export async function login(context: Context, { username, password }: LoginInput) {
  const { db, deps, ip } = context;
  const email = emailAddress(username.normalize('NFKC'));
  const keys = attemptKeys(email, ip);

  const { is_known: isKnown, is_slowed, failures } = await admitted(db, deps.config, keys);
  // Whoever logged in from here before is never slowed by what others guess.
  const hasWaited = is_slowed && !isKnown;
  if (hasWaited) await waitAmongGuesses(db, deps.config, keys, failures);

  const user = await deps.limiters.hashes.run(hashingOf(keys, isKnown), async () => {
    // Others who were let in at the same time may have used up what is allowed.
    const now = await admitted(db, deps.config, keys);
    if (now.is_slowed && !isKnown && !hasWaited) return refuseGuess(db, deps.config, keys);
    await countAttempt(db, deps.config, keys);
    const found = await findUserByEmail(db, email);
    const stored = found?.password_hash ?? decoyHash;
    const matches = await passwordMatches(stored, password);
    if (matches && found?.is_active && found.password_hash) {
      if (!isOutdated(stored)) return { id: found.id, verified: stored };
      const renewed = await hashPassword(password);
      return { id: found.id, verified: (await replacePasswordHash(db, found.id, stored, renewed)) ? renewed : stored };
    }
    await countGuess(db, deps.config, keys, { isKnown });
    return undefined;
  });

  if (!user) {
    deps.meter?.loginFailed();
    return unauthorized(wrongLogin);
  }

  await forgetFailures(db, keys.pair);
  await rememberAddress(db, keys.pair);
  return sessionAnswer(context, user.id, user.verified);
}
