import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { segmentsText } from '#server/db/segments.ts';
import type { Spans } from '#server/db/spans.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { signupNetwork } from '#server/features/clients/network-queries.ts';
import { busyBetween, joinWindows, offBetween, ruleColumns } from '#server/features/hours/queries.ts';
import type { WindowSources } from '#server/features/hours/windows.ts';
import { isBlocked } from '#server/features/parties/blocked.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import { type Emission, emission } from '#server/outbox/emit.ts';
import { limits } from '#shared/constants.ts';
import type { MadeBooking } from '#shared/rules/booking-limit.ts';
import type { Place } from '#shared/rules/place.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import { type DepositRule, depositRuleOf } from '../deposits/queries.ts';
import { type BookedLine, type ServiceLine, serviceLines, serviceLinesJson } from './line-queries.ts';

/** What decides of a professional's own: whoever changes it has locked them. */
export type Settings = Pick<
  WindowSources,
  'time_zone' | 'booking_horizon_days' | 'closed_on_holidays_of' | 'books_open'
> &
  DepositRule & {
    is_visible: boolean;
    slot_interval_minutes: number;
    min_notice_minutes: number;
    buffer_minutes: number;
    instant_confirmation: boolean;
    cancellation_cutoff_hours: number;
    cancellation_policy: string | null;
    place: Place | null;
  };

/** The columns of `Settings`, of a professional under this alias. */
export function settingsOf(professionals: string) {
  const p = sql.ref(professionals);
  return sql`${p}.time_zone, ${p}.booking_horizon_days, ${p}.closed_on_holidays_of, ${p}.books_open, ${isVisible(professionals)} as is_visible,
    ${p}.slot_interval_minutes, ${p}.min_notice_minutes, ${p}.buffer_minutes, ${p}.instant_confirmation,
    ${p}.cancellation_cutoff_hours, ${p}.cancellation_policy, ${p}.place, ${depositRuleOf(professionals)}`;
}

/** Client and professional under their locks, as far as what is written or answered names them. */
export type Parties = Settings & {
  first_name: string;
  last_name: string;
  /** Whether something was written in for the client as a guest, with whomever. */
  was_guest: boolean;
  display_name: string;
  location: string;
  contact_phone: string | null;
};

/** `start_time` is ISO text. */
type Wish = {
  client_id: string;
  professional_id: string;
  service_ids: string[];
  option_ids?: string[] | null | undefined;
  quote_id?: string | null | undefined;
  start_time: string;
};
/** Without a start nobody looks whether it is taken: an offer that holds it is. */
type Sides = Pick<Wish, 'client_id' | 'professional_id'> & { start_time: string | null };

/** A row that is there whatever is found. */
type Locked = { is_taken: boolean } & ({ first_name: null } | { first_name: string; display_name: null } | Parties);

// Busy times never overlap, so only the last one that begins before a time can reach into it. Whoever finds one does
// not wait for locks.
const partiesLock = statement(
  'lock_booking_parties',
  (_, p: Params<Sides>) => sql<Locked>`
    with taken as materialized (
      select exists (select from (
        select end_time from busy_times where professional_id = ${p.professional_id} and start_time <= ${p.start_time}::timestamptz
        order by start_time desc limit 1) last where end_time > ${p.start_time}::timestamptz) as is_taken
    ), client as materialized (
      select first_name, last_name, was_guest from clients
      where id = ${p.client_id} and user_id is not null and not (select is_taken from taken) for no key update
    ), professional as materialized (
      select p.display_name, p.location, p.contact_phone, ${settingsOf('p')}
      from client, professionals p where p.id = ${p.professional_id} for no key update of p
    )
    select * from taken left join client on true left join professional on true`,
);

/**
 * Locks client and professional, in the one order in which bookings lock them, unless the start is taken already. Until
 * the transaction ends nobody else books for or with them, or changes windows and settings. Without a side whose
 * account is gone.
 */
export async function lockParties(
  trx: Db,
  { client_id, professional_id, start_time }: Sides,
): Promise<'taken' | 'no client' | 'no professional' | Parties> {
  const locked = await partiesLock.executeTakeFirst(trx, { client_id, professional_id, start_time });
  if (!locked) throw new Error('a statement that always has a row has none');
  if (locked.is_taken) return 'taken';
  if (locked.first_name === null) return 'no client';
  return locked.display_name === null ? 'no professional' : locked;
}

const bookingMenu = statement(
  'booking_menu',
  (_, p: Params<Pick<Wish, 'professional_id' | 'service_ids'>>) => sql<Menu>`
    select ${isVisible('p')} as is_visible, place,
      ${serviceLinesJson(p.professional_id, p.service_ids)} as services
    from professionals p where p.id = ${p.professional_id}`,
);

/** What a professional has of what somebody wants to book. */
export type Menu = Pick<Settings, 'is_visible' | 'place'> & { services: ServiceLine[] };

/** Reads it without a lock; undefined for an unknown professional. */
export function readMenu(db: Db, { professional_id, service_ids }: Wish): Promise<Menu | undefined> {
  return bookingMenu.executeTakeFirst(db, { professional_id, service_ids });
}

/** What decides whether a booking is possible, besides the settings. Times are epoch milliseconds. */
export type BookingConditions = Omit<WindowSources, keyof Settings> & {
  now: number;
  /** The id for the new booking. */
  id: string;
  /** Of a client who signed themselves up lately: from which network; null of others. */
  signup_network: string | null;
  is_blocked: boolean;
  /** As they stay until the end: who changes one locks the professional. */
  services: ServiceLine[];
  /** Busy times near the visit, and time off that meets it. */
  busy: Spans;
  off: Spans;
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

type Question = Wish & { buffer_minutes: number; counts_made: boolean };
/** With options or by a quote a line may take as long as a line may: until then busy times are read. */
type QuestionValues = Question & { with_options: boolean };

// A booking starts after it was made, and a pending one is cancelled at its start: one range of one index has those
// made within 24 hours and the pending ones. Whoever asked for another time within 24 hours has a booking in that range,
// too, as it had not begun: without one there is no request to look for.
const bookingConditions = statement(
  'booking_conditions',
  (_, p: Params<QuestionValues>) => sql<BookingConditions>`
    with chosen as materialized (${serviceLines(p.professional_id, p.service_ids)}),
    pro as materialized (
      select ${p.professional_id}::uuid as id, make_interval(mins => ${p.buffer_minutes}::int) as buffer,
        ${p.start_time}::timestamptz as start_time, ${p.start_time}::timestamptz
          + make_interval(mins => (select coalesce(sum(case when ${p.with_options}::boolean then ${sql.lit(limits.duration.max)}
            else service_duration_minutes end), 0)::int from chosen)) as end_time
    )
    select ${epochMs(clockNow)} as now, uuidv7() as id,
      (select coalesce(json_agg(chosen), '[]') from chosen) as services,
      ${ruleColumns}, busy.busy, off.off,
      ${signupNetwork(p.client_id)} as signup_network, ${isBlocked(sql`pro.id`, sql`${p.client_id}::uuid`)} as is_blocked,
      own.pending, own.pending_with_professional, own.made,
      (select ${lately(p)} from reschedules
        where ${p.counts_made}::boolean and own.bookings > 0 and client_id = ${p.client_id}
          and created_at > clock_now() - interval '24 hours') as asked
    from pro
    ${joinWindows(sql`pro.id`, sql`pro.start_time`, sql`pro.start_time`)}
    cross join lateral (
      ${busyBetween(sql`pro.id`, sql`pro.start_time - pro.buffer`, sql`pro.end_time + pro.buffer`)}) busy
    cross join lateral (${offBetween(sql`pro.id`, sql`pro.start_time`, sql`pro.end_time`)}) off
    cross join (
      select count(*) as bookings, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'pending' and professional_id = ${p.professional_id})
          as pending_with_professional,
        ${lately(p, sql`not written_in`)} as made
      from bookings where client_id = ${p.client_id} and start_time > clock_now() - interval '24 hours') own`,
);

/** Reads what decides; the locks must be held. */
export async function readConditions(trx: Db, question: Question): Promise<BookingConditions> {
  const conditions = await bookingConditions.executeTakeFirst(trx, {
    ...question,
    with_options: (question.option_ids ?? []).length > 0 || question.quote_id != null,
  });
  if (!conditions) throw new Error('a statement that always has a row has none');
  return conditions;
}

/** Instants are ISO text. */
export type NewBooking = {
  id: string;
  calendar_secret: string;
  professional_id: string;
  /** One of the two at least. */
  client_id: string | null;
  guest_id: string | null;
  written_in: boolean;
  /** Whether the professional chose the time, without regard to windows. */
  placed_by_professional: boolean;
  status: 'pending' | 'confirmed';
  start_time: string;
  end_time: string;
  expires_at: string;
  due_at: string;
  reminder_at: string | null;
  total_price_cents: number;
  /** Without one nothing is asked. */
  deposit_cents?: number | null;
  notes: string | null;
  /** Where somebody mobile comes to. */
  visit_address: string | null;
  /** Where its client came from. */
  source?: string | null;
  /** What it is booked with. */
  quote_id?: string | null;
  cancellation_cutoff_hours: number;
  cancellation_policy: string | null;
  /** Its place in a standing appointment. */
  visit_of?: { series_id: string; position: number };
  services: BookedLine[];
  /** The parts that take the professional's time, epoch milliseconds. */
  parts: Span[];
};

type Row = Omit<NewBooking, 'services' | 'parts' | 'visit_of' | 'deposit_cents' | 'source' | 'quote_id'> & {
  source: string | null;
  quote_id: string | null;
  series_id: string | null;
  series_position: number | null;
  deposit_cents: number | null;
  part_starts: string[];
  part_ends: string[];
  segments: string | null;
  service_ids: string[];
  names: string[];
  prices: number[];
  minutes: number[];
  options: string[];
  prepares: string[];
  emissions: string;
  request_id: string;
};

const insertedBooking = statement(
  'insert_booking',
  (_, p: Params<Row>) => sql<never>`
    with made as (
      insert into bookings (professional_id, id, client_id, guest_id, written_in, placed_by_professional, status,
        start_time, end_time, segments, expires_at, due_at, reminder_at, total_price_cents, deposit_cents, notes, visit_address,
        cancellation_cutoff_hours, cancellation_policy, sequence, calendar_secret, series_id, series_position, source, quote_id, confirmed_at)
      values (${p.professional_id}, ${p.id}, ${p.client_id}, ${p.guest_id}, ${p.written_in}, ${p.placed_by_professional},
        ${p.status}, ${p.start_time}, ${p.end_time}, ${p.segments}::tstzmultirange, ${p.expires_at}, ${p.due_at}, ${p.reminder_at},
        ${p.total_price_cents}, ${p.deposit_cents}, ${p.notes}, ${p.visit_address}, ${p.cancellation_cutoff_hours}, ${p.cancellation_policy}, 0,
        ${p.calendar_secret}, ${p.series_id}, ${p.series_position}, ${p.source}, ${p.quote_id}, case when ${p.status} = 'confirmed' then clock_now() end)
    ), busy as (
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      select ${p.professional_id}, ${p.id}, part.start_time, part.end_time
      from unnest(${p.part_starts}::timestamptz[], ${p.part_ends}::timestamptz[]) part (start_time, end_time)
    ), booked as (
      insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
        service_duration_minutes, options, prepare, technique)
      select ${p.professional_id}, ${p.id}, one.position - 1, one.id, one.name, one.price, one.minutes, one.options,
        one.prepare, (select technique from services where professional_id = ${p.professional_id} and id = one.id)
      from unnest(${p.service_ids}::uuid[], ${p.names}::text[], ${p.prices}::int[], ${p.minutes}::int[],
        ${p.options}::jsonb[], ${p.prepares}::jsonb[])
        with ordinality as one (id, name, price, minutes, options, prepare, position)
    )
    ${emission(p)}`,
);

/**
 * Writes the booking, a busy time for each part, its services and the events; violates `busy_times_no_overlap` when
 * something else is at any part of it.
 */
export async function insertBooking(
  trx: Db,
  { services, parts, visit_of, ...booking }: NewBooking,
  { requestId, emissions }: { requestId: string; emissions: Emission[] },
): Promise<void> {
  const row: Row = {
    ...booking,
    series_id: visit_of?.series_id ?? null,
    series_position: visit_of?.position ?? null,
    deposit_cents: booking.deposit_cents ?? null,
    source: booking.source ?? null,
    quote_id: booking.quote_id ?? null,
    part_starts: parts.map(({ start }) => iso(start)),
    part_ends: parts.map(({ end }) => iso(end)),
    segments: segmentsText(parts),
    service_ids: services.map((one) => one.id),
    names: services.map((one) => one.name),
    prices: services.map((one) => one.price_cents),
    minutes: services.map((one) => one.service_duration_minutes),
    options: services.map((one) => JSON.stringify(one.options)),
    prepares: services.map((one) => JSON.stringify(one.prepare)),
    emissions: JSON.stringify(emissions),
    request_id: requestId,
  };
  await insertedBooking.execute(trx, row);
}
