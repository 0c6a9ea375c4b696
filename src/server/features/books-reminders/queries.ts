import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import type { EventName } from '#server/outbox/events.ts';
import { formerTexts } from '#server/outbox/news.ts';
import { type BooksOpen, opensAt } from '#shared/rules/books-open.ts';
import { iso } from '#shared/time.ts';
import { booksOpened } from './news.ts';

export type Reminder = { client_id: string; professional_id: string };

type OpeningView = {
  display_name: string;
  is_visible: boolean;
  books_open: BooksOpen | null;
  time_zone: string;
  now: number;
  waiting: boolean;
  /** How many other reminders the client has. */
  others: number;
};

/** What decides whether a client can be reminded; undefined for an unknown professional. `now` is epoch milliseconds. */
export async function viewToRemind(db: Db, { client_id, professional_id }: Reminder): Promise<OpeningView | undefined> {
  const { rows } = await sql<OpeningView>`
    select p.display_name, ${isVisible('p')} as is_visible, p.books_open, p.time_zone, ${epochMs(clockNow)} as now,
      own.waiting, own.others
    from professionals p, lateral (
      select coalesce(bool_or(r.professional_id = p.id), false) as waiting,
        count(*) filter (where r.professional_id <> p.id)::int as others
      from books_reminders r where r.client_id = ${client_id}) own
    where p.id = ${professional_id}`.execute(db);
  return rows[0];
}

/** A client who waits already goes on waiting for the same month. `tell` is epoch milliseconds. */
export async function insertReminder(
  trx: Db,
  { tell, ...reminder }: Reminder & { month: string; tell: number },
): Promise<void> {
  await trx
    .insertInto('books_reminders')
    .values({ ...reminder, tell_at: iso(tell) })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Whether there was one. */
export async function deleteReminder(db: Db, { client_id, professional_id }: Reminder): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('books_reminders')
    .where('client_id', '=', client_id)
    .where('professional_id', '=', professional_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Has those who wait for a professional told when their month opens now: at once where it is open, or nothing is closed
 * any more. The professional must be locked.
 */
export async function planReminders(trx: Db, professional_id: string): Promise<void> {
  const { rows } = await sql<{ month: string; books_open: BooksOpen | null; time_zone: string; now: number }>`
    select distinct r.month, p.books_open, p.time_zone, ${epochMs(clockNow)} as now
    from books_reminders r join professionals p on p.id = r.professional_id
    where r.professional_id = ${professional_id}`.execute(trx);
  for (const { month, books_open, time_zone, now } of rows)
    await trx
      .updateTable('books_reminders')
      .set({ tell_at: iso(books_open ? opensAt(books_open, time_zone, month) : now) })
      .where('professional_id', '=', professional_id)
      .where('month', '=', month)
      .execute();
}

/** Professionals of whom somebody is to be told, most overdue first. */
export async function findOpened(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select professional_id as id from books_reminders
    where tell_at <= clock_now() and professional_id <> all(${without}::uuid[])
    group by professional_id order by min(tell_at) limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const event = 'books.opened' satisfies EventName;

/**
 * Ends the reminders of a professional that are due, with an event each, but none where nobody can book them; false where
 * another process has them.
 */
export async function takeOpened(trx: Db, professional_id: string): Promise<boolean> {
  const { rows } = await sql`
    with due as materialized (
      select client_id from books_reminders where professional_id = ${professional_id} and tell_at <= clock_now()
      order by client_id for update skip locked),
    ended as (
      delete from books_reminders r using due where r.professional_id = ${professional_id} and r.client_id = due.client_id
      returning r.client_id, r.month),
    told as (
      insert into outbox (event, payload)
      select ${event}, jsonb_build_object('professional_id', p.id, 'client_id', ended.client_id, 'month', ended.month)
      from ended, professionals p where p.id = ${professional_id} and ${isVisible('p')})
    select from ended limit 1`.execute(trx);
  return rows.length > 0;
}

/** What a client is told; the client's part is null once the account has ended. */
type Opened = {
  display_name: string;
  user_id: string | null;
  email: string | null;
  first_name: string;
  last_name: string;
  mail_booking: boolean;
};

/** Undefined where the professional takes no bookings. With `hold` both accounts stay until the transaction ends. */
export async function findOpening(
  db: Db,
  { client_id, professional_id }: Reminder,
  { hold = false } = {},
): Promise<Opened | undefined> {
  const { rows } = await sql<Opened>`
    with client as materialized (select * from clients where id = ${client_id} ${hold ? sql`for key share` : sql``}),
    professional as materialized (
      select p.* from (select count(*) from client) held, professionals p
      where p.id = ${professional_id} and ${isVisible('p')} ${hold ? sql`for key share of p` : sql``})
    select p.display_name, u.id as user_id, u.email, c.first_name, c.last_name, coalesce(w.mail_booking, true) as mail_booking
    from professional p, client c left join users u on u.id = c.user_id and u.is_active
    left join user_preferences w on w.user_id = u.id`.execute(db);
  return rows[0];
}

const former = formerTexts([booksOpened], 'professional');

/** At the end of either's account. */
export async function forgetRemindersOf(
  trx: Db,
  whose: { client_id: string } | { professional_id: string },
): Promise<void> {
  if ('client_id' in whose) {
    await trx.deleteFrom('books_reminders').where('client_id', '=', whose.client_id).execute();
    return;
  }
  await trx.deleteFrom('books_reminders').where('professional_id', '=', whose.professional_id).execute();
  await sql`
    update notifications set message = ${JSON.stringify(former)}::jsonb ->> type
    where type = 'books_opened' and subject_id = ${whose.professional_id}`.execute(trx);
}
