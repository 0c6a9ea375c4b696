import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit, segmentsText } from '#server/db/segments.ts';
import { refuseTaken } from '#server/db/slot-taken.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { type Emission, emission } from '#server/outbox/emit.ts';
import type { BookingStatus } from '#shared/constants.ts';
import { finishTime } from '#shared/duration.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { effectOf, type Happening } from '#shared/rules/visit-life.ts';
import { iso } from '#shared/time.ts';
import { requestColumns } from '../reschedules/queries.ts';
import { reminderOf } from './carry-out.ts';
import type { LockedBooking } from './lock-queries.ts';

/** What a new time asks and ends besides the visits themselves. */
type Change = {
  happening: Extract<Happening, 'moved' | 'agreed'>;
  /** Who chose the time. */
  by: Side;
  /** Until then at least the client may cancel, epoch milliseconds. */
  notBefore?: number;
  /** The pending request that is accepted by it; any other one is withdrawn. */
  accepts?: string;
  /** The request that is noted as accepted at once. Instants are ISO text. */
  notes?: NotedRequest;
  requestId: string;
};
export type NotedRequest = {
  id: string;
  client_id: string | null;
  requested_by: Side;
  message: string | null;
  expires_at: string;
};

/** A visit at its new time. */
type Moved = { id: string; status: BookingStatus; version: number; sequence: number; start: number };
type Row = { fits: boolean } & (Reschedule | { id: null });

type Values = {
  professional_id: string;
  visits: string;
  is_placed: boolean;
  not_before: string | null;
  accepts: string | null;
  notes: string;
  emissions: string;
  request_id: string;
};

/** When a booking that stays pending expires at its new time: when it did by itself, unless that is over. */
const expiry = sql`least(moving.start_time,
  case when moving.own_expiry > clock_now() then moving.own_expiry else b.expires_at end)`;

// A hold that is a part of the new time becomes the booking's; what else the two held goes before the rest comes, in one
// statement: others see neither gone.
const given = statement(
  'give_times',
  (_, p: Params<Values>) => sql<Row>`
    with accepted as (
      update reschedules set status = 'accepted', answered_at = clock_now()
      where professional_id = ${p.professional_id} and id = ${p.accepts}::uuid and status = 'pending' returning *),
    moving as materialized (
      select visit.*, b.professional_id, b.start_time as previous_start_time, b.reschedule_id,
        coalesce(r.booking_expires_at, b.expires_at) as own_expiry
      from jsonb_to_recordset(${p.visits}::jsonb) as visit (id uuid, status text, version int, sequence int,
        start_time timestamptz, end_time timestamptz, segments tstzmultirange)
      join bookings b on b.professional_id = ${p.professional_id} and b.id = visit.id
      left join reschedules r on r.professional_id = b.professional_id and r.id = b.reschedule_id
      where ${p.accepts}::uuid is null or exists (select from accepted)),
    withdrawn as (
      update reschedules r set status = 'withdrawn', answered_at = clock_now() from moving
      where r.professional_id = moving.professional_id and r.id = moving.reschedule_id
        and r.id is distinct from ${p.accepts}::uuid and r.status = 'pending'),
    noted as (
      insert into reschedules (professional_id, id, booking_id, client_id, requested_by, status, start_time, end_time,
        segments, previous_start_time, message, expires_at, booking_expires_at, answered_at)
      select professional_id, note.id, moving.id, client_id, requested_by, 'accepted', start_time, end_time, segments,
        previous_start_time, message, expires_at, own_expiry, clock_now()
      from moving, jsonb_to_recordset(${p.notes}::jsonb) as note (id uuid, client_id uuid, requested_by text, message text,
        expires_at timestamptz)
      returning *),
    parts as materialized (
      select moving.id as booking_id, lower(part) as start_time, upper(part) as end_time
      from moving, unnest(coalesce(segments, tstzmultirange(tstzrange(start_time, end_time)))) part),
    kept as (
      update busy_times t set kind = 'booking', reschedule_id = null from parts
      where t.professional_id = ${p.professional_id} and t.booking_id = parts.booking_id and t.kind = 'hold'
        and t.start_time = parts.start_time and t.end_time = parts.end_time
      returning t.id, t.booking_id, t.start_time),
    freed as (
      delete from busy_times t using moving where t.professional_id = moving.professional_id and t.booking_id = moving.id
        and t.id not in (select id from kept) returning t.id),
    placed as (
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      select ${p.professional_id}, booking_id, start_time, end_time from parts, (select count(*) from freed) done
      where not exists (select from kept where kept.booking_id = parts.booking_id and kept.start_time = parts.start_time)
      on conflict do nothing returning id),
    changed as (
      update bookings b set status = moving.status, start_time = moving.start_time, end_time = moving.end_time,
        segments = moving.segments, previous_start_time = b.start_time, version = moving.version, sequence = moving.sequence, updated_at = clock_now(),
        confirmed_at = case when moving.status = 'confirmed' then coalesce(b.confirmed_at, clock_now()) else b.confirmed_at end,
        reschedule_id = null, placed_by_professional = ${p.is_placed},
        cancel_not_before = greatest(b.cancel_not_before, ${p.not_before}::timestamptz),
        expires_at = ${expiry},
        due_at = case when moving.status = 'confirmed' then moving.end_time else ${expiry} end,
        reminder_at = case when moving.status = 'confirmed' then ${reminderOf(sql`moving.start_time`)} end
      from moving where b.professional_id = moving.professional_id and b.id = moving.id
      returning b.id),
    told as (${emission(p)} where exists (select from changed))
    select (select count(*) from parts) = (select count(*) from kept) + (select count(*) from placed) as fits, ${requestColumns}
    from changed
    left join (select * from accepted union all select * from noted) reschedules on reschedules.booking_id = changed.id
`,
);

/**
 * Gives locked visits of a professional other times, all or none, with what that does by the rules of their life and the
 * events that tell it; 409 where something else is at any part of one. Returns the request that was accepted or noted;
 * nothing happens where the one that it accepts is not pending any more.
 */
export async function giveTimes(
  trx: Db,
  visits: readonly { booking: LockedBooking; start: number }[],
  { happening, by, notBefore, accepts, notes, requestId }: Change,
  tell: (moved: Moved[]) => Emission[],
): Promise<Reschedule | undefined> {
  const times = visits.map(({ booking, start }) => timeOf(booking, start, happening));
  const rows = await given.execute(trx, {
    professional_id: visits[0]?.booking.professional_id ?? '',
    visits: JSON.stringify(times),
    is_placed: by === 'professional',
    not_before: notBefore === undefined ? null : iso(notBefore),
    accepts: accepts ?? null,
    notes: JSON.stringify(notes ? [notes] : []),
    emissions: JSON.stringify(tell(times)),
    request_id: requestId,
  });
  const [row] = rows;
  if (row && !row.fits) refuseTaken();
  if (!row || row.id === null) return undefined;
  const { fits: _, ...request } = row;
  return request;
}

/** SEQUENCE stays where the new time confirms: the first file that is mailed has that of the booking as it was made. */
function timeOf(booking: LockedBooking, start: number, happening: Change['happening']) {
  const { id, version, sequence, status: from } = booking;
  const { duration_minutes, parts } = bookedVisit(booking, booking.segments);
  const status = effectOf(happening, from)?.to;
  if (!status) throw new Error(`a ${from} booking cannot get another time`);
  return {
    id,
    status,
    version: version + 1,
    sequence: status === from ? sequence + 1 : sequence,
    start,
    start_time: iso(start),
    end_time: iso(finishTime(start, duration_minutes)),
    segments: segmentsText(partsAt(start, parts)),
  };
}

type Told = { professional_id: string; booking_id: string; reschedule_id: string };
type How = { answered: boolean; from: 'pending' | 'confirmed'; stays_pending: boolean };

/** What others are told of a visit that was moved alone. */
export function rescheduled(about: Told, moved: Moved | undefined, how: How): Emission[] {
  if (!moved) return [];
  const { version, sequence } = moved;
  return [{ event: 'booking.rescheduled', payload: { ...about, version, sequence, ...how } }];
}
