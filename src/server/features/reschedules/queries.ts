import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { reminderOf } from '#server/features/bookings/queries.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { graceHours } from '#shared/rules/cancellation.ts';

/** The columns of a request as it is answered. */
export const rescheduleColumns = sql`reschedules.id, reschedules.booking_id, reschedules.start_time, reschedules.end_time,
  reschedules.status, reschedules.requested_by, reschedules.message, reschedules.created_at, reschedules.expires_at,
  reschedules.answered_at`;

type Owner = { booking_id: string; client_id: string | null; professional_id: string | null; sees_all: boolean };

function ownerOf(booking_id: string, { role, client_id, professional_id }: Viewer): Owner {
  return { booking_id, client_id, professional_id, sees_all: role === 'admin' };
}

const requestsOfBooking = statement(
  'reschedules_of_booking',
  (_, p: Params<Owner & { skip: number; limit: number }>) => sql<CountedRow<Reschedule>>`
    with of_party as materialized (
      select professional_id, id from bookings
      where id = ${p.booking_id}
        and (client_id = ${p.client_id}::uuid or professional_id = ${p.professional_id}::uuid or ${p.sees_all}::boolean)),
    own as materialized (
      select ${rescheduleColumns} from of_party
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
  const rows = await requestsOfBooking.execute(db, { ...ownerOf(bookingId, viewer), ...page });
  return rows.length > 0 ? splitPage(rows) : undefined;
}

/** `deposit_cents`: what it asks to be paid ahead. */
type LockedBooking = {
  professional_id: string;
  booking_status: BookingStatus;
  written_in: boolean;
  deposit_cents: number | null;
};
type OfLocked = LockedBooking & ((Reschedule & { is_open: boolean }) | { id: null });

const lockedRequest = statement(
  'lock_booking_to_answer',
  (_, p: Params<Owner & { id: string }>) => sql<OfLocked>`
    with locked as materialized (
      select professional_id, id, status, written_in, deposit_cents from bookings
      where id = ${p.booking_id} and (client_id = ${p.client_id}::uuid or professional_id = ${p.professional_id}::uuid)
      for no key update)
    select locked.professional_id, locked.status as booking_status, locked.written_in, locked.deposit_cents,
      ${rescheduleColumns},
      reschedules.status = 'pending' and reschedules.expires_at > clock_now() as is_open
    from locked left join reschedules on reschedules.professional_id = locked.professional_id
      and reschedules.booking_id = locked.id and reschedules.id = ${p.id}`,
);

/**
 * Locks a booking of the caller, so that its requests stay as they are; undefined for a booking of others. The request
 * is read as it was before the lock: a pending one may have been answered since. `is_open`: it can be answered.
 */
export async function lockToAnswer(
  trx: Db,
  { booking_id, id }: Omit<RequestKey, 'professional_id'>,
  caller: Viewer,
): Promise<(LockedBooking & { request?: Reschedule & { is_open: boolean } }) | undefined> {
  const found = await lockedRequest.executeTakeFirst(trx, { ...ownerOf(booking_id, caller), id });
  if (!found) return undefined;
  const { professional_id, booking_status, written_in, deposit_cents, ...request } = found;
  const booking = { professional_id, booking_status, written_in, deposit_cents };
  return request.id === null ? booking : { ...booking, request };
}

export type RequestKey = { professional_id: string; booking_id: string; id: string };

const requestById = statement(
  'reschedule_of_booking',
  (_, p: Params<RequestKey>) => sql<Reschedule>`
    select ${rescheduleColumns}
    from reschedules where professional_id = ${p.professional_id} and booking_id = ${p.booking_id} and id = ${p.id}`,
);

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
    select ${rescheduleColumns}, restored.version from ended reschedules, restored`,
);

/**
 * Ends a pending request without another time: what it holds is free, and the booking, which must be locked, expires
 * when it did before. Undefined when it is not pending any more.
 */
export function endReschedule(trx: Db, ended: Ended) {
  return endedRequest.executeTakeFirst(trx, ended);
}

/** Until when a client may cancel at least what was moved without asking them now. */
export const graceEnd = sql<string>`clock_now() + make_interval(hours => ${sql.lit(graceHours)})`;

/** The segments of a booking at another time; null stays null. */
export function shiftedSegments(start: RawBuilder<unknown>) {
  // Seconds, because an interval of days is counted in the session's time zone.
  const by = sql`make_interval(secs => extract(epoch from ${start} - bookings.start_time)::float8)`;
  return sql<
    string | null
  >`(select range_agg(tstzrange(lower(part) + ${by}, upper(part) + ${by})) from unnest(bookings.segments) part)`;
}

/**
 * When the booking `b` that still waits for its deposit expires at the time of `request`: when it did before that was
 * asked, or, where that is over, when it does under the request.
 */
const expiryAfter = sql`least(request.start_time,
  case when request.booking_expires_at > clock_now() then request.booking_expires_at else b.expires_at end)`;

/** The booking's status with its new time, and whether the professional chose that. */
export type NewTime = {
  professional_id: string;
  booking_id: string;
  booking_status: 'pending' | 'confirmed';
  is_placed: boolean;
  /** The client has agreed to it already: they can still cancel for a while. */
  is_agreed: boolean;
};
export type TimeGiven = { fits: boolean; version: number; sequence: number };

/**
 * Gives a locked booking the time of the CTE `request`, if that has its row. A hold that is a part of the new time
 * becomes the booking's; what else the two held goes before the rest comes, in one statement: others see neither gone.
 */
export function timeGiven(p: Params<NewTime>) {
  return sql`
    parts as materialized (
      select lower(part) as start_time, upper(part) as end_time
      from request, unnest(coalesce(segments, tstzmultirange(tstzrange(start_time, end_time)))) part),
    kept as (
      update busy_times t set kind = 'booking', reschedule_id = null from parts
      where t.professional_id = ${p.professional_id} and t.booking_id = ${p.booking_id} and t.kind = 'hold'
        and t.start_time = parts.start_time and t.end_time = parts.end_time
      returning t.id, t.start_time),
    freed as (
      delete from busy_times where professional_id = ${p.professional_id} and booking_id = ${p.booking_id}
        and exists (select from request) and id not in (select id from kept) returning id),
    placed as (
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      select ${p.professional_id}, ${p.booking_id}, start_time, end_time from parts, (select count(*) from freed) done
      where start_time not in (select start_time from kept)
      on conflict do nothing returning id),
    changed as (
      update bookings b set status = ${p.booking_status}, start_time = request.start_time, end_time = request.end_time,
        segments = request.segments, previous_start_time = b.start_time, version = b.version + 1, updated_at = clock_now(),
        reschedule_id = null, placed_by_professional = ${p.is_placed},
        cancel_not_before = case when ${p.is_agreed} then ${graceEnd} else b.cancel_not_before end,
        sequence = case when b.status = 'pending' and ${p.booking_status}::text = 'confirmed' then b.sequence else b.sequence + 1 end,
        expires_at = ${expiryAfter},
        due_at = case when ${p.booking_status}::text = 'confirmed' then request.end_time else ${expiryAfter} end,
        reminder_at = case when ${p.booking_status}::text = 'confirmed' then ${reminderOf(sql`request.start_time`)} end
      from request where b.professional_id = ${p.professional_id} and b.id = ${p.booking_id}
      returning b.version, b.sequence)`;
}

/** The columns of `TimeGiven`, from `changed`. */
export const givenColumns = sql`
  (select count(*) from parts) = (select count(*) from kept) + (select count(*) from placed) as fits, changed.version,
  changed.sequence`;

const acceptedRequest = statement(
  'accept_and_change',
  (_, p: Params<NewTime & RequestKey>) => sql<Reschedule & TimeGiven>`
    with request as (
      update reschedules set status = 'accepted', answered_at = clock_now()
      where professional_id = ${p.professional_id} and id = ${p.id} and status = 'pending' returning reschedules.*),
    ${timeGiven(p)}
    select ${rescheduleColumns}, ${givenColumns} from request reschedules, changed`,
);

/**
 * Accepts a pending request and gives its locked booking the time; undefined when it is not pending any more. `fits` is
 * false when something else is at any part of it: then the transaction must not commit.
 */
export function acceptAndChange(trx: Db, accepted: NewTime & RequestKey) {
  return acceptedRequest.executeTakeFirst(trx, accepted);
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
