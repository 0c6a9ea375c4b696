import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { isVisible } from '#server/features/professionals/queries.ts';
import { emitWith } from '#server/outbox/emit.ts';
import type { MadeBooking } from '#shared/rules/booking-limit.ts';
import type { Span } from '#shared/rules/slots.ts';

/** Longest buffer that a professional may set (contract 2), minutes; busy times further away are irrelevant. */
const longestBuffer = 240;
/** How long an answer is replayed for its idempotency key (contract 3). */
const answersKept = sql`interval '24 hours'`;

export type BookingParties = {
  client_id: string;
  first_name: string;
  last_name: string;
  professional_id: string;
  display_name: string;
  location: string;
  time_zone: string;
  is_visible: boolean;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
};

const locking = {
  /** Waits for both locks. */
  wait: { client: sql`for no key update`, professional: sql`for no key update of p` },
  /** Returns undefined when another transaction holds one of the locks. */
  skip: { client: sql`for no key update skip locked`, professional: sql`for no key update of p skip locked` },
  none: { client: sql``, professional: sql`` },
};

/**
 * Locks the client, then the professional, always in this order. Until the transaction ends nobody else books for or with them, or changes
 * windows and settings. Returns undefined for an unknown professional.
 */
export async function lockParties(
  trx: Db,
  clientId: string,
  professionalId: string,
  how: keyof typeof locking,
): Promise<BookingParties | undefined> {
  const { rows } = await sql<BookingParties>`
    with client as materialized (select id, first_name, last_name from clients where id = ${clientId} ${locking[how].client})
    select client.id as client_id, client.first_name, client.last_name, p.id as professional_id, p.display_name, p.location, p.time_zone,
      ${isVisible('p')} as is_visible, p.slot_interval_minutes, p.min_notice_minutes, p.buffer_minutes
    from client, professionals p where p.id = ${professionalId} ${locking[how].professional}`.execute(trx);
  return rows[0];
}

type OfferedService = { id: string; name: string; price_cents: number; service_duration_minutes: number; is_active: boolean };
export type KeptAnswer = { request_hash: string; answer: string };
/** Everything that decides whether a booking is possible. Times are epoch milliseconds. */
export type BookingFacts = {
  now: number;
  /** The id for the new booking. */
  id: string;
  services: OfferedService[];
  windows: (Span & { id: string })[];
  busy: Span[];
  pending: { with_professional: number; in_all: number };
  /** What the client booked in the last 24 hours, cancelled or not, latest first. */
  made: MadeBooking[];
  kept: KeptAnswer | null;
};

type Wish = {
  userId: string;
  clientId: string;
  professionalId: string;
  serviceIds: string[];
  start: string;
  /** Most bookings in `made`. */
  mostMade: number;
  route: string;
  key: string;
};

/** Reads all facts in one statement, after the locks are held. `key` is empty when none was sent. */
export async function readFacts(
  trx: Db,
  { userId, clientId, professionalId, serviceIds, start, mostMade, route, key }: Wish,
): Promise<BookingFacts> {
  const { rows } = await sql<BookingFacts>`
    with chosen as (
      select id, name, price_cents, service_duration_minutes, is_active from services
      where professional_id = ${professionalId} and id = any(${serviceIds}::uuid[]) and deleted_at is null
    )
    select ${epochMs(clockNow)} as now, uuidv7() as id,
      (select coalesce(json_agg(chosen), '[]') from chosen) as services,
      (select coalesce(json_agg(json_build_object('id', id, 'start', ${epochMs('start_time')}, 'end', ${epochMs('end_time')})), '[]') from availability
        where professional_id = ${professionalId} and tstzrange(start_time, end_time) @> ${start}::timestamptz) as windows,
      (select coalesce(json_agg(json_build_object('start', ${epochMs('start_time')}, 'end', ${epochMs('end_time')}) order by start_time), '[]') from busy_times
        where professional_id = ${professionalId} and tstzrange(start_time, end_time) && tstzrange(
          ${start}::timestamptz - make_interval(mins => ${longestBuffer}),
          ${start}::timestamptz + make_interval(mins => ${longestBuffer} + (select coalesce(sum(service_duration_minutes), 0)::int from chosen)))
      ) as busy,
      (select json_build_object('with_professional', count(*) filter (where professional_id = ${professionalId}), 'in_all', count(*))
        from bookings where client_id = ${clientId} and status = 'pending') as pending,
      (select coalesce(json_agg(json_build_object('at', at, 'with_professional', with_professional)), '[]') from (
        select ${epochMs('created_at')} as at, professional_id = ${professionalId} as with_professional from bookings
        where client_id = ${clientId} and created_at > clock_now() - interval '24 hours' order by created_at desc limit ${mostMade}) latest) as made,
      (select json_build_object('request_hash', request_hash, 'answer', answer) from idempotency_keys
        where user_id = ${userId} and route = ${route} and key = ${key} and created_at > clock_now() - ${answersKept}) as kept`.execute(
    trx,
  );
  const [facts] = rows;
  if (!facts) throw new Error('a reading without tables came back empty');
  return facts;
}

/** Finds the answer kept for a key. */
export function findAnswer(db: Db, userId: string, route: string, key: string): Promise<KeptAnswer | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', sql<string>`answer`.as('answer')])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', sql<string>`clock_now() - ${answersKept}`)
    .executeTakeFirst();
}

/** Deletes answers older than two days, which are no longer replayed. */
export function deleteOldAnswers(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'idempotency_keys', sql`created_at < clock_now() - interval '2 days'`, limit);
}

export type NewBooking = {
  id: string;
  professional_id: string;
  client_id: string;
  availability_id: string;
  start_time: string;
  end_time: string;
  expires_at: string;
  total_price_cents: number;
  notes: string | null;
  services: OfferedService[];
};

/**
 * Writes the busy time and, if the time was free, the booking, its services, the event and the kept answer. A single statement, so that a
 * taken slot raises no violation and causes no deadlock. Returns false when the time is taken.
 */
export async function insertBooking(
  trx: Db,
  booking: NewBooking,
  { requestId, answer }: { requestId: string; answer: (KeptAnswer & { user_id: string; route: string; key: string }) | undefined },
): Promise<boolean> {
  const { id, professional_id, client_id, availability_id, start_time, end_time, expires_at, total_price_cents, notes, services } = booking;
  const keeping = answer
    ? sql`, kept as (
        insert into idempotency_keys (user_id, route, key, request_hash, answer)
        select ${answer.user_id}, ${answer.route}, ${answer.key}, ${answer.request_hash}, ${answer.answer} from made
        on conflict (user_id, route, key) do update
          set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at)`
    : sql``;
  const { rows } = await sql`
    with busy as (
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      values (${professional_id}, ${id}, ${start_time}, ${end_time}) on conflict do nothing returning booking_id
    ), made as (
      insert into bookings (professional_id, id, client_id, availability_id, start_time, end_time, expires_at, due_at, total_price_cents, notes)
      select ${professional_id}, booking_id, ${client_id}, ${availability_id}, ${start_time}, ${end_time}, ${expires_at}, ${expires_at},
        ${total_price_cents}, ${notes} from busy
      returning id
    ), booked as (
      insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents, service_duration_minutes)
      select ${professional_id}, made.id, one.position - 1, one.id, one.name, one.price, one.minutes
      from made, unnest(${services.map((one) => one.id)}::uuid[], ${services.map((one) => one.name)}::text[],
        ${services.map((one) => one.price_cents)}::int[], ${services.map((one) => one.service_duration_minutes)}::int[])
        with ordinality as one (id, name, price, minutes, position)
    ), event as (${emitWith('made', 'booking.created', { booking_id: id, version: 0 }, requestId)})${keeping}
    select id from made`.execute(trx);
  return rows.length > 0;
}
