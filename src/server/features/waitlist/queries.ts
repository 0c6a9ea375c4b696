import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow } from '#server/db/sql.ts';
import type { SignupInput } from '#shared/waitlist.ts';

export type EntryStatus = 'unverified' | 'verified' | 'approved' | 'declined';

/**
 * Counts a signup from an IP address. Returns the seconds to wait when it exceeds `max` in the hour that began with the first signup, else
 * 0. Refused signups do not prolong the wait.
 */
export async function countSignup(db: Db, key: string, max: number): Promise<number> {
  const over = sql<boolean>`signup_counts.since <= clock_now() - interval '1 hour'`;
  const { signups, seconds } = await db
    .insertInto('signup_counts')
    .values({ key, signups: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        signups: sql<number>`case when ${over} then 1 else least(signup_counts.signups, ${max}::int) + 1 end`,
        since: sql<string>`case when ${over} then clock_now() else signup_counts.since end`,
      }),
    )
    .returning(['signups', sql<number>`ceil(extract(epoch from since + interval '1 hour' - clock_now()))::int`.as('seconds')])
    .executeTakeFirstOrThrow();
  if (signups === 1) await db.deleteFrom('signup_counts').where('since', '<=', sql<string>`clock_now() - interval '1 hour'`).execute();
  return signups > max ? seconds : 0;
}

/** Deletes counts older than two days: signups count for one hour. */
export function deleteOldSignupCounts(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'signup_counts', sql`since < clock_now() - interval '2 days'`, limit);
}

/** Creates or finds the entry of an address, with one write in either case. Until the address is verified, name and role are updated. */
export function putEntry(trx: Db, { name, email, role }: SignupInput) {
  const open = sql<boolean>`waitlist_entries.status = 'unverified'`;
  return trx
    .insertInto('waitlist_entries')
    .values({ name, email, role })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        name: sql<string>`case when ${open} then excluded.name else waitlist_entries.name end`,
        role: sql<string>`case when ${open} then excluded.role else waitlist_entries.role end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

export function findEntry(db: Db, entryId: string) {
  return db
    .selectFrom('waitlist_entries')
    .select((eb) => ['email', eb.ref('status').$castTo<EntryStatus>().as('status')])
    .where('id', '=', entryId)
    .executeTakeFirst();
}

/** Counts the emails of an entry in the last 24 hours. Locks its row, so that two events cannot both see room for one more email. */
export async function countEmailsOfDay(trx: Db, entryId: string): Promise<number> {
  await trx.selectFrom('waitlist_entries').select('id').where('id', '=', entryId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('deliveries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('recipient', '=', entryId)
    .where('template', '=', sql.lit('waitlist'))
    .where('created_at', '>', sql<string>`clock_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertVerification(db: Db, { hash, email, hours }: { hash: string; email: string; hours: number }): Promise<void> {
  const expires_at = sql<string>`clock_now() + make_interval(hours => ${hours})`;
  await db.insertInto('link_tokens').values({ hash, purpose: 'waitlist_verification', email, expires_at }).execute();
}

/** Deletes links that expired more than 30 days ago: as old as the events that `forgetDone` deletes. */
export function deleteOldLinks(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'link_tokens', sql`expires_at < clock_now() - interval '30 days'`, limit);
}

/** Marks a link as used and its address as verified, in one statement; undefined for a used, unknown or expired link. */
export function verifyEntry(db: Db, hash: string) {
  return db
    .with('used', (cte) =>
      cte
        .updateTable('link_tokens')
        .set({ used_at: clockNow })
        .where('hash', '=', hash)
        .where('purpose', '=', 'waitlist_verification')
        .where('used_at', 'is', null)
        .where('expires_at', '>', clockNow)
        .returning('email'),
    )
    .updateTable('waitlist_entries')
    .from('used')
    .set({
      status: sql<string>`case when status = 'unverified' then 'verified' else status end`,
      verified_at: sql<string>`coalesce(verified_at, clock_now())`,
    })
    .whereRef('waitlist_entries.email', '=', 'used.email')
    .returning('waitlist_entries.email')
    .executeTakeFirst();
}

/** All entries, oldest first. */
export function listEntries(db: Db) {
  return db
    .selectFrom('waitlist_entries')
    .select(['created_at', 'status', 'role', 'email', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
