import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs, isAmong } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { isVisible } from '#server/features/professionals/queries.ts';
import { emitWith } from '#server/outbox/emit.ts';
import type { Payload } from '#server/outbox/events.ts';
import type { MadeBooking } from '#shared/rules/booking-limit.ts';

type OfferedService = {
  id: string;
  name: string;
  price_cents: number;
  service_duration_minutes: number;
  is_active: boolean;
};

/** What can be seen of a booking that somebody asks for, before anything is decided. */
export type BookingView = {
  /**
   * Whether client and professional are locked now. If not, the time is taken, or another transaction has one of them.
   */
  is_locked: boolean;
  first_name: string;
  last_name: string;
  display_name: string;
  location: string;
  time_zone: string;
  is_visible: boolean;
  /** Those of the chosen services that this professional has, in any order. */
  services: OfferedService[];
  /** Whether something else is at that time; false says nothing as long as nothing is locked. */
  is_taken: boolean;
};

/** `start_time` is ISO text. */
type Wanted = { client_id: string; professional_id: string; service_ids: string[]; start_time: string };

/**
 * Client and professional, in the one order in which bookings lock them. Until the transaction ends nobody else books
 * for or with them, or changes windows and settings.
 */
function lockedParties(
  p: Params<Pick<Wanted, 'client_id' | 'professional_id'>>,
  how: RawBuilder<unknown>,
  unless = sql`false`,
) {
  return sql`held_client as materialized (
      select id from clients where id = ${p.client_id} and user_id is not null
        and not ${unless} for no key update ${how}),
    held as materialized (
      select p.id from held_client, professionals p where p.id = ${p.professional_id} for no key update of p ${how})`;
}

/** Busy times never overlap, so the last one that starts before a time's end is the only one that can be in its way. */
function lastBusyBefore(professional: RawBuilder<unknown>, end: RawBuilder<unknown>) {
  return sql`select start_time, end_time from busy_times where professional_id = ${professional} and start_time < ${end}
    order by start_time desc limit 1`;
}

const bookingView = statement(
  'booking_view',
  (_, p: Params<Wanted>) => sql<BookingView>`
    with chosen as materialized (
      select id, name, price_cents, service_duration_minutes, is_active from services
      where professional_id = ${p.professional_id} and ${isAmong('id', p.service_ids)} and deleted_at is null),
    busy as materialized (${lastBusyBefore(
      sql`${p.professional_id}`,
      sql`${p.start_time}::timestamptz + make_interval(mins => (select sum(service_duration_minutes)::int from chosen))`,
    )}),
    taken as materialized (select exists (select from busy where end_time > ${p.start_time}::timestamptz) as is_taken),
    ${lockedParties(p, sql`skip locked`, sql`(select is_taken from taken)`)}
    select exists (select from held) as is_locked, client.first_name, client.last_name, pro.display_name,
      pro.location, pro.time_zone,
      ${isVisible('pro')} as is_visible, (select coalesce(json_agg(chosen), '[]') from chosen) as services,
      (select is_taken from taken) as is_taken
    from clients client, professionals pro where client.id = ${p.client_id} and pro.id = ${p.professional_id}`,
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
  (_, p: Params<Pick<Wanted, 'client_id' | 'professional_id'>>) => sql<{ client: boolean; professional: boolean }>`
    with ${lockedParties(p, sql``)} select exists (select from held) as professional, exists (select from held_client) as client`,
);

/** Waits for both locks; false for a side whose account was deleted meanwhile. */
export async function lockParties(
  trx: Db,
  { client_id, professional_id }: Wanted,
): Promise<{ client: boolean; professional: boolean }> {
  return (
    (await partiesLock.executeTakeFirst(trx, { client_id, professional_id })) ?? { client: false, professional: false }
  );
}

/** Everything that decides whether a booking is possible, besides its services. Times are epoch milliseconds. */
export type BookingConditions = {
  now: number;
  /** The id for the new booking. */
  id: string;
  is_visible: boolean;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  /** The only window that can hold the start; null when there is none. */
  window_start: number | null;
  window_end: number;
  /** The only busy time that can be too near; null when there is none. */
  busy_start: number | null;
  busy_end: number;
  /** Pending bookings of the client. */
  pending: number;
  pending_with_professional: number;
  /** What the client booked in the last 24 hours, cancelled or not, latest first; empty when no limit asks for it. */
  made: MadeBooking[];
};

type Question = {
  client_id: string;
  professional_id: string;
  start_time: string;
  minutes: number;
  counts_made: boolean;
};

// A booking starts after it was made, and a pending one is cancelled at its start: one range of one index has those
// made within 24 hours and the pending ones.
const bookingConditions = statement(
  'booking_conditions',
  (_, p: Params<Question>) => sql<BookingConditions>`
    select ${epochMs(clockNow)} as now, uuidv7() as id, ${isVisible('pro')} as is_visible,
      pro.slot_interval_minutes, pro.min_notice_minutes, pro.buffer_minutes,
      ${epochMs('open.start_time')} as window_start, ${epochMs('open.end_time')} as window_end,
      ${epochMs('busy.start_time')} as busy_start, ${epochMs('busy.end_time')} as busy_end,
      own.pending, own.pending_with_professional, own.made
    from professionals pro
    left join lateral (
      select start_time, end_time from availability
      where professional_id = pro.id and end_time > ${p.start_time}::timestamptz order by end_time limit 1) open on true
    left join lateral (${lastBusyBefore(
      sql`pro.id`,
      sql`${p.start_time}::timestamptz + make_interval(mins => ${p.minutes}::int + pro.buffer_minutes)`,
    )}) busy on true
    cross join (
      select count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'pending' and professional_id = ${p.professional_id})
          as pending_with_professional,
        coalesce(json_agg(json_build_object('at', ${epochMs('created_at')}, 'with_professional', professional_id = ${p.professional_id})
          order by created_at desc)
            filter (where ${p.counts_made} and created_at > clock_now() - interval '24 hours'), '[]') as made
      from bookings where client_id = ${p.client_id} and start_time > clock_now() - interval '24 hours') own
    where pro.id = ${p.professional_id}`,
);

/** Reads what decides; the locks must be held. */
export async function readConditions(trx: Db, question: Question): Promise<BookingConditions> {
  const conditions = await bookingConditions.executeTakeFirst(trx, question);
  if (!conditions) throw new Error('a locked professional is gone');
  return conditions;
}

export type NewBooking = {
  id: string;
  professional_id: string;
  client_id: string;
  start_time: string;
  end_time: string;
  expires_at: string;
  total_price_cents: number;
  notes: string | null;
  services: OfferedService[];
};

type Row = Omit<NewBooking, 'services'> & {
  service_ids: string[];
  names: string[];
  prices: number[];
  minutes: number[];
  payload: Payload<'booking.created'>;
  request_id: string;
};

const insertedBooking = statement(
  'insert_booking',
  (_, p: Params<Row>) => sql<{ id: string }>`
    with busy as (
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      values (${p.professional_id}, ${p.id}, ${p.start_time}, ${p.end_time}) on conflict do nothing returning booking_id
    ), made as (
      insert into bookings (professional_id, id, client_id, start_time, end_time, expires_at, due_at, total_price_cents,
        notes)
      select ${p.professional_id}, booking_id, ${p.client_id}, ${p.start_time}, ${p.end_time}, ${p.expires_at},
        ${p.expires_at}, ${p.total_price_cents}, ${p.notes} from busy
      returning id
    ), booked as (
      insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
        service_duration_minutes)
      select ${p.professional_id}, made.id, one.position - 1, one.id, one.name, one.price, one.minutes
      from made, unnest(${p.service_ids}::uuid[], ${p.names}::text[], ${p.prices}::int[], ${p.minutes}::int[])
        with ordinality as one (id, name, price, minutes, position)
    ), event as (${emitWith('made', 'booking.created', p)})
    select id from made`,
);

/**
 * Writes the busy time and, if the time was free, the booking, its services and the event. A single statement, so that a
 * taken slot raises no violation and causes no deadlock. Returns false when the time is taken.
 */
export async function insertBooking(
  trx: Db,
  { services, ...booking }: NewBooking,
  requestId: string,
): Promise<boolean> {
  const row: Row = {
    ...booking,
    service_ids: services.map((one) => one.id),
    names: services.map((one) => one.name),
    prices: services.map((one) => one.price_cents),
    minutes: services.map((one) => one.service_duration_minutes),
    payload: { booking_id: booking.id, version: 0 },
    request_id: requestId,
  };
  return (await insertedBooking.executeTakeFirst(trx, row)) !== undefined;
}
