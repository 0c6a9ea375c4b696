import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { segmentsText } from '#server/db/segments.ts';
import { clockNow, epochMs, isAmong } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import {
  busyBetween,
  joinWindows,
  offBetween,
  ruleColumns,
  type WindowSources,
} from '#server/features/hours/queries.ts';
import { isVisible } from '#server/features/professionals/queries.ts';
import { emitWith } from '#server/outbox/emit.ts';
import type { Payload } from '#server/outbox/events.ts';
import { newClientDays } from '#shared/constants.ts';
import type { MadeBooking } from '#shared/rules/booking-limit.ts';
import type { Span } from '#shared/rules/slots.ts';

/** A service as it is booked. */
export type BookedService = Omit<OfferedService, 'is_active'>;

type OfferedService = {
  id: string;
  name: string;
  price_cents: number;
  service_duration_minutes: number;
  processing_start_minutes: number | null;
  processing_minutes: number | null;
  is_active: boolean;
};

/** What decides of a professional's own: whoever changes it has locked them. */
export type Settings = Pick<WindowSources, 'time_zone' | 'booking_horizon_days' | 'closed_on_holidays_of'> & {
  is_visible: boolean;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  instant_confirmation: boolean;
  cancellation_cutoff_hours: number;
  cancellation_policy: string | null;
};

/** What can be seen of a booking that somebody asks for, before anything is decided. */
export type BookingView = Settings & {
  /**
   * Whether client and professional are locked now. If not, the time is taken, or another transaction has one of them.
   */
  is_locked: boolean;
  first_name: string;
  last_name: string;
  display_name: string;
  location: string;
  /** Whether something was written in for the client as a guest, with whomever. */
  was_guest: boolean;
  /** Those of the chosen services that this professional has, in any order. */
  services: OfferedService[];
  /** Whether something else is at that time; false says nothing as long as nothing is locked. */
  is_taken: boolean;
};

/** `start_time` is ISO text. */
type Wanted = { client_id: string; professional_id: string; service_ids: string[]; start_time: string };

const clientColumns = sql`first_name, last_name, was_guest`;
const settingColumns = sql`time_zone, booking_horizon_days, closed_on_holidays_of, ${isVisible('p')} as is_visible,
  slot_interval_minutes, min_notice_minutes, buffer_minutes, instant_confirmation, cancellation_cutoff_hours,
  cancellation_policy`;
const professionalColumns = sql`display_name, location, ${settingColumns}`;

/**
 * Client and professional as they are when they are locked, in the one order in which bookings lock them. Until the
 * transaction ends nobody else books for or with them, or changes windows and settings.
 */
function lockedParties(
  p: Params<Pick<Wanted, 'client_id' | 'professional_id'>>,
  how: RawBuilder<unknown>,
  unless = sql`false`,
) {
  return sql`held_client as materialized (
      select ${clientColumns} from clients where id = ${p.client_id} and user_id is not null
        and not ${unless} for no key update ${how}),
    held as materialized (
      select ${professionalColumns} from held_client, professionals p where p.id = ${p.professional_id} for no key update of p ${how})`;
}

/** Those of the chosen services that the professional has. */
function chosenServices(p: Params<Pick<Wanted, 'professional_id' | 'service_ids'>>) {
  return sql`select id, name, price_cents, service_duration_minutes, processing_start_minutes, processing_minutes, is_active
    from services where professional_id = ${p.professional_id} and ${isAmong('id', p.service_ids)} and deleted_at is null`;
}

// Busy times never overlap, so the last one that starts before a time's end is the only one that can be in its way. A
// visit with a gap is surely taken if its first minute is: the rest is decided under the locks.
const bookingView = statement(
  'booking_view',
  (_, p: Params<Wanted>) => sql<BookingView>`
    with chosen as materialized (${chosenServices(p)}),
    busy as materialized (
      select end_time from busy_times
      where professional_id = ${p.professional_id} and start_time < ${p.start_time}::timestamptz + make_interval(mins => (
        select case when bool_or(processing_minutes is not null) then 1 else sum(service_duration_minutes)::int end from chosen))
      order by start_time desc limit 1),
    taken as materialized (select exists (select from busy where end_time > ${p.start_time}::timestamptz) as is_taken),
    ${lockedParties(p, sql`skip locked`, sql`(select is_taken from taken)`)}
    select client.*, pro.*, (select coalesce(json_agg(chosen), '[]') from chosen) as services,
      (select is_taken from taken) as is_taken
    from (
      select * from held_client
      union all
      select ${clientColumns} from clients where id = ${p.client_id} and not exists (select from held_client)
    ) client, (
      select *, true as is_locked from held
      union all
      select ${professionalColumns}, false from professionals p where p.id = ${p.professional_id} and not exists (select from held)
    ) pro`,
);

/**
 * Looks, and locks client and professional if the time seems free and nobody else has them. Undefined for an unknown
 * professional.
 */
export function viewBooking(trx: Db, wanted: Wanted): Promise<BookingView | undefined> {
  return bookingView.executeTakeFirst(trx, wanted);
}

const partiesLock = statement(
  'lock_booking_parties',
  (_, p: Params<Pick<Wanted, 'client_id' | 'professional_id'>>) => sql<
    { was_guest: boolean | null } & (Settings | { time_zone: null })
  >`
    with ${lockedParties(p, sql``)}
    select held.*, (select was_guest from held_client) from (select) always left join held on true`,
);

/** Waits for both locks; without a side whose account was deleted meanwhile. */
export async function lockParties(
  trx: Db,
  { client_id, professional_id }: Wanted,
): Promise<{ client?: Pick<BookingView, 'was_guest'>; settings?: Settings }> {
  const locked = await partiesLock.executeTakeFirst(trx, { client_id, professional_id });
  if (!locked) throw new Error('a statement that always has a row has none');
  const { was_guest } = locked;
  return {
    ...(was_guest === null ? {} : { client: { was_guest } }),
    ...(locked.time_zone === null ? {} : { settings: locked }),
  };
}

/** What decides whether a booking is possible, besides the settings. Times are epoch milliseconds. */
export type BookingConditions = Omit<WindowSources, keyof Settings> & {
  now: number;
  /** The id for the new booking. */
  id: string;
  /** Of a client who signed themselves up lately: from which network; null of others. */
  signup_network: string | null;
  /** As in the first look, and as they stay until the end: who changes one locks the professional. */
  services: OfferedService[];
  /** Busy times near the visit, and time off that meets it, as `spanBytes`. */
  busy: Buffer | null;
  off: Buffer | null;
  /** Pending bookings of the client. */
  pending: number;
  pending_with_professional: number;
  /** What the client booked in the last 24 hours, cancelled or not; empty when no limit asks for it. */
  made: MadeBooking[];
  /** When the client asked for other times meanwhile, which counts like a booking. */
  asked: MadeBooking[];
};

/** Columns `created_at` and `professional_id` of the last 24 hours, as `MadeBooking`s. */
function lately(p: Params<Pick<Question, 'professional_id' | 'counts_made'>>, which = sql`true`) {
  return sql<MadeBooking[]>`coalesce(
    json_agg(json_build_object('at', ${epochMs('created_at')}, 'with_professional', professional_id = ${p.professional_id}))
      filter (where ${p.counts_made} and created_at > clock_now() - interval '24 hours' and ${which}), '[]')`;
}

type Question = {
  client_id: string;
  professional_id: string;
  service_ids: string[];
  start_time: string;
  minutes: number;
  buffer_minutes: number;
  counts_made: boolean;
};

// A booking starts after it was made, and a pending one is cancelled at its start: one range of one index has those
// made within 24 hours and the pending ones. Whoever asked for another time within 24 hours has a booking in that range,
// too, as it had not begun: without one there is no request to look for.
const bookingConditions = statement(
  'booking_conditions',
  (_, p: Params<Question>) => sql<BookingConditions>`
    select ${epochMs(clockNow)} as now, uuidv7() as id,
      (select coalesce(json_agg(chosen), '[]') from (${chosenServices(p)}) chosen) as services,
      ${ruleColumns}, busy.busy, off.off,
      (select network from client_signups where client_id = ${p.client_id}
        and signed_up_at > clock_now() - make_interval(days => ${newClientDays}::int)) as signup_network,
      own.pending, own.pending_with_professional, own.made,
      (select ${lately(p)} from reschedules
        where ${p.counts_made}::boolean and own.bookings > 0 and client_id = ${p.client_id}
          and created_at > clock_now() - interval '24 hours') as asked
    from (select ${p.professional_id}::uuid as id, make_interval(mins => ${p.buffer_minutes}::int) as buffer offset 0) pro
    ${joinWindows(sql`pro.id`, sql`${p.start_time}::timestamptz`, sql`${p.start_time}::timestamptz`)}
    cross join lateral (${busyBetween(
      sql`pro.id`,
      sql`${p.start_time}::timestamptz - pro.buffer`,
      sql`${p.start_time}::timestamptz + make_interval(mins => ${p.minutes}::int) + pro.buffer`,
    )}) busy
    cross join lateral (${offBetween(
      sql`pro.id`,
      sql`${p.start_time}::timestamptz`,
      sql`${p.start_time}::timestamptz + make_interval(mins => ${p.minutes}::int)`,
    )}) off
    cross join (
      select count(*) as bookings, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'pending' and professional_id = ${p.professional_id})
          as pending_with_professional,
        ${lately(p, sql`not written_in`)} as made
      from bookings where client_id = ${p.client_id} and start_time > clock_now() - interval '24 hours') own`,
);

/** Reads what decides; the locks must be held. */
export async function readConditions(trx: Db, question: Question): Promise<BookingConditions> {
  const conditions = await bookingConditions.executeTakeFirst(trx, question);
  if (!conditions) throw new Error('a statement that always has a row has none');
  return conditions;
}

/** Instants are ISO text. */
export type NewBooking = {
  id: string;
  professional_id: string;
  /** One of the two at least. */
  client_id: string | null;
  guest_id: string | null;
  written_in: boolean;
  status: 'pending' | 'confirmed';
  start_time: string;
  end_time: string;
  expires_at: string;
  due_at: string;
  reminder_at: string | null;
  total_price_cents: number;
  notes: string | null;
  cancellation_cutoff_hours: number;
  cancellation_policy: string | null;
  services: BookedService[];
  /** The parts that take the professional's time, epoch milliseconds. */
  parts: Span[];
};

/** The request, the confirmation, or both at once. */
type Events = { created: Payload<'booking.created'> | null; confirmed: Payload<'booking.confirmed'> | null };

type Row = Omit<NewBooking, 'services' | 'parts'> & {
  part_starts: string[];
  part_ends: string[];
  segments: string | null;
  service_ids: string[];
  names: string[];
  prices: number[];
  minutes: number[];
  request_id: string;
} & Events;

const insertedBooking = statement(
  'insert_booking',
  (_, p: Params<Row>) => sql<{ id: string }>`
    with busy as (
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      select ${p.professional_id}, ${p.id}, part.start_time, part.end_time
      from unnest(${p.part_starts}::timestamptz[], ${p.part_ends}::timestamptz[]) part (start_time, end_time)
      on conflict do nothing returning booking_id
    ), made as (
      insert into bookings (professional_id, id, client_id, guest_id, written_in, placed_by_professional, status,
        start_time, end_time, segments, expires_at, due_at, reminder_at, total_price_cents, notes,
        cancellation_cutoff_hours, cancellation_policy, sequence)
      select ${p.professional_id}, booking_id, ${p.client_id}, ${p.guest_id}, ${p.written_in}, ${p.written_in}, ${p.status},
        ${p.start_time}, ${p.end_time}, ${p.segments}::tstzmultirange, ${p.expires_at}, ${p.due_at}, ${p.reminder_at},
        ${p.total_price_cents}, ${p.notes}, ${p.cancellation_cutoff_hours}, ${p.cancellation_policy}, 0
      from busy group by booking_id having count(*) = cardinality(${p.part_starts}::timestamptz[])
      returning id
    ), booked as (
      insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
        service_duration_minutes)
      select ${p.professional_id}, made.id, one.position - 1, one.id, one.name, one.price, one.minutes
      from made, unnest(${p.service_ids}::uuid[], ${p.names}::text[], ${p.prices}::int[], ${p.minutes}::int[])
        with ordinality as one (id, name, price, minutes, position)
    ), created as (${emitWith('made', 'booking.created', { payload: p.created, request_id: p.request_id })}),
    confirmed as (${emitWith('made', 'booking.confirmed', { payload: p.confirmed, request_id: p.request_id })})
    select id from made`,
);

/**
 * Writes a busy time for each part and, if all of them were free, the booking, its services and the events; false when
 * the time is taken. A single statement, so that a taken slot raises no violation and causes no deadlock.
 */
export async function insertBooking(
  trx: Db,
  { services, parts, ...booking }: NewBooking,
  { requestId, events }: { requestId: string; events: Events },
): Promise<boolean> {
  const row: Row = {
    ...booking,
    part_starts: parts.map(({ start }) => new Date(start).toISOString()),
    part_ends: parts.map(({ end }) => new Date(end).toISOString()),
    segments: segmentsText(parts),
    service_ids: services.map((one) => one.id),
    names: services.map((one) => one.name),
    prices: services.map((one) => one.price_cents),
    minutes: services.map((one) => one.service_duration_minutes),
    ...events,
    request_id: requestId,
  };
  return (await insertedBooking.executeTakeFirst(trx, row)) !== undefined;
}
