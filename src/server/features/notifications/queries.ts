import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Written } from '#server/push/fan-out.ts';
import type { Notification } from '#shared/notifications.ts';

const columns = ['id', 'message', 'created_at', 'is_read'] as const;

const pageOfUser = statement(
  'notifications_of_user',
  (_, p: Params<{ user_id: string; skip: number; limit: number }>) => sql<CountedRow<Notification>>`
    select page.id, page.message, page.created_at, page.is_read, counted.total
    from (select count(*)::int as total from notifications where user_id = ${p.user_id}) counted
    left join (
      select * from notifications where user_id = ${p.user_id} order by created_at desc, id desc offset ${p.skip}::int
        limit ${p.limit}::int
    ) page on true
    order by page.created_at desc, page.id desc`,
);

/** One page, newest first; `total` counts all of the user's notifications. */
export async function listNotifications(db: Db, user_id: string, page: { skip: number; limit: number }) {
  return splitPage(await pageOfUser.execute(db, { user_id, ...page }));
}

/** Undefined for somebody else's notification, as for an unknown one. */
export function findNotification(db: Db, userId: string, id: string): Promise<Notification | undefined> {
  return db
    .selectFrom('notifications')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function markRead(db: Db, userId: string, id: string): Promise<Notification | undefined> {
  return db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

export async function markAllRead(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .execute();
}

type NewNotification = { user_id: string; event_id: string; type: string; message: string; booking_id: string | null };

const newNotifications = statement(
  'new_notifications',
  (_, p: Params<{ rows: string }>) => sql<Written>`
    insert into notifications (user_id, event_id, type, message, booking_id)
    select * from jsonb_to_recordset(${p.rows}::jsonb)
      as one (user_id uuid, event_id uuid, type text, message text, booking_id uuid)
    on conflict on constraint notifications_user_event_type_key do nothing
    returning user_id, id`,
);

/**
 * Inserts each row once per user, event and type, however often the event is handled. Returns those that are new, of
 * which sockets are to be told.
 */
export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<Written[]> {
  return rows.length > 0 ? newNotifications.execute(db, { rows: JSON.stringify(rows) }) : [];
}

/** How long notifications are stored, days. */
const storedDays = 180;

/** Deletes up to `limit` old notifications. Their ids grow with time, so that no index over it is needed. */
export function deleteOldNotifications(db: Db, limit: number): Promise<number> {
  // `uuidv7` reads the system's clock.
  const oldest = sql`(select uuidv7(clock_now() - now() - make_interval(days => ${storedDays})))`;
  return deleteBatch(db, 'notifications', sql`id < ${oldest}`, limit);
}
