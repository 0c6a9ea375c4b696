import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Deps } from '#server/deps.ts';
import type { News, NewsBook, Subject } from '#server/outbox/news.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import type { Notification } from '#shared/notifications.ts';
import { type Channel, emailKinds } from '#shared/users.ts';

type Row = Omit<Notification, 'link'> & Subject & { type: string };

const columns = ['id', 'type', 'message', 'created_at', 'booking_id', 'thread_id', 'subject_id'] as const;

const pageOfUser = ({ isRead }: NewsBook) =>
  statement(
    'notifications_of_user',
    (_, p: Params<{ user_id: string; skip: number; limit: number }>) => sql<CountedRow<Row>>`
    select page.*, counted.total
    from (select count(*)::int as total from notifications where user_id = ${p.user_id} and in_app) counted
    left join (
      select one.id, one.type, one.message, one.created_at, one.booking_id, one.thread_id, one.subject_id,
        ${isRead} as is_read from (
        select * from notifications where user_id = ${p.user_id} and in_app order by created_at desc, id desc offset ${p.skip}::int
          limit ${p.limit}::int) one
    ) page on true
    order by page.created_at desc, page.id desc`,
  );
/** Built with the first page: a process has one book of news. */
let page: ReturnType<typeof pageOfUser> | undefined;

function notificationOf(news: NewsBook, { type, booking_id, thread_id, subject_id, ...row }: Row): Notification {
  return { ...row, link: news.of(type)?.link({ booking_id, thread_id, subject_id }) ?? null };
}

type Reader = Pick<Deps, 'db' | 'news'>;

/** One page, newest first; `total` counts all of the user's notifications. */
export async function listNotifications({ db, news }: Reader, user_id: string, part: { skip: number; limit: number }) {
  page ??= pageOfUser(news);
  const { results, total } = splitPage(await page.execute(db, { user_id, ...part }));
  return { results: results.map((row) => notificationOf(news, row)), total };
}

/** Undefined for somebody else's notification, as for an unknown one. */
export async function findNotification(
  { db, news }: Reader,
  userId: string,
  id: string,
): Promise<Notification | undefined> {
  const row = await db
    .selectFrom('notifications as one')
    .select([...columns, news.isRead.as('is_read')])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .executeTakeFirst();
  return row && notificationOf(news, row);
}

export async function markRead({ db, news }: Reader, userId: string, id: string): Promise<Notification | undefined> {
  const row = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .returning([...columns, 'is_read'])
    .executeTakeFirst();
  return row && notificationOf(news, row);
}

export async function markAllRead(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .execute();
}

/** Reads what tells a user of messages in a thread. */
export async function readNotificationsOf(db: Db, userId: string, threadId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .where('is_read', '=', false)
    .execute();
}

type NewNotification = {
  user_id: string;
  event_id: string;
  news: News;
  message: string;
  booking_id?: string | null;
  thread_id?: string;
  subject_id?: string;
};

/** The preference of a kind in a channel; of a user who has never chosen it is true. */
const wants = (channel: Channel) =>
  sql`coalesce(case one.kind ${sql.join(
    emailKinds.map((kind) => sql`when ${sql.lit(kind)} then ${sql.ref(`p.${channel}_${kind}`)}`),
    sql` `,
  )} end, true)`;

/** With each a push to every browser of its user. A row that the app does not show only lends a push its text. */
const newNotifications = statement(
  'new_notifications',
  (_, p: Params<{ rows: string }>) => sql<Written>`
    with given as (
      select one.*, ${wants('in_app')} as in_app, one.pushes and ${wants('push')} as is_pushed
      from jsonb_to_recordset(${p.rows}::jsonb) as one (user_id uuid, event_id uuid, type text, kind text, pushes boolean,
        message text, booking_id uuid, thread_id uuid,
        subject_id uuid)
      left join user_preferences p on p.user_id = one.user_id),
    written as (
      insert into notifications (user_id, event_id, type, message, booking_id, thread_id, subject_id, in_app)
      select user_id, event_id, type, message, booking_id, thread_id, subject_id, in_app from given
      where in_app or (is_pushed and exists (select from push_subscriptions where user_id = given.user_id))
      on conflict do nothing
      returning id, user_id, event_id, type, in_app),
    pushed as (
      insert into deliveries (event_id, channel, recipient, template, payload)
      select w.event_id, 'push', s.id, 'notification', json_build_object('user_id', w.user_id, 'notification_id', w.id)
      from written w join given g on g.user_id = w.user_id and g.event_id = w.event_id and g.type = w.type
      join push_subscriptions s on s.user_id = w.user_id where g.is_pushed
      on conflict on constraint deliveries_event_channel_recipient_key do nothing)
    select user_id, id from written where in_app`,
);

/**
 * Inserts each row once per user, event and type, however often the event is handled, and of a thread, or what is said
 * in a review, only while none is unread; as the preferences of that user allow. Returns those that are new, of which sockets are to be told.
 */
export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<Written[]> {
  if (rows.length === 0) return [];
  const given = rows.map(({ news: { type, kind = 'booking', isPushedApart = false }, ...row }) => ({
    ...row,
    type,
    kind,
    pushes: !isPushedApart,
  }));
  return newNotifications.execute(db, { rows: JSON.stringify(given) });
}

/** What a push is to tell of; undefined for somebody else's. */
export function findTold({ db, news }: Reader, userId: string, id: string) {
  return db
    .selectFrom('notifications as one')
    .select([
      'one.type',
      'one.message',
      'one.booking_id',
      'one.thread_id',
      'one.subject_id',
      epochMs('one.created_at').as('created'),
      news.isRead.as('is_read'),
    ])
    .where('one.id', '=', id)
    .where('one.user_id', '=', userId)
    .executeTakeFirst();
}

/** How long notifications are stored, days. */
const storedDays = 180;

/** Deletes up to `limit` old notifications. Their ids grow with time, so that no index over it is needed. */
export function deleteOldNotifications(db: Db, limit: number): Promise<number> {
  // `uuidv7` reads the system's clock.
  const oldest = sql`(select uuidv7(clock_now() - now() - make_interval(days => ${storedDays})))`;
  return deleteBatch(db, 'notifications', sql`id < ${oldest}`, limit);
}
