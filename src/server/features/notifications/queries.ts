import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Notification } from '#shared/notifications.ts';

const columns = ['id', 'message', 'created_at', 'is_read'] as const;

/** One page, newest first; `total` counts all of the user's notifications. */
export async function listNotifications(db: Db, userId: string, { skip, limit }: { skip: number; limit: number }) {
  const own = db.selectFrom('notifications').where('user_id', '=', userId);
  const [results, { total }] = await Promise.all([
    own.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc').offset(skip).limit(limit).execute(),
    own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

/** Undefined for somebody else's notification, as for an unknown one. */
export function findNotification(db: Db, userId: string, id: string): Promise<Notification | undefined> {
  return db.selectFrom('notifications').select(columns).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
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
  await db.updateTable('notifications').set({ is_read: true }).where('user_id', '=', userId).where('is_read', '=', false).execute();
}

type NewNotification = { user_id: string; event_id: string; type: string; message: string; booking_id: string | null };

/** Inserts each row once per user, event and type, however often the event is handled. */
export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('notifications_user_event_type_key').doNothing())
    .execute();
}
