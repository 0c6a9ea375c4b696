import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressKey } from '#server/address-key.ts';
import { tooManyRequests, unauthorized } from '#server/errors.ts';
import type { Context } from '#server/trpc.ts';
import type { LoginInput } from '#shared/auth.ts';
import { decoyHash, hashPassword, inTurn, isOutdated, passwordMatches } from './passwords.ts';
import { countFailure, findUserByEmail, forgetFailures, secondsBlocked, setPasswordHash } from './queries.ts';
import { startSession } from './sessions.ts';

/** Seconds. */
const minute = 60;
const day = 24 * 60 * minute;
/** How long an account stays closed to an address after LOGIN_MAX_FAILURES failures in a row (reliability S6), seconds. */
const accountBlock = 15 * minute;
/** After so many failures for an account from all addresses, each further failure is answered more slowly, but never refused (S6). */
const patience = 20;
/** Longest such delay, milliseconds. */
const slowest = 4_000;
/** A limit that is never reached: PostgreSQL's largest integer. */
const never = 2_147_483_647;

const pairRule = { windowSeconds: day, blockSeconds: accountBlock };
const addressRule = { windowSeconds: day, blockSeconds: day };
const accountRule = { windowSeconds: day, blockSeconds: 0, max: never };

/** Keys hold hashes instead of addresses, because the rows are kept for days. */
function keysOf(email: string, ip: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return {
    pair: `pair:${hash(`${email} ${addressKey(ip)}`)}`,
    address: `address:${hash(addressKey(ip))}`,
    account: `account:${hash(email)}`,
  };
}

/** Exchanges e-mail and password for a session. An unknown address, a wrong password and a disabled user get the same answer in the same time. */
export async function login({ db, deps, ip }: Context, { username, password }: LoginInput) {
  const email = username.normalize('NFKC').toLowerCase();
  const { loginMaxFailures, loginMaxFailuresPerAddress } = deps.config;
  const keys = keysOf(email, ip);

  const user = await inTurn(async () => {
    const seconds = await secondsBlocked(db, [keys.pair, keys.address]);
    if (seconds > 0) tooManyRequests(seconds);
    // An attempt counts as failed until it succeeds, so that parallel attempts cannot exceed the limit, in other processes either.
    const attempts = loginMaxFailures > 0 ? await countFailure(db, { ...pairRule, key: keys.pair, max: loginMaxFailures }) : 0;
    if (attempts > loginMaxFailures) tooManyRequests(accountBlock);
    const found = await findUserByEmail(db, email);
    const stored = found?.password_hash ?? decoyHash;
    const matches = await passwordMatches(stored, password);
    if (matches && found?.is_active && found.password_hash) {
      if (isOutdated(stored)) await setPasswordHash(db, found.id, await hashPassword(password));
      return found;
    }
    if (loginMaxFailuresPerAddress > 0) await countFailure(db, { ...addressRule, key: keys.address, max: loginMaxFailuresPerAddress });
    return undefined;
  });

  if (!user) {
    deps.meter?.loginFailed();
    const spread = await countFailure(db, { ...accountRule, key: keys.account });
    if (spread > patience) await sleep(Math.min(slowest, 100 * 2 ** ((spread - patience) / 4)));
    return unauthorized('Incorrect email or password');
  }

  await forgetFailures(db, [keys.pair, keys.account]);
  const { token, expiresAt } = await startSession(db, deps.config, user.id);
  return { access_token: token, token_type: 'bearer' as const, expires_at: expiresAt };
}
