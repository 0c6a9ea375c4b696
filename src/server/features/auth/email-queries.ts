import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { inHourAndDay } from '#server/outbox/queries.ts';
import type { KindMails } from '#shared/rules/code-mails.ts';

export function insertEmailChange(trx: Db, user_id: string, email: string): Promise<{ id: string }> {
  return trx.insertInto('email_changes').values({ user_id, email }).returning('id').executeTakeFirstOrThrow();
}

/** The user's last request, confirmed or not. Needs the user's lock where it decides. */
export function findLatestChange(db: Db, userId: string) {
  return db
    .selectFrom('email_changes')
    .select(['id', 'email', 'confirmed_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Needs the user's lock. Returns the seconds until a user who asked `max` times within an hour may ask again, else 0. */
export async function secondsToNextChange(trx: Db, userId: string, max: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - clock_now()))::int as seconds
    from email_changes where user_id = ${userId} and created_at > clock_now() - interval '1 hour'
    order by created_at desc offset ${max - 1} limit 1`.execute(trx);
  return rows[0]?.seconds ?? 0;
}

/**
 * A request as its emails need it: the account's address now, whether another account has the new one, and whether it
 * is the last request. Undefined once the account is gone, or disabled.
 */
export async function findEmailChange(db: Db, id: string) {
  const { rows } = await sql<{
    user_id: string;
    email: string;
    previous_email: string | null;
    current_email: string;
    is_undo: boolean;
    is_taken: boolean;
    is_latest: boolean;
  }>`
    select change.user_id, change.email, change.previous_email, users.email as current_email, change.is_undo,
      exists (select from users other where other.email = change.email) as is_taken,
      not exists (select from email_changes later where later.user_id = change.user_id and later.id > change.id)
        as is_latest
    from email_changes change join users on users.id = change.user_id and users.is_active
    where change.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Counts what was mailed to an address because accounts asked for it, in the last hour and day. Its lock keeps others
 * from counting the same.
 */
export async function countChangeEmails(trx: Db, email: string): Promise<KindMails> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email changes to ${email}`}, 0))`.execute(trx);
  return trx
    .selectFrom('email_changes')
    .innerJoin('deliveries', (join) => join.on(sql`deliveries.recipient`, '=', sql`email_changes.id::text`))
    .select(inHourAndDay)
    .where('email_changes.email', '=', email)
    .where('email_changes.created_at', '>', sql<string>`clock_now() - interval '25 hours'`)
    .where('deliveries.template', '=', sql.lit('email_change'))
    .where('deliveries.created_at', '>', sql<string>`clock_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
}

/** Gives the account the address of the change; undefined for a disabled user. */
export async function confirmChange(trx: Db, id: string): Promise<{ previous_email: string } | undefined> {
  const { rows } = await sql<{ previous_email: string }>`
    with moved as (
      update users set email = change.email from email_changes change
      where change.id = ${id} and users.id = change.user_id and users.is_active
      returning change.id, old.email as previous_email
    )
    update email_changes set confirmed_at = clock_now(), previous_email = moved.previous_email from moved
      where email_changes.id = moved.id
    returning email_changes.previous_email`.execute(trx);
  return rows[0];
}

/**
 * Gives the account back the address that its last change from there replaced, and forgets that change and those after
 * it; undefined for a disabled user, and where there is none. Needs the user's lock.
 */
export async function undoChange(
  trx: Db,
  { user_id, email }: { user_id: string; email: string },
): Promise<{ id: string; previous_email: string } | undefined> {
  const { rows } = await sql<{ id: string; previous_email: string }>`
    with change as materialized (
      select id from email_changes where user_id = ${user_id} and previous_email = ${email} and not is_undo
      order by id desc limit 1),
    moved as (
      update users set email = ${email} from change
      where users.id = ${user_id} and users.is_active and users.email <> ${email}
      returning users.id, old.email as previous_email),
    forgotten as (
      update email_changes set confirmed_at = null, previous_email = null from change, moved
      where user_id = ${user_id} and not is_undo and email_changes.id >= change.id)
    insert into email_changes (user_id, email, previous_email, confirmed_at, is_undo)
      select id, ${email}, previous_email, clock_now(), true from moved
    returning id, previous_email`.execute(trx);
  return rows[0];
}

/**
 * The changes of an account's address in the last 7 days, one for each address that it left; `is_former`: this is not
 * its address, and did not come back to it.
 */
export async function findLateChanges(db: Db, userId: string): Promise<{ id: string; is_former: boolean }[]> {
  const { rows } = await sql<{ id: string; is_former: boolean }>`
    select distinct on (previous_email) change.id, not is_undo and previous_email <> users.email as is_former
    from email_changes change join users on users.id = change.user_id
    where change.user_id = ${userId} and confirmed_at > clock_now() - interval '7 days'
    order by previous_email, is_undo`.execute(db);
  return rows;
}

/** Deletes requests that are older than 30 days, as old as the events that `forgetDone` deletes. */
export function deleteOldChanges(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'email_changes', sql`created_at < clock_now() - interval '30 days'`, limit);
}
