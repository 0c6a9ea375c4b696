import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Place } from '#shared/rules/place.ts';
import { type LockedBooking, lockBookings } from '../life/lock-queries.ts';
import { isAhead } from '../life/which-queries.ts';
import type { BookedLine } from '../make/line-queries.ts';
import { visitAddress } from '../show/visit-address.ts';

/** Writes a standing appointment without visits; returns its id, and ids for its visits. */
export async function insertSeries(
  trx: Db,
  { professional_id, every_weeks, visits }: { professional_id: string; every_weeks: number; visits: number },
): Promise<{ id: string; visitIds: string[] }> {
  const { id } = await trx
    .insertInto('series')
    .values({ professional_id, every_weeks, visits })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, visitIds: await newIds(trx, visits) };
}

async function newIds(trx: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count})`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Makes room for more visits: the ids for them, and the place of the first one. */
export async function extendSeries(trx: Db, id: string, by: number): Promise<{ visitIds: string[]; position: number }> {
  const { visits } = await trx
    .updateTable('series')
    .set((eb) => ({ visits: eb('visits', '+', by), is_end_told: false }))
    .where('id', '=', id)
    .returning('visits')
    .executeTakeFirstOrThrow();
  return { visitIds: await newIds(trx, by), position: visits - by + 1 };
}

/**
 * The visits of a series, soonest first, locked, because a client may cancel a visit or answer a request without the
 * professional's lock.
 */
export function lockVisits(trx: Db, series_id: string, professional_id: string): Promise<LockedBooking[]> {
  return lockBookings(trx, sql`bookings.series_id = ${series_id} and bookings.professional_id = ${professional_id}`);
}

/** Whether a visit can still take place. */
export function isLive({ status, start, started, now }: LockedBooking): boolean {
  return (status === 'pending' || status === 'confirmed') && start > now && started === null;
}

/** Whose a series is, for a client or professional of it; undefined for others. */
export function findSeries(
  db: Db,
  id: string,
  { client_id, professional_id }: { client_id: string | null; professional_id: string | null },
) {
  return db
    .selectFrom('series')
    .select(['id', 'professional_id', 'every_weeks'])
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('professional_id', '=', professional_id),
        eb.exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .whereRef('bookings.series_id', '=', 'series.id')
            .where('bookings.client_id', '=', client_id),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** What the visits of a series were booked as, which further ones repeat. */
type Repeated = {
  id: string;
  client_id: string | null;
  /** Whether that client's account is there. */
  has_client: boolean;
  guest_id: string | null;
  has_guest: boolean;
  total_price_cents: number;
  notes: string | null;
  place: Place | null;
  visit_address: string | null;
  cancellation_cutoff_hours: number;
  cancellation_policy: string | null;
  services: BookedLine[];
};

/** The last of those to which the least was added since. */
export async function findRepeated(trx: Db, series_id: string): Promise<Repeated | undefined> {
  const { rows } = await sql<Repeated>`
    select bookings.id, bookings.client_id, c.user_id is not null as has_client, bookings.guest_id,
      g.id is not null and g.forgotten_at is null as has_guest, bookings.total_price_cents, bookings.notes, p.place, ${visitAddress} as visit_address,
      p.cancellation_cutoff_hours, p.cancellation_policy, (
        select json_agg(json_build_object('id', service_id, 'name', name, 'price_cents', price_cents,
          'service_duration_minutes', service_duration_minutes, 'preparation', null, 'processing_start_minutes', null,
          'processing_minutes', null, 'options', options, 'prepare', prepare) order by position)
        from booking_services one where one.professional_id = bookings.professional_id and one.booking_id = bookings.id) as services
    from bookings
    join professionals p on p.id = bookings.professional_id
    left join clients c on c.id = bookings.client_id
    left join contacts g on g.professional_id = bookings.professional_id and g.id = bookings.guest_id
    where bookings.series_id = ${series_id}
    order by (
      select sum(1 + jsonb_array_length(options)) from booking_services one
      where one.professional_id = bookings.professional_id and one.booking_id = bookings.id), bookings.series_position desc
    limit 1`.execute(trx);
  return rows[0];
}

/** Every how many weeks its visits are. */
export async function findRhythm(db: Db, id: string): Promise<number> {
  const { every_weeks } = await db
    .selectFrom('series')
    .select('every_weeks')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return every_weeks;
}

/** How many of them, from a start on, have neither begun nor ended nor been cancelled. */
export async function countLeft(trx: Db, series_id: string, from: string): Promise<number> {
  const { count } = await trx
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('series_id', '=', series_id)
    .where('start_time', '>=', from)
    .where(isAhead)
    .where('status', 'in', ['pending', 'confirmed'])
    .executeTakeFirstOrThrow();
  return count;
}
