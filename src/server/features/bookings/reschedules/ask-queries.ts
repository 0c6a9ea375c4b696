import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { refuseTaken } from '#server/db/slot-taken.ts';
import type { Spans } from '#server/db/spans.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { signupNetwork } from '#server/features/clients/network-queries.ts';
import { busyBetween, joinWindows, offBetween, ruleColumns } from '#server/features/hours/queries.ts';
import type { WindowSources } from '#server/features/hours/windows.ts';
import { isBlocked } from '#server/features/parties/blocked.ts';
import { emission } from '#server/outbox/emit.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import type { MadeBooking } from '#shared/rules/booking-limit.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { NotedRequest } from '../life/give-times.ts';
import { type LockedBooking, lockedColumns } from '../life/lock-queries.ts';
import { type Settings, settingsOf } from '../make/create-queries.ts';
import { requestColumns } from './queries.ts';

/** A booking with its professional's settings, which its lock keeps as they are. */
export type Reschedulable = LockedBooking & Settings & { display_name: string };

type Own = { id: string; client_id: string | null; professional_id: string | null };

// In the order in which bookings lock: the client, the professional, and then the booking.
const lockedBooking = statement(
  'lock_booking_to_reschedule',
  (_, p: Params<Own>) => sql<{ now: number } & (Reschedulable | { professional_id: null })>`
    with party as materialized (
      select professional_id, id, client_id from bookings
      where id = ${p.id} and (client_id = ${p.client_id}::uuid or professional_id = ${p.professional_id}::uuid)),
    held_client as materialized (
      select c.id from party, clients c where c.id = party.client_id and c.id = ${p.client_id}::uuid for no key update of c),
    held as materialized (
      select pro.id as held_id, pro.display_name, ${settingsOf('pro')}
      from party, professionals pro
      where pro.id = party.professional_id and (select count(*) from held_client) >= 0 for no key update of pro),
    locked as materialized (
      select held.*, ${lockedColumns}
      from held, bookings where bookings.professional_id = held.held_id and bookings.id = ${p.id} for no key update of bookings)
    select locked.*, ${epochMs(clockNow)} as now from (select) always left join locked on true`,
);

/**
 * Locks a booking of the caller, after its client, when that is who calls, and its professional; without a booking when
 * it is not theirs. `now` is the database's time, epoch milliseconds.
 */
export async function lockToReschedule(
  trx: Db,
  id: string,
  { client_id, professional_id }: Viewer,
): Promise<{ now: number; booking?: Reschedulable }> {
  const row = await lockedBooking.executeTakeFirst(trx, { id, client_id, professional_id });
  if (!row) throw new Error('a statement that always has a row has none');
  return row.professional_id === null ? { now: row.now } : { now: row.now, booking: row };
}

/** What decides on another time, besides the booking itself and the settings. Instants are epoch milliseconds. */
export type RescheduleView = Omit<WindowSources, keyof Settings> & {
  now: number;
  /** The id for the request. */
  id: string;
  /** Busy times near the new time but the booking's own, and time off that meets it. */
  busy: Spans;
  off: Spans;
  /** Who made the pending request, and when the booking expires without one. */
  requested_by: Side | null;
  booking_expires: number | null;
  /** When the professional asked for this booking in the last hour, latest first; empty when the client asks. */
  asked: number[];
  /** What the client booked and asked for in the last 24 hours, latest first; empty when no limit asks for it. */
  made: MadeBooking[];
  /** Of a client who asks and signed themselves up lately: from which network. */
  signup_network: string | null;
  /** Whether the client who asks is. */
  is_blocked: boolean;
};

type Question = {
  professional_id: string;
  booking_id: string;
  /** Of the client who asks; null when the professional does. */
  client_id: string | null;
  /** The booking's pending request. */
  reschedule_id: string | null;
  start_time: string;
  end_time: string;
  buffer_minutes: number;
  counts_made: boolean;
};

/** When a client booked with whom, or asked for another time, since a day ago, latest first. */
function madeBy(p: Params<Pick<Question, 'client_id' | 'professional_id' | 'counts_made'>>): RawBuilder<MadeBooking[]> {
  return sql<MadeBooking[]>`(
    select coalesce(json_agg(json_build_object('at', ${epochMs('created_at')}, 'with_professional', professional_id = ${p.professional_id})
      order by created_at desc), '[]')
    from (
      select created_at, professional_id from bookings
      where client_id = ${p.client_id}::uuid and not written_in and start_time > clock_now() - interval '24 hours'
      union all
      select created_at, professional_id from reschedules where client_id = ${p.client_id}::uuid
    ) own
    where ${p.counts_made} and created_at > clock_now() - interval '24 hours')`;
}

const rescheduleView = statement(
  'reschedule_view',
  (_, p: Params<Question>) => sql<RescheduleView>`
    select ${epochMs(clockNow)} as now, uuidv7() as id, ${ruleColumns}, busy.busy, off.off, pending.requested_by, ${epochMs('pending.booking_expires_at')} as booking_expires,
      (select coalesce(json_agg(${epochMs('created_at')} order by created_at desc), '[]') from reschedules
       where ${p.client_id}::uuid is null and professional_id = pro.id and booking_id = ${p.booking_id}
         and requested_by = 'professional' and created_at > clock_now() - interval '1 hour') as asked,
      ${madeBy(p)} as made, ${signupNetwork(sql`${p.client_id}::uuid`)} as signup_network,
      ${isBlocked(sql`pro.id`, sql`${p.client_id}::uuid`)} as is_blocked
    from (select ${p.professional_id}::uuid as id, make_interval(mins => ${p.buffer_minutes}::int) as buffer offset 0) pro
    ${joinWindows(sql`pro.id`, sql`${p.start_time}::timestamptz`, sql`${p.start_time}::timestamptz`)}
    cross join lateral (${busyBetween(
      sql`pro.id`,
      sql`${p.start_time}::timestamptz - pro.buffer`,
      sql`${p.end_time}::timestamptz + pro.buffer`,
      sql`${p.booking_id}`,
    )}) busy
    cross join lateral (${offBetween(sql`pro.id`, sql`${p.start_time}::timestamptz`, sql`${p.end_time}::timestamptz`)}) off
    left join reschedules pending
      on pending.professional_id = pro.id and pending.id = ${p.reschedule_id}::uuid and pending.status = 'pending'`,
);

/** Reads what decides; the booking must be locked. */
export async function viewReschedule(trx: Db, question: Question): Promise<RescheduleView> {
  const view = await rescheduleView.executeTakeFirst(trx, question);
  if (!view) throw new Error('a statement that always has a row has none');
  return view;
}

/** Instants are ISO text. */
type NewRequest = NotedRequest & {
  professional_id: string;
  booking_id: string;
  start_time: string;
  /** When the booking itself expires, without the request. */
  booking_expires_at: string;
  /** When it expires now; null leaves it. */
  pending_until: string | null;
  emissions: string;
  request_id: string;
};

// The new parts less the booking's own: the constraint knows no kinds, and what is the booking's stays its own. An
// interval of days would be counted in the session's time zone, seconds are not.
const heldRequest = statement(
  'ask_and_hold',
  (_, p: Params<NewRequest>) => sql<Reschedule & { is_held: boolean }>`
    with booking as (
      update bookings set reschedule_id = ${p.id}, expires_at = coalesce(${p.pending_until}::timestamptz, expires_at),
        due_at = case when status = 'pending' then coalesce(${p.pending_until}::timestamptz, due_at) else due_at end
      where professional_id = ${p.professional_id} and id = ${p.booking_id}
      returning *, make_interval(secs => extract(epoch from ${p.start_time}::timestamptz - start_time)::float8) as later),
    request as (
      insert into reschedules (professional_id, id, booking_id, client_id, requested_by, start_time, end_time, segments,
        previous_start_time, message, expires_at, booking_expires_at)
      select professional_id, ${p.id}, id, ${p.client_id}, ${p.requested_by}, start_time + later, end_time + later,
        (select range_agg(tstzrange(lower(part) + later, upper(part) + later)) from unnest(segments) part), start_time,
        ${p.message}, ${p.expires_at}, ${p.booking_expires_at}
      from booking returning reschedules.*),
    parts as materialized (
      select lower(part) as start_time, upper(part) as end_time
      from booking b, request r,
      unnest(coalesce(r.segments, tstzmultirange(tstzrange(r.start_time, r.end_time)))
        - coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time)))) part),
    held as (
      insert into busy_times (professional_id, booking_id, kind, reschedule_id, start_time, end_time)
      select ${p.professional_id}, ${p.booking_id}, 'hold', ${p.id}, start_time, end_time from parts
      on conflict do nothing returning id),
    told as (${emission(p)})
    select ${requestColumns}, (select count(*) from held) = (select count(*) from parts) as is_held
    from request reschedules`,
);

/**
 * Writes a pending request of a locked booking with its event, and holds its time beside the booking's; 409 where something else is at
 * any part of it.
 */
export async function askAndHold(trx: Db, request: NewRequest): Promise<Reschedule> {
  const row = await heldRequest.executeTakeFirst(trx, request);
  if (!row) throw new Error('a locked booking is gone');
  const { is_held, ...asked } = row;
  return is_held ? asked : refuseTaken();
}
