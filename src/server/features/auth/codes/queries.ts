import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow } from '#server/db/sql.ts';
import { isKnownNetwork, knownDays } from '#server/features/auth/queries.ts';
import { newClientDays } from '#shared/constants.ts';
import { codeLifetime, mailedWithin, wrongTriesAtMost } from '#shared/rules/one-time-code.ts';

/** What a code is for: logging in, or confirming something as that user. */
export type CodePurpose = { purpose: 'login' } | { purpose: 'confirmation'; userId: string };
/** Hashes of an attempt, and of a code together with it. */
export type HashedCode = { attempt: string; code: string };

/** How long requests and attempts are kept, hours: mails of codes are counted over a day. */
const keptHours = 25;

const userOf = (of: CodePurpose) => (of.purpose === 'confirmation' ? of.userId : null);

/** Whether an attempt takes a code: it is neither used up nor ended, and few enough codes were wrong. */
const isOpen = sql<boolean>`(code_attempts.closed_at is null and code_attempts.wrong_tries < ${wrongTriesAtMost})`;

/** Whether the attempt has such a code that counts. */
const hasCode = (hash: string) =>
  sql<boolean>`exists (select from codes where codes.attempt_hash = code_attempts.hash and codes.hash = ${hash}
    and codes.expires_at > clock_now())`;

export async function insertAttempt(trx: Db, hash: string, email: string, of: CodePurpose): Promise<void> {
  const row = { hash, email, purpose: of.purpose, user_id: userOf(of) };
  await trx.insertInto('code_attempts').values(row).execute();
}

/** Whether an attempt was given out for this address and purpose, and still takes codes. */
export async function isAttemptOpen(trx: Db, hash: string, email: string, of: CodePurpose): Promise<boolean> {
  const found = await trx
    .selectFrom('code_attempts')
    .select('hash')
    .where('hash', '=', hash)
    .where('email', '=', email)
    .where('purpose', '=', of.purpose)
    .where('user_id', 'is not distinct from', userOf(of))
    .where(isOpen)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

type NewRequest = { attempt_hash: string; email: string; caller: string; network: string };

export function insertRequest(trx: Db, request: NewRequest): Promise<{ id: string }> {
  return trx.insertInto('code_requests').values(request).returning('id').executeTakeFirstOrThrow();
}

/** The address that an attempt was given out for, over or not; undefined for an unknown one, or another purpose's. */
export async function findAttemptEmail(db: Db, hash: string, of: CodePurpose): Promise<string | undefined> {
  const found = await db
    .selectFrom('code_attempts')
    .select('email')
    .where('hash', '=', hash)
    .where('purpose', '=', of.purpose)
    .where('user_id', 'is not distinct from', userOf(of))
    .executeTakeFirst();
  return found?.email;
}

/**
 * Tries a code in one statement, so that parallel tries in whatever process count one after another: a wrong one takes
 * a try of its attempt. Returns whether it is right; false also for an attempt that is unknown or over.
 */
export async function tryCode(db: Db, { attempt, code }: HashedCode, of: CodePurpose): Promise<boolean> {
  const tried = await db
    .updateTable('code_attempts')
    .set({ wrong_tries: sql<number>`wrong_tries + case when ${hasCode(code)} then 0 else 1 end` })
    .where('hash', '=', attempt)
    .where('purpose', '=', of.purpose)
    .where('user_id', 'is not distinct from', userOf(of))
    .where(isOpen)
    .returning(hasCode(code).as('is_right'))
    .executeTakeFirst();
  return tried?.is_right ?? false;
}

/** Uses a right code up, and ends its attempt; false if it no longer counts. Whose account it is must be locked. */
export async function consumeCode(trx: Db, { attempt, code }: HashedCode, of: CodePurpose): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('code_attempts')
    .set({ closed_at: clockNow })
    .where('hash', '=', attempt)
    .where('purpose', '=', of.purpose)
    .where('user_id', 'is not distinct from', userOf(of))
    .where(isOpen)
    .where(hasCode(code))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps a code for the time since it was asked for; another mail may have brought the same one. */
export async function insertCode(db: Db, requestId: string, hash: string): Promise<void> {
  await sql`
    insert into codes (attempt_hash, hash, expires_at)
    select attempt_hash, ${hash}, asked_at + make_interval(secs => ${codeLifetime / 1_000})
    from code_requests where id = ${requestId}
    on conflict on constraint codes_pkey do update set expires_at = greatest(codes.expires_at, excluded.expires_at)`.execute(
    db,
  );
}

/** A request for a code with what decides about its mail, as it is now. */
export type CodeRequest = {
  id: string;
  attempt_hash: string;
  email: string;
  caller: string;
  network: string;
  purpose: 'login' | 'confirmation';
  is_open: boolean;
  /** Whether a code may still be mailed. */
  is_in_time: boolean;
  user_id: string | null;
  role: string | null;
  is_active: boolean | null;
  has_password: boolean | null;
  is_network_known: boolean;
  entry_id: string | null;
  entry_status: string | null;
  entry_role: string | null;
};

export async function findCodeRequest(db: Db, id: string): Promise<CodeRequest | undefined> {
  const { rows } = await sql<CodeRequest>`
    select asked.id, asked.attempt_hash, asked.email, asked.caller, asked.network, code_attempts.purpose,
      ${isOpen} as is_open, asked.asked_at >= clock_now() - make_interval(secs => ${mailedWithin / 1_000}) as is_in_time,
      users.id as user_id, users.role, users.is_active, users.password_hash is not null as has_password,
      exists (select from login_networks known
        where known.user_id = users.id and ${isKnownNetwork(sql`asked.network`)}) as is_network_known,
      entry.id as entry_id, entry.status as entry_status, entry.role as entry_role
    from code_requests asked
    join code_attempts on code_attempts.hash = asked.attempt_hash
    left join users on users.id = coalesce(code_attempts.user_id, (select id from users where email = asked.email))
    left join waitlist_entries entry on entry.email = asked.email
    where asked.id = ${id}`.execute(db);
  return rows[0];
}

/** Keeps others from counting the same until the transaction ends; callers before addresses. */
async function lockCount(trx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/**
 * Counts a request for the address that it came from, unless so many of the hour before it count already (0: no limit).
 */
export async function countForCaller(trx: Db, { id, caller }: CodeRequest, max: number): Promise<boolean> {
  await lockCount(trx, `codes asked ${caller}`);
  const { numUpdatedRows } = await trx
    .updateTable('code_requests')
    .set({ is_counted: true })
    .where('id', '=', id)
    .where(sql<boolean>`(${max}::int = 0 or ${max}::int > (
      select count(*) from code_requests others where others.caller = ${caller} and others.is_counted
        and others.asked_at > code_requests.asked_at - interval '1 hour'))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Mails to the address so far, those on their way too; one that could not be mailed does not count. Locks the address's
 * count.
 */
export async function countMails(trx: Db, { id, email, network, is_network_known }: CodeRequest) {
  await lockCount(trx, `codes mailed ${email}`);
  const { rows } = await sql<{ fromNetwork: number; inHour: number; inDay: number }>`
    select count(*) filter (where in_hour and mailed.network = ${network}
      and mailed.is_network_known = ${is_network_known})::int as "fromNetwork",
      count(*) filter (where in_hour and not mailed.is_network_known)::int as "inHour",
      count(*) filter (where not mailed.is_network_known)::int as "inDay"
    from code_requests asked
    join code_requests mailed on mailed.email = asked.email and mailed.event_id is not null
      and mailed.asked_at > asked.asked_at - interval '24 hours'
    cross join lateral (select mailed.asked_at > asked.asked_at - interval '1 hour' as in_hour) recent
    where asked.id = ${id} and not exists (
      select from deliveries where deliveries.event_id = mailed.event_id and not outcome_unknown
        and (dead_at is not null or skipped_at is not null))`.execute(trx);
  return rows[0] ?? { fromNetwork: 0, inHour: 0, inDay: 0 };
}

export async function markMailed(trx: Db, { id, is_network_known }: CodeRequest, event_id: string): Promise<void> {
  await trx.updateTable('code_requests').set({ event_id, is_network_known }).where('id', '=', id).execute();
}

/** Ends the open attempts of an account whose address, password or right to log in changes. Needs the user's lock. */
export async function closeAttempts(trx: Db, userId: string): Promise<void> {
  await sql`
    update code_attempts set closed_at = clock_now()
    where (email = (select email from users where id = ${userId}) or user_id = ${userId}) and closed_at is null`.execute(
    trx,
  );
}

/** Deletes all attempts of an address with their requests and codes. */
export async function forgetAttempts(trx: Db, email: string): Promise<void> {
  await trx.deleteFrom('code_attempts').where('email', '=', email).execute();
}

/** Deletes attempts that nobody asked a code for lately; their requests and codes go with them. */
export function deleteOldAttempts(db: Db, limit: number): Promise<number> {
  const isOld = sql`created_at < clock_now() - make_interval(hours => ${keptHours}) and not exists (
    select from code_requests where attempt_hash = code_attempts.hash and asked_at > clock_now() - make_interval(hours => ${keptHours}))`;
  return deleteBatch(db, 'code_attempts', isOld, limit);
}

/** Records that an account logged in from a network, at most once a day. */
export async function rememberNetwork(trx: Db, user_id: string, network: string): Promise<void> {
  await trx
    .insertInto('login_networks')
    .values({ user_id, network })
    .onConflict((conflict) =>
      conflict
        .constraint('login_networks_pkey')
        .doUpdateSet({ last_login_at: clockNow })
        .where('login_networks.last_login_at', '<', sql<string>`clock_now() - interval '1 day'`),
    )
    .execute();
}

export function deleteOldNetworks(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'login_networks',
    sql`last_login_at < clock_now() - make_interval(days => ${knownDays})`,
    limit,
  );
}

/** The account of an address, locked until the transaction ends; undefined where there is none. */
export async function lockAccount(trx: Db, email: string) {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'role', 'is_active'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account && { ...account, isNew: false };
}

/** Inserts a client's user, who has no password, and returns the id; undefined if the address has an account. */
export async function insertUserWithoutPassword(trx: Db, email: string, username: string): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('users')
    .values({ role: 'client', email, username, password_hash: null })
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function insertSignup(trx: Db, client_id: string, network: string): Promise<void> {
  await trx.insertInto('client_signups').values({ client_id, network }).execute();
}

/** Deletes signups that count for nothing any more. */
export function deleteOldSignups(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'client_signups',
    sql`signed_up_at < clock_now() - make_interval(days => ${newClientDays})`,
    limit,
  );
}
