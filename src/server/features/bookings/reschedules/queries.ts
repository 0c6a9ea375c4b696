import { sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { type Seen, seenBy } from '../show/find-queries.ts';

/** A request for another time as it is answered, from `reschedules`. */
export const requestColumns = sql`reschedules.id, reschedules.booking_id, reschedules.start_time, reschedules.end_time,
  reschedules.status, reschedules.requested_by, reschedules.message, reschedules.created_at, reschedules.expires_at,
  reschedules.answered_at`;

const requestsOfBooking = statement(
  'reschedules_of_booking',
  (_, p: Params<Seen & { booking_id: string; skip: number; limit: number }>) => sql<CountedRow<Reschedule>>`
    with of_party as materialized (
      select professional_id, id from bookings
      where id = ${p.booking_id}
        and (client_id = ${p.client_id}::uuid or professional_id = ${p.professional_id}::uuid or ${p.sees_all}::boolean)),
    own as materialized (
      select ${requestColumns} from of_party
      join reschedules on reschedules.professional_id = of_party.professional_id and reschedules.booking_id = of_party.id)
    select page.*, counted.total
    from (select count(*)::int as total from own having exists (select from of_party)) counted
    left join (select * from own order by created_at desc, id desc offset ${p.skip}::int limit ${p.limit}::int) page on true
    order by page.created_at desc, page.id desc`,
);

/** A page of a booking's requests, newest first; undefined for a booking of others, as for an unknown one. */
export async function listReschedules(
  db: Db,
  bookingId: string,
  viewer: Viewer,
  page: { skip: number; limit: number },
): Promise<{ results: Reschedule[]; total: number } | undefined> {
  const rows = await requestsOfBooking.execute(db, { booking_id: bookingId, ...seenBy(viewer), ...page });
  return rows.length > 0 ? splitPage(rows) : undefined;
}

type RequestKey = { professional_id: string; booking_id: string; id: string };

const requestById = statement(
  'reschedule_of_booking',
  (_, p: Params<RequestKey>) => sql<Reschedule & { is_open: boolean }>`
    select ${requestColumns}, status = 'pending' and expires_at > clock_now() as is_open
    from reschedules where professional_id = ${p.professional_id} and booking_id = ${p.booking_id} and id = ${p.id}`,
);

/** `is_open`: it can be answered, as long as its booking is locked. */
export function findReschedule(trx: Db, key: RequestKey) {
  return requestById.executeTakeFirst(trx, key);
}

type Ended = Omit<RequestKey, 'booking_id'> & { status: 'declined' | 'withdrawn' | 'expired' };

const endedRequest = statement(
  'end_reschedule',
  (_, p: Params<Ended>) => sql<Reschedule & { version: number }>`
    with ended as (
      update reschedules set status = ${p.status}, answered_at = clock_now()
      where professional_id = ${p.professional_id} and id = ${p.id} and status = 'pending' returning reschedules.*),
    freed as (
      delete from busy_times t using ended where t.professional_id = ended.professional_id and t.reschedule_id = ended.id),
    restored as (
      update bookings b set reschedule_id = null,
        expires_at = case when b.status = 'pending' then ended.booking_expires_at else b.expires_at end,
        due_at = case when b.status = 'pending' then ended.booking_expires_at else b.due_at end
      from ended where b.professional_id = ended.professional_id and b.id = ended.booking_id returning b.version)
    select ${requestColumns}, restored.version from ended reschedules, restored`,
);

/**
 * Ends a pending request without another time: what it holds is free, and the booking, which must be locked, expires
 * when it did before. Undefined when it is not pending any more.
 */
export function endReschedule(trx: Db, ended: Ended) {
  return endedRequest.executeTakeFirst(trx, ended);
}

/**
 * Pending requests, found by what they hold: another time always has a part that is not the booking's. With an index on
 * those that are pending each answer would write to all indexes.
 */
const pending = sql`
  reschedules r where r.status = 'pending'
    and r.id in (select reschedule_id from busy_times where reschedule_id is not null)`;

/** Ids of pending requests whose time is over, most overdue first. */
export async function findExpired(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from ${pending} and r.expires_at <= ${clockNow} and r.id <> all(${without}::uuid[])
    order by r.expires_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many requests wait for an answer, and for how long the one most overdue should have expired, seconds. */
export async function pendingRequests(db: Db): Promise<{ count: number; overdue_seconds: number }> {
  const { rows } = await sql<{ count: number; overdue_seconds: number }>`
    select count(*)::int as count,
      coalesce(extract(epoch from greatest(interval '0', clock_now() - min(r.expires_at))), 0)::float8 as overdue_seconds
    from ${pending}`.execute(db);
  return rows[0] ?? { count: 0, overdue_seconds: 0 };
}

/** Locks the booking of a request whose time is over; undefined when it was answered, or another process has it. */
export async function lockExpired(trx: Db, id: string): Promise<{ professional_id: string } | undefined> {
  const { rows } = await sql<{ professional_id: string }>`
    select b.professional_id from reschedules r
    join bookings b on b.professional_id = r.professional_id and b.id = r.booking_id
    where r.id = ${id} and r.status = 'pending' and r.expires_at <= clock_now()
    for no key update of b skip locked`.execute(trx);
  return rows[0];
}
