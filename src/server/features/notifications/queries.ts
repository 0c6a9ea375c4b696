import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Written } from '#server/push/fan-out.ts';
import type { Notification } from '#shared/notifications.ts';
import { pagePath } from '#shared/pages.ts';
import type { DepositStatus } from '#shared/rules/deposit.ts';
import { type Channel, emailKinds } from '#shared/users.ts';
import { aboutOf, type NotificationType } from './types.ts';

type Row = Omit<Notification, 'link'> & {
  type: string;
  booking_id: string | null;
  thread_id: string | null;
  subject_id: string | null;
};

const columns = ['id', 'type', 'message', 'created_at', 'booking_id', 'thread_id', 'subject_id'] as const;

function depositIsNot(status: DepositStatus) {
  return sql<boolean>`not exists (select from deposits d where d.booking_id = one.booking_id and d.status = ${sql.lit(status)})`;
}

/** What was answered or has ended needs nobody's eyes any more: it is read by itself. */
const isRead = sql<boolean>`one.is_read or case one.type
  when 'booking_requested' then exists (select from bookings b where b.id = one.booking_id and b.status <> 'pending')
  when 'booking_reminder' then exists (select from bookings b where b.id = one.booking_id
    and (b.status <> 'confirmed' or b.end_time <= clock_now()))
  when 'booking_reschedule_asked' then not exists (select from bookings b join reschedules r
    on r.professional_id = b.professional_id and r.id = b.reschedule_id and r.status = 'pending'
    where b.id = one.booking_id and r.created_at <= one.created_at)
  when 'booking_deposit_asked' then ${depositIsNot('due')}
  when 'booking_deposit_reminder' then ${depositIsNot('due')}
  when 'booking_deposit_paid' then ${depositIsNot('said_paid')}
  when 'booking_deposit_not_received' then not exists (select from deposits d where d.booking_id = one.booking_id
    and (d.status = 'due' or d.status = 'released' and d.refund_by is not null))
  when 'booking_deposit_refund' then ${depositIsNot('refund_due')}
  when 'booking_deposit_refund_reminder' then ${depositIsNot('refund_due')}
  when 'opening_offered' then not exists (select from openings o where o.id = one.subject_id and o.status = 'offered'
    and o.expires_at > clock_now())
  when 'cancellation_list_paused' then not exists (select from cancellation_list_entries e
    where e.id = one.subject_id and e.status = 'paused')
  else false end`;

const pageOfUser = statement(
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

function notificationOf({ type, booking_id, thread_id, subject_id, ...row }: Row): Notification {
  return { ...row, link: linkOf({ type, booking_id, thread_id, subject_id }) };
}

type About = Pick<Row, 'type' | 'booking_id' | 'thread_id' | 'subject_id'>;

function linkOf({ type, booking_id, thread_id, subject_id }: About): string | null {
  if (thread_id) return pagePath('messages', { threadId: thread_id });
  if (booking_id) return pagePath('bookingDetails', { bookingId: booking_id });
  if (type.startsWith('opening_') && subject_id) return pagePath('opening', { openingId: subject_id });
  if (type === 'busy_calendar_failing') return pagePath('setHours');
  return type.startsWith('cancellation_list_') ? pagePath('clientProfile') : null;
}

/** One page, newest first; `total` counts all of the user's notifications. */
export async function listNotifications(db: Db, user_id: string, page: { skip: number; limit: number }) {
  const { results, total } = splitPage(await pageOfUser.execute(db, { user_id, ...page }));
  return { results: results.map(notificationOf), total };
}

/** Undefined for somebody else's notification, as for an unknown one. */
export async function findNotification(db: Db, userId: string, id: string): Promise<Notification | undefined> {
  const row = await db
    .selectFrom('notifications as one')
    .select([...columns, isRead.as('is_read')])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .executeTakeFirst();
  return row && notificationOf(row);
}

export async function markRead(db: Db, userId: string, id: string): Promise<Notification | undefined> {
  const row = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .returning([...columns, 'is_read'])
    .executeTakeFirst();
  return row && notificationOf(row);
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
  type: NotificationType;
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
  const given = rows.map((row) => {
    const { kind, isPushedApart } = aboutOf(row.type);
    return { ...row, kind, pushes: !isPushedApart };
  });
  return newNotifications.execute(db, { rows: JSON.stringify(given) });
}

/** What a push tells, by the notification's row; undefined for one of somebody else. Times are epoch milliseconds. */
export function findNews(db: Db, userId: string, id: string) {
  return db
    .selectFrom('notifications as one')
    .select((eb) => [
      eb.ref('one.type').$castTo<NotificationType>().as('type'),
      'one.message',
      'one.booking_id',
      'one.subject_id',
      epochMs('one.created_at').as('created'),
      isRead.as('is_read'),
      // Of another time that waits for its answer.
      epochMs(sql`(select r.expires_at from bookings b join reschedules r on r.professional_id = b.professional_id
        and r.id = b.reschedule_id where b.id = one.booking_id)`)
        .$castTo<number | null>()
        .as('asked_until'),
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
