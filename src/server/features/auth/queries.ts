import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { anyOf, clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { EventName } from '#server/outbox/events.ts';
import { inHourAndDay } from '#server/outbox/queries.ts';
import type { Role } from '#shared/constants.ts';
import type { KindMails } from '#shared/rules/code-mails.ts';

const validSession = statement('valid_session', (db, p: Params<{ id: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('professionals', 'professionals.user_id', 'users.id')
    .leftJoin('clients', 'clients.user_id', 'users.id')
    .select(['users.id as user_id', 'users.role', 'users.email', 'users.username'])
    .select(['professionals.id as professional_id', 'clients.id as client_id'])
    .select(sql<boolean>`users.password_hash is not null`.as('has_password'))
    .select([
      epochMs(sql`sessions.expires_at - clock_now()`).as('remaining_ms'),
      sql<boolean>`sessions.last_seen_at < clock_now() - interval '1 hour'`.as('stale'),
    ])
    .where('sessions.id', '=', p.id)
    .where('sessions.expires_at', '>', clockNow)
    .where('users.is_active', '=', true),
);

/** Finds an unexpired session of an active user, by the database's clock. */
export function findSession(db: Db, id: string) {
  return validSession.executeTakeFirst(db, { id });
}

/** Those of these sessions that `findSession` would find. */
export async function findValidSessions(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', anyOf(ids, 'text'))
    .where('sessions.expires_at', '>', clockNow)
    .where('users.is_active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whose session it is, on which device; `verified` is the hash that the password was compared with. */
export type NewSession = { userId: string; device?: string | null | undefined; verified?: string | undefined };

/** Locks a user until the transaction ends, so that what counts their rows counts all of them. */
export async function lockUser(trx: Db, id: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Ends a user's sessions but the newest `keep`, by their login. Needs the user's lock. */
export async function deleteOldestSessions(trx: Db, userId: string, keep: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('expires_at', '>', clockNow)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep),
    )
    .execute();
}

/**
 * Writes a session for an active user, and with `verified`, the hash that a password was compared with, only if that is
 * still theirs. Else it writes none.
 */
export async function insertSession(
  db: Db,
  { id, userId, device, verified, idleDays, ttlDays }: NewSession & { id: string; idleDays: number; ttlDays: number },
): Promise<void> {
  const ends = sql`clock_now() + make_interval(secs => ${ttlDays * 86_400})`;
  await sql`
    insert into sessions (id, user_id, device, ends_at, expires_at)
    select ${id}, id, ${device ?? null}, ${ends}, least(${ends}, clock_now() + make_interval(days => ${idleDays}))
    from users where id = ${userId} and is_active and (${verified ?? null}::text is null or password_hash = ${verified ?? null})`.execute(
    db,
  );
}

export function findSessionEnd(db: Db, id: string) {
  return db.selectFrom('sessions').select('ends_at').where('id', '=', id).executeTakeFirst();
}

/** Records the use of a session and prolongs it, at most once an hour. */
export async function touchSession(db: Db, id: string, idleDays: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: clockNow,
      expires_at: sql<string>`least(ends_at, clock_now() + make_interval(days => ${idleDays}))`,
    })
    .where('id', '=', id)
    .where('last_seen_at', '<', sql<string>`clock_now() - interval '1 hour'`)
    .execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export function deleteExpiredSessions(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'sessions', sql`expires_at < clock_now()`, limit);
}

export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Undefined for an unknown or disabled user. */
export function findActiveUser(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

const resetRequested = 'password.reset_requested' satisfies EventName;

/**
 * Writes the event of a reset request, in one statement that does the same for addresses with and without an account;
 * `network` stands in it where that account logged in from there lately.
 */
export async function emitResetRequest(
  db: Db,
  { email, network }: { email: string; network: string },
  requestId: string,
): Promise<void> {
  await sql`
    insert into outbox (event, payload, request_id)
    select ${sql.lit(resetRequested)}, jsonb_strip_nulls(jsonb_build_object(
        'user_id', coalesce((select id from users where email = ${email}), uuidv7()),
        'network', (select network from login_networks known join users on users.id = known.user_id
          where users.email = ${email} and ${isKnownNetwork(sql`${network}`)}))),
      ${requestId}`.execute(db);
}

/** How long a network is known after a login from there, days. */
export const knownDays = 90;

/** Whether a row `known` of an account's networks is this one, and it logged in from there lately (contract 11). */
export function isKnownNetwork(network: RawBuilder<unknown>) {
  return sql<boolean>`known.network = ${network}
    and known.last_login_at > clock_now() - make_interval(days => ${knownDays})`;
}

/**
 * Counts a user's emails of a template in the last hour and day: those that this known network asked for, or all others.
 * Locks the user, so that two events cannot both see room for one more.
 */
export async function countEmails(
  trx: Db,
  {
    userId,
    template,
    network = null,
  }: {
    userId: string;
    template: 'password_reset' | 'user_invitation' | 'new_device';
    network?: string | null | undefined;
  },
): Promise<KindMails> {
  await lockUser(trx, userId);
  return trx
    .selectFrom('deliveries')
    .select(inHourAndDay)
    .where('recipient', '=', userId)
    .where('template', '=', sql.lit(template))
    .where(sql<boolean>`payload ->> 'network' is not distinct from ${network}::text`)
    .where('created_at', '>', sql<string>`clock_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
}

/** An active user's data for an invitation; undefined for an unknown or disabled one. */
export function findInvited(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'username as name'])
    .select((eb) => eb.ref('role').$castTo<Role>().as('role'))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Undefined for an unknown or disabled user. */
export function findPasswordHash(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Locks a user, and returns their password's hash as it is then; undefined once they are gone. */
export function lockPassword(trx: Db, id: string) {
  return trx.selectFrom('users').select('password_hash').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function setPasswordHash(db: Db, userId: string, password_hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
}

/** Replaces a password's hash; false if it is no longer `stored`. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  stored: string,
  password_hash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', userId)
    .where('password_hash', '=', stored)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type NewUser = { role: Role; email: string; username: string; password_hash: string | null };

export function insertUser(db: Db, user: NewUser) {
  return db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
}
