import { type Adapter, Lucia, TimeSpan } from 'lucia';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { unauthorized } from '#server/errors.ts';
import { hashToken, newToken } from '#server/links/tokens.ts';
import type { Sessions } from '#server/sockets/sockets.ts';
import type { Role } from '#shared/constants.ts';
import { networkKey } from './codes/hash-code.ts';
import { rememberNetwork } from './codes/queries.ts';
import { deviceKey, deviceOf } from './device.ts';
import { type LoginDevice, recordDevice } from './device-queries.ts';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOfUser,
  findSession,
  findSessionEnd,
  findValidSessions,
  insertSession,
  lockUser,
  type NewSession,
  touchSession,
} from './queries.ts';

type UserAttributes = Omit<Caller, 'id' | 'session_id'>;

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ stale: boolean }, UserAttributes>;
    DatabaseSessionAttributes: { stale: boolean } & Omit<NewSession, 'userId'>;
    DatabaseUserAttributes: UserAttributes;
  }
}

/**
 * A session ends after so many days without use (reliability S2), and at the latest SESSION_TTL_DAYS after its login.
 */
const idleDays = 10;
/** The answer to any login that fails (contract 2). */
export const wrongLogin = 'Incorrect email or password';
/** Most sessions of one user (contract 4). */
const maxSessions = 20;

/**
 * Lucia with our adapter. The database's clock decides whether a session is valid; Lucia gets the remaining time added
 * to its own clock.
 */
function luciaOver(db: Db, ttlDays: number) {
  const adapter: Adapter = {
    async getSessionAndUser(id) {
      const row = await findSession(db, id);
      if (!row) return [null, null];
      const { user_id, remaining_ms, stale, role, ...person } = row;
      return [
        { id, userId: user_id, expiresAt: new Date(Date.now() + remaining_ms), attributes: { stale } },
        { id: user_id, attributes: { ...person, role: role as Role } },
      ];
    },
    getUserSessions: () => Promise.resolve([]),
    setSession: ({ id, userId, attributes }) => insertSession(db, { id, userId, ...attributes, idleDays, ttlDays }),
    // Lucia would prolong a session once half of the idle time is over; `callerOf` prolongs it hourly instead.
    updateSessionExpiration: () => Promise.resolve(),
    deleteSession: (id) => deleteSession(db, id),
    deleteUserSessions: (userId) => deleteSessionsOfUser(db, userId),
    deleteExpiredSessions: async () => void (await deleteExpiredSessions(db, 1_000)),
  };
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(idleDays, 'd'),
    getSessionAttributes: ({ stale }) => ({ stale }),
    getUserAttributes: (attributes) => attributes,
  });
}

/** `from` is where somebody logged in, `verified` the hash of the password that they know. */
type NewLogin = { from?: LoginDevice; verified?: string | undefined };

/**
 * Starts a session in place of the user's oldest when it is one too many; returns its token, which is not stored, and
 * its latest end. Throws 401 when the user is disabled, deleted or has another password than `verified` by now.
 */
export function startSession(
  db: Db,
  config: Deps['config'],
  userId: string,
  login: NewLogin = {},
): Promise<{ token: string; expiresAt: string }> {
  return transact(db, (trx) => startSessionIn(trx, config, userId, login));
}

/** `startSession` in the caller's transaction. */
async function startSessionIn(trx: Db, config: Deps['config'], userId: string, { from, verified }: NewLogin) {
  const token = newToken();
  await lockUser(trx, userId);
  await deleteOldestSessions(trx, userId, maxSessions - 1);
  const { id } = await luciaOver(trx, config.sessionTtlDays).createSession(
    userId,
    { stale: false, device: from?.device, verified },
    { sessionId: hashToken(token) },
  );
  const end = await findSessionEnd(trx, id);
  const { ends_at } = end ?? unauthorized(wrongLogin);
  if (from) {
    await recordDevice(trx, userId, from);
    await rememberNetwork(trx, userId, from.network);
  }
  return { token, expiresAt: ends_at };
}

/** Starts a session for whoever sent the request and returns what a login answers. */
export function sessionAnswer(context: Context, userId: string, verified: string) {
  return transact(context.db, (trx) => sessionWithin(trx, context, userId, { verified }));
}

/** `sessionAnswer` in the caller's transaction; `isTold`: whether a new device is mailed. */
export async function sessionWithin(
  trx: Db,
  { deps, header, ip, requestId }: Context,
  userId: string,
  { verified, isTold = true }: { verified?: string; isTold?: boolean },
) {
  const userAgent = header('user-agent');
  const seen = { key: deviceKey(userAgent, ip), device: deviceOf(userAgent), network: networkKey(ip) };
  const from = { ...seen, requestId, isTold };
  const { token, expiresAt } = await startSessionIn(trx, deps.config, userId, { from, verified });
  return { access_token: token, token_type: 'bearer' as const, expires_at: expiresAt };
}

/** The user of a token; null for an unknown or expired token and for a disabled user. */
export async function callerOf({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<Caller | null> {
  const { session, user } = await luciaOver(db, config.sessionTtlDays).validateSession(hashToken(token));
  if (!session) return null;
  if (session.stale) await touchSession(db, session.id, idleDays);
  const { id, role, email, username, has_password, professional_id, client_id } = user;
  return { id, role, email, username, has_password, professional_id, client_id, session_id: session.id };
}

/** What sockets ask about sessions. */
export function socketSessions(deps: Pick<Deps, 'db' | 'config'>): Sessions {
  return {
    userOf: async (token) => (await callerOf(deps, token))?.id,
    valid: (ids) => findValidSessions(deps.db, ids),
  };
}

export async function endSession({ db, config }: Pick<Deps, 'db' | 'config'>, sessionId: string): Promise<void> {
  await luciaOver(db, config.sessionTtlDays).invalidateSession(sessionId);
}
