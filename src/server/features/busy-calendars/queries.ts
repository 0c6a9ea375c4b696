import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import type { BusyCalendar, CalendarTime, CalendarTimesQuery } from '#shared/busy-calendars.ts';
import { busyCalendarBounds } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';

export type Key = { professional_id: string; id: string };

function calendars(condition: RawBuilder<unknown>) {
  return sql<BusyCalendar>`
    select c.id, c.name, c.host, case when c.problem is null then 'ok' else 'failing' end as state, c.last_read_at, c.problem,
      (select count(*)::int from calendar_times t where t.professional_id = c.professional_id and t.calendar_id = c.id
        and t.end_time > clock_now()) as busy_count
    from busy_calendars c where ${condition} and c.removed_at is null order by c.id`;
}

/** In the order in which they were added. */
export async function listCalendars(db: Db, professionalId: string): Promise<BusyCalendar[]> {
  const { rows } = await calendars(sql`c.professional_id = ${professionalId}`).execute(db);
  return rows;
}

export async function findCalendar(db: Db, { professional_id, id }: Key): Promise<BusyCalendar | undefined> {
  const { rows } = await calendars(sql`c.professional_id = ${professional_id} and c.id = ${id}`).execute(db);
  return rows[0];
}

export async function hasAddress(db: Db, professional_id: string, url_hmac: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('busy_calendars')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('url_hmac', '=', url_hmac)
    .executeTakeFirst();
  return found !== undefined;
}

/** A professional's zone, and the range from now on in which times of calendars are kept. */
export async function findRange(db: Db, professionalId: string) {
  const { rows } = await sql<{ zone: string; days: number; now: number }>`
    select time_zone as zone, greatest(booking_horizon_days, ${busyCalendarBounds.days}) as days,
      ${epochMs('clock_now')} as now
    from professionals cross join clock_now() where id = ${professionalId}`.execute(db);
  return rows[0];
}

type NewCalendar = Pick<BusyCalendar, 'name' | 'host'> &
  Key & { encrypted_url: Buffer; url_hmac: Buffer; next_minutes: number };

export async function newCalendarId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** Needs the professional's lock. */
export async function insertCalendar(trx: Db, { next_minutes, ...calendar }: NewCalendar): Promise<void> {
  await trx
    .insertInto('busy_calendars')
    .values({ ...calendar, next_read_at: sql<string>`clock_now() + make_interval(mins => ${next_minutes})` })
    .execute();
}

/** Deletes its times and its address. False for an unknown calendar and somebody else's; again it has no effect. */
export async function removeCalendar(trx: Db, { professional_id, id }: Key): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('busy_calendars')
    .set({ removed_at: clockNow, name: '-', host: '-', encrypted_url: null, url_hmac: null, etag: null, reader: null })
    .where('professional_id', '=', professional_id)
    .where('id', '=', id)
    .executeTakeFirst();
  await trx
    .deleteFrom('calendar_times')
    .where('professional_id', '=', professional_id)
    .where('calendar_id', '=', id)
    .execute();
  return numUpdatedRows > 0n;
}

export type Claimed = Key & { encrypted_url: Buffer; etag: string | null; read_for: string | null };

/** How long a reader keeps others from a calendar: longer than a read takes. */
const lease = sql`interval '20 seconds'`;
const isFree = sql`removed_at is null and (reading_until is null or reading_until < clock_now())`;

type Turn = { reader: string; minutes: number; is_slow: boolean };

/**
 * A calendar that is due, of an active professional none of whose calendars is being read, for `reader`; it counts as
 * read from now on. Those whose host answered late the last time are asked for on their own.
 */
export async function claimDue(db: Db, { reader, minutes, is_slow }: Turn): Promise<Claimed | undefined> {
  const noneIsRead = sql`not exists (select from busy_calendars other
    where other.professional_id = due.professional_id and other.reading_until >= clock_now())`;
  return transact(db, async (trx) => {
    for (;;) {
      const found = await sql<Key>`
        select due.professional_id, due.id from busy_calendars due join professionals p on p.id = due.professional_id
        where due.is_slow = ${is_slow} and due.next_read_at <= clock_now() and ${isFree} and p.user_is_active
          and ${noneIsRead}
        order by due.next_read_at limit 1 for no key update of due, p skip locked`.execute(trx);
      const [key] = found.rows;
      if (!key) return undefined;
      // Another reader may have taken one of this professional just before the lock, unseen by the statement above.
      const { rows } = await sql<Claimed>`
        update busy_calendars due set reader = ${reader}, reading_until = clock_now() + ${lease},
          next_read_at = clock_now() + make_interval(mins => ${minutes})
        where due.professional_id = ${key.professional_id} and due.id = ${key.id} and ${noneIsRead}
        returning due.professional_id, due.id, due.encrypted_url, due.etag, due.read_for`.execute(trx);
      if (rows[0]) return rows[0];
    }
  });
}

/** One calendar; undefined while somebody else reads it, and once it is gone. */
export async function claim(db: Db, { professional_id, id }: Key, reader: string, minutes: number) {
  const { rows } = await sql<Claimed>`
    update busy_calendars set reader = ${reader}, reading_until = clock_now() + ${lease},
      next_read_at = clock_now() + make_interval(mins => ${minutes})
    where professional_id = ${professional_id} and id = ${id} and ${isFree}
    returning professional_id, id, encrypted_url, etag, read_for`.execute(db);
  return rows[0];
}

export async function isBeingRead(db: Db, { professional_id, id }: Key): Promise<boolean> {
  const { rows } = await sql`
    select from busy_calendars where professional_id = ${professional_id} and id = ${id} and removed_at is null
      and reading_until >= clock_now()`.execute(db);
  return rows.length > 0;
}

/** Locks a calendar that this reader still has; false once it is gone or another one reads it. */
async function holds(trx: Db, { professional_id, id }: Key, reader: string): Promise<boolean> {
  const { rows } = await sql`
    select from busy_calendars where professional_id = ${professional_id} and id = ${id} and reader = ${reader}
    for update`.execute(trx);
  return rows.length > 0;
}

type Read = { etag: string | null; read_for: string; spans: readonly Span[] };

/** Writes what a read brought; undefined when nothing has changed. */
export async function putRead(trx: Db, key: Key, reader: string, read: Read | undefined, is_slow: boolean) {
  if (await holds(trx, key, reader)) await writeRead(trx, key, read, is_slow);
}

/** Needs the calendar's lock. */
export async function writeRead(trx: Db, key: Key, read: Read | undefined, is_slow = false): Promise<void> {
  if (read) await putTimes(trx, key, read.spans);
  await sql`
    update busy_calendars set last_read_at = clock_now(), failing_since = null, problem = null, is_told = false,
      is_slow = ${is_slow}, reader = null, reading_until = null
      ${read === undefined ? sql`` : sql`, etag = ${read.etag}, read_for = ${read.read_for}`}
    where professional_id = ${key.professional_id} and id = ${key.id}`.execute(trx);
}

/** Replaces the times that have not ended; past ones stay, and unchanged ones are not written again. */
async function putTimes(trx: Db, { professional_id, id }: Key, spans: readonly Span[]): Promise<void> {
  const starts = spans.map(({ start }) => iso(start));
  const ends = spans.map(({ end }) => iso(end));
  await sql`
    delete from calendar_times t
    where t.professional_id = ${professional_id} and t.calendar_id = ${id} and t.end_time > clock_now()
      and (t.start_time, t.end_time) not in (select * from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]))`.execute(
    trx,
  );
  await sql`
    insert into calendar_times (professional_id, calendar_id, start_time, end_time)
    select ${professional_id}::uuid, ${id}::uuid, * from unnest(${starts}::timestamptz[], ${ends}::timestamptz[])
    on conflict on constraint calendar_times_pkey do update set end_time = excluded.end_time
      where calendar_times.end_time <> excluded.end_time`.execute(trx);
}

/** Writes why a read brought nothing. */
export async function putProblem(trx: Db, key: Key, reader: string, problem: string, is_slow: boolean) {
  if (!(await holds(trx, key, reader))) return;
  await sql`
    update busy_calendars set problem = ${problem}, failing_since = coalesce(failing_since, clock_now()),
      is_slow = ${is_slow}, reader = null, reading_until = null
    where professional_id = ${key.professional_id} and id = ${key.id}`.execute(trx);
}

/** Which of these are ids of the professional's bookings. */
export async function bookingsAmong(db: Db, professionalId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from bookings where professional_id = ${professionalId} and id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Times of a professional's calendars with a part in the range, soonest first. */
export async function listTimes(
  db: Db,
  professionalId: string,
  { from, to }: CalendarTimesQuery,
): Promise<CalendarTime[]> {
  const { rows } = await sql<CalendarTime>`
    select start_time as start, end_time as "end", calendar_id from calendar_times
    where professional_id = ${professionalId} and end_time > ${from} and start_time < ${to}
    order by start_time, end_time, calendar_id`.execute(db);
  return rows;
}

/**
 * Counts a refresh or a try to add a calendar; returns its key, or the seconds to wait. Needs the professional's lock.
 */
export async function countRead(trx: Db, professional_id: string, is_try: boolean): Promise<Key | { wait: number }> {
  const most = is_try ? busyCalendarBounds.triesAnHour : busyCalendarBounds.refreshesAnHour;
  const { rows } = await sql<{ wait: number }>`
    select ceil(date_part('epoch', created_at + interval '1 hour' - clock_now()))::int as wait from calendar_refreshes
    where professional_id = ${professional_id} and is_try = ${is_try} and created_at > clock_now() - interval '1 hour'
    order by created_at desc offset ${most - 1} limit 1`.execute(trx);
  if (rows[0]) return rows[0];
  return trx
    .insertInto('calendar_refreshes')
    .values({ professional_id, is_try })
    .returning(['professional_id', 'id'])
    .executeTakeFirstOrThrow();
}

/** A try that brought a calendar does not count. */
export async function forgetTry(trx: Db, { professional_id, id }: Key): Promise<void> {
  await trx
    .deleteFrom('calendar_refreshes')
    .where('professional_id', '=', professional_id)
    .where('id', '=', id)
    .execute();
}

/** Deletes calendars that were removed a month ago. */
export function deleteRemoved(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'busy_calendars', sql`removed_at < clock_now() - interval '30 days'`, limit);
}

export function deleteOldRefreshes(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'calendar_refreshes', sql`created_at < clock_now() - interval '2 hours'`, limit);
}

/** How long ended times stay, for figures of the business, days. */
const keptDays = 400;

export function deleteOldTimes(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'calendar_times', sql`end_time < clock_now() - make_interval(days => ${keptDays})`, limit);
}

/** The encrypted addresses of all professionals, locked until the transaction ends. */
export async function lockAddresses(trx: Db): Promise<(Key & { encrypted_url: Buffer })[]> {
  return trx
    .selectFrom('busy_calendars')
    .select(['professional_id', 'id'])
    .select((eb) => eb.ref('encrypted_url').$notNull().as('encrypted_url'))
    .where('removed_at', 'is', null)
    .orderBy('professional_id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function putAddress(
  trx: Db,
  { professional_id, id }: Key,
  secret: { encrypted_url: Buffer; url_hmac: Buffer },
) {
  await trx
    .updateTable('busy_calendars')
    .set(secret)
    .where('professional_id', '=', professional_id)
    .where('id', '=', id)
    .execute();
}

/** Calendars that have failed for a day, and whose professional was not told. */
export async function findLongFailing(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from busy_calendars
    where not is_told and removed_at is null and id <> all (${without}::uuid[])
      and failing_since <= clock_now() - make_interval(hours => ${busyCalendarBounds.toldAfterHours})
    order by failing_since limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks one as told of; undefined when it is no longer due. */
export async function markTold(trx: Db, id: string): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    update busy_calendars set is_told = true
    where id = ${id} and not is_told and removed_at is null
      and failing_since <= clock_now() - make_interval(hours => ${busyCalendarBounds.toldAfterHours})
    returning professional_id, id`.execute(trx);
  return rows[0];
}

export type Failing = {
  name: string;
  problem: string;
  failing_since: string;
  time_zone: string;
  display_name: string;
  user_id: string;
  email: string;
  is_active: boolean;
  mail_booking: boolean;
};

/** A failing calendar, with its professional locked; undefined once it was read again. */
export async function findFailing(db: Db, { professional_id, id }: Key): Promise<Failing | undefined> {
  const { rows } = await sql<Failing>`
    select c.name, c.problem, c.failing_since, p.time_zone, p.display_name, u.id as user_id, u.email,
      p.user_is_active as is_active, coalesce(w.mail_booking, true) as mail_booking
    from busy_calendars c join professionals p on p.id = c.professional_id join users u on u.id = p.user_id
    left join user_preferences w on w.user_id = u.id
    where c.professional_id = ${professional_id} and c.id = ${id} and c.removed_at is null and c.problem is not null
    for key share of p`.execute(db);
  return rows[0];
}
