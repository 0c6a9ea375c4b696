import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';

/** Keys of one attempt in the tables below: hashes, because the rows are stored for days. */
export type LoginKeys = { pair: string; address: string; account: string };

/**
 * After so many failures from addresses that are not known (reliability S6), guesses at an account are slowed. The
 * table's check has it too.
 */
const guessesUntilSlowed = 20;
/** Seconds between two guesses then. */
export const guessEvery = 1;
/**
 * The longest that a guess waits for its time, seconds, less one for each failure of its address: so a right password
 * from an address that has not failed passes before those that guess. An attempt that would wait longer is refused.
 */
const longestWait = 4;
/** How long an address is known after its last login, days. */
const knownDays = 90;

/** For how many seconds the longest block of these keys still lasts, 0 without one. */
const secondsBlocked = (keys: string[]) => sql<number>`
  coalesce((select max(ceil(extract(epoch from blocked_until - clock_now())))::int from login_failures
            where key = any(${keys}::text[]) and blocked_until > clock_now()), 0)`;

/**
 * What an attempt meets: for how many seconds one of `blocking` blocks it (0: not), whether the account logged in from
 * this address before, how often the address has failed, and whether guesses at the account are slowed.
 */
export async function findAdmission(db: Db, { pair, address, account }: LoginKeys, blocking: string[]) {
  const { rows } = await sql<{ seconds_blocked: number; is_known: boolean; failures: number; is_slowed: boolean }>`
    select ${secondsBlocked(blocking)} as seconds_blocked,
           coalesce((select failures from login_failures
                     where key = ${address} and since > clock_now() - interval '1 day'), 0) as failures,
           exists (select from login_addresses where key = ${pair}
             and last_login_at > clock_now() - make_interval(days => ${knownDays})) as is_known,
           exists (select from login_guesses where key = ${account} and cardinality(failed_at) >= ${guessesUntilSlowed}
                   and failed_at[1] > clock_now() - interval '1 hour') as is_slowed`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a reading without tables came back empty');
  return found;
}

/** For how many seconds one of these keys is blocked, whichever account it is about; 0 for not. */
export async function findBlock(db: Db, blocking: string[]): Promise<number> {
  const { seconds } = await db.selectNoFrom(secondsBlocked(blocking).as('seconds')).executeTakeFirstOrThrow();
  return seconds;
}

/**
 * Takes the next free time for a guess at an account. Returns in how many milliseconds it is; undefined when it is too
 * far away for an address that has failed so often.
 */
export async function takeGuessTime(db: Db, account: string, failures: number): Promise<number | undefined> {
  const within = Math.max(longestWait - failures, 0);
  const taken = await db
    .updateTable('login_guesses')
    .set({ next_at: sql<string>`greatest(next_at, clock_now()) + make_interval(secs => ${guessEvery})` })
    .where('key', '=', account)
    .where('next_at', '<=', sql<string>`clock_now() + make_interval(secs => ${within})`)
    .returning(epochMs(sql`greatest(old.next_at, clock_now()) - clock_now()`).as('wait'))
    .executeTakeFirst();
  return taken?.wait;
}

/** Records a failure from an address that is not known. */
export async function recordGuess(db: Db, account: string): Promise<void> {
  await db
    .insertInto('login_guesses')
    .values({ key: account, failed_at: sql<string[]>`array[clock_now()]` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failed_at: sql`(array_append(login_guesses.failed_at,
          clock_now()))[greatest(cardinality(login_guesses.failed_at) + 2 - ${guessesUntilSlowed}::int, 1):]`,
      }),
    )
    .execute();
}

/**
 * Forgets an account that is deleted. What is stored by account and address together is a hash that nothing leads to,
 * and goes with its time.
 */
export async function forgetGuesses(trx: Db, { account, pair }: LoginKeys): Promise<void> {
  await trx.deleteFrom('login_guesses').where('key', '=', account).execute();
  await trx.deleteFrom('login_addresses').where('key', '=', pair).execute();
}

/** Deletes guesses that slow nobody any more. */
export function deleteOldGuesses(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'login_guesses',
    sql`failed_at[cardinality(failed_at)] < clock_now() - interval '1 hour'`,
    limit,
  );
}

/** Records that the account logged in from this address, at most once a day. */
export async function rememberAddress(db: Db, pair: string): Promise<void> {
  await db
    .insertInto('login_addresses')
    .values({ key: pair })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ last_login_at: clockNow })
        .where('login_addresses.last_login_at', '<', sql<string>`clock_now() - interval '1 day'`),
    )
    .execute();
}

export function deleteOldAddresses(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'login_addresses',
    sql`last_login_at < clock_now() - make_interval(days => ${knownDays})`,
    limit,
  );
}

/**
 * Counts a failure and returns the count, which starts again after `windowSeconds` and after a block. From `max` on the
 * key is blocked for `blockSeconds`.
 */
export async function countFailure(
  db: Db,
  rule: { key: string; max: number; windowSeconds: number; blockSeconds: number },
): Promise<number> {
  const { key, max, windowSeconds, blockSeconds } = rule;
  const over = sql<boolean>`(login_failures.since < clock_now() - make_interval(secs => ${windowSeconds})
    or login_failures.blocked_until <= clock_now())`;
  const count = sql<number>`case when ${over} then 1 else login_failures.failures + 1 end`;
  const { failures } = await db
    .insertInto('login_failures')
    .values({
      key,
      failures: 1,
      blocked_until: max <= 1 ? sql<string>`clock_now() + make_interval(secs => ${blockSeconds})` : null,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: count,
        since: sql<string>`case when ${over} then clock_now() else login_failures.since end`,
        blocked_until: sql<
          string | null
        >`case when ${count} >= ${max}::int then clock_now() + make_interval(secs => ${blockSeconds}) end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('login_failures').where('key', '=', key).execute();
}

/** Deletes counts that began more than two days ago and block nobody: failures count for one day. */
export function deleteOldFailures(db: Db, limit: number): Promise<number> {
  const condition = sql`since < clock_now() - interval '2 days' and (blocked_until is null or blocked_until < clock_now())`;
  return deleteBatch(db, 'login_failures', condition, limit);
}
