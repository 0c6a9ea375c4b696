import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import type { PushSubscriptions } from '#server/db/types.ts';
import { unauthorized } from '#server/errors.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import type { EmailKind } from '#shared/users.ts';

/** Most subscriptions of a user; the one posted longest ago goes. */
const most = 10;

type NewSubscription = Omit<Insertable<PushSubscriptions>, 'id' | 'created_at' | 'posted_at'>;

/** Binds an endpoint to a session, also one that another session had; 401 when the session has ended meanwhile. */
export function putSubscription(db: Db, row: NewSubscription): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    await lockUser(trx, row.user_id);
    const session = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', row.session_id)
      .where('expires_at', '>', clockNow)
      .forKeyShare()
      .executeTakeFirst();
    if (!session) unauthorized();
    const stored = await trx
      .insertInto('push_subscriptions')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({
          ...row,
          posted_at: clockNow,
          created_at: sql`case when push_subscriptions.user_id = excluded.user_id then push_subscriptions.created_at
            else clock_now() end`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${row.user_id} and id <> ${stored.id}
      order by posted_at desc, id desc offset ${most - 1})`.execute(trx);
    return stored;
  });
}

/** Somebody else's stays, like one that does not exist. */
export async function deleteSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute();
}

/** A browser as a push reaches it; `now` is the database's time, epoch milliseconds. */
export type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** The subscription of a user whose session lasts, if it is for our key. */
export function findTarget(db: Db, { id, userId, publicKey }: { id: string; userId: string; publicKey: string }) {
  return db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions', 'sessions.id', 's.session_id')
    .innerJoin('users', 'users.id', 's.user_id')
    .leftJoin('user_preferences as p', 'p.user_id', 's.user_id')
    .select(['s.id', 's.user_id', 's.endpoint', 's.p256dh', 's.auth', 's.time_zone'])
    .select([sql<boolean>`coalesce(p.push_details, false)`.as('push_details'), epochMs(clockNow).as('now')])
    .where('s.id', '=', id)
    .where('s.user_id', '=', userId)
    .where('s.public_key', '=', publicKey)
    .where('sessions.expires_at', '>', clockNow)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}

/** Deletes what its push service knows no more, unless the browser has subscribed anew. */
export async function deleteGone(db: Db, { id, p256dh }: Pick<Target, 'id' | 'p256dh'>): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('p256dh', '=', p256dh).execute();
}

/** Deletes the subscriptions that were made for another key: nothing can be pushed to them. */
export async function deleteForOtherKeys(db: Db, publicKey: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('public_key', '<>', publicKey).execute();
}

type NewPush = { user_id: string; event_id: string; kind: EmailKind; template: string; payload: object; after: number };

/** Writes a push to every browser of a user whose preference allows it, due after so many seconds. */
export async function insertPushes(
  trx: Db,
  { user_id, event_id, kind, template, payload, after }: NewPush,
): Promise<void> {
  await sql`
    insert into deliveries (event_id, channel, recipient, template, payload, next_attempt_at)
    select ${event_id}, 'push', s.id, ${template}, ${JSON.stringify({ ...payload, user_id })}::jsonb,
      clock_now() + make_interval(secs => ${after})
    from push_subscriptions s left join user_preferences p on p.user_id = s.user_id
    where s.user_id = ${user_id} and coalesce(${sql.ref(`p.push_${kind}`)}, true)
    on conflict on constraint deliveries_event_channel_recipient_key do nothing`.execute(trx);
}
