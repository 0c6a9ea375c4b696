import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { bookedName } from '#server/db/line-name.ts';
import { type Segments, segmentsOf } from '#server/db/segments.ts';
import { epochMs } from '#server/db/sql.ts';
import { isVisit } from '#server/features/bookings/life/which-queries.ts';
import { personOf } from '#server/features/contacts/queries.ts';
import { longestBooking } from '#server/features/hours/queries.ts';
import type { Insights } from '#shared/insights.ts';
import type { InsightBooking } from '#shared/rules/insights.ts';
import type { RatingSum } from '#shared/rules/rating.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';

const begins = (range: Span) => sql`b.start_time >= ${iso(range.start)} and b.start_time < ${iso(range.end)}`;

type Row = Omit<InsightBooking, 'segments'> & { segments: Segments };

/** The bookings that begin in a range, and those that reach into it, soonest first. */
export async function bookingsOfRange(db: Db, professionalId: string, range: Span): Promise<InsightBooking[]> {
  const { rows } = await sql<Row>`
    select ${epochMs('b.start_time')} as start, ${epochMs('b.end_time')} as "end", b.status, b.no_show,
      b.total_price_cents as total_cents, b.cancelled_by, ${epochMs('b.cancelled_at')} as cancelled_at,
      b.deposit_cents, d.status as deposit_status, ${segmentsOf('b.segments')} as segments, (
        select json_agg(json_build_object('id', service_id, 'name', name, 'price_cents', price_cents) order by position)
        from booking_services where professional_id = b.professional_id and booking_id = b.id) as services
    from bookings b left join deposits d on d.professional_id = b.professional_id and d.booking_id = b.id
    where b.professional_id = ${professionalId} and b.start_time < ${iso(range.end)}
      and b.start_time > ${iso(range.start)}::timestamptz - ${longestBooking} and b.end_time > ${iso(range.start)}
    order by b.start_time, b.id`.execute(db);
  return rows.map(({ segments, ...booking }) => ({
    ...booking,
    segments: (segments ?? [[booking.start, booking.end]]).map(([start, end]) => ({ start, end })),
  }));
}

/** What the visits of a range brought, and how many there were. */
export async function earnedBefore(db: Db, professionalId: string, range: Span) {
  const { rows } = await sql<{ earned: number; visits: number }>`
    select coalesce(sum(b.total_price_cents), 0)::bigint as earned, count(*)::int as visits
    from bookings b where b.professional_id = ${professionalId} and ${begins(range)} and ${isVisit}`.execute(db);
  return rows[0] ?? { earned: 0, visits: 0 };
}

/** How many people had their first visit ever in a range, and how many others were seen in it. */
export async function countPeople(db: Db, professionalId: string, range: Span) {
  const { rows } = await sql<{ new: number; returning: number }>`
    select count(*) filter (where first_time >= ${iso(range.start)})::int as new,
      count(*) filter (where first_time < ${iso(range.start)})::int as returning
    from (
      select min(b.start_time) as first_time from bookings b
      where b.professional_id = ${professionalId} and ${isVisit} and b.start_time < ${iso(range.end)}
      group by ${personOf} having bool_or(${begins(range)})
    ) seen`.execute(db);
  return rows[0] ?? { new: 0, returning: 0 };
}

/**
 * Where those who booked in a range came from. What a client makes begins after it was made, and is never moved into the
 * past: the index by start leads to it.
 */
export async function countSources(db: Db, professionalId: string, range: Span): Promise<Insights['by_source']> {
  const { rows } = await sql<Insights['by_source'][number]>`
    select source, count(*)::int as bookings, count(distinct client_id)::int as clients from bookings
    where professional_id = ${professionalId} and not written_in and start_time >= ${iso(range.start)}
      and created_at >= ${iso(range.start)} and created_at < ${iso(range.end)}
    group by source order by source is null, bookings desc, source collate "C"`.execute(db);
  return rows;
}

/** The stars and number of the reviews that were written in a range and are not hidden. */
export async function reviewsOfRange(db: Db, professionalId: string, range: Span): Promise<RatingSum> {
  const { rows } = await sql<RatingSum>`
    select coalesce(sum(stars), 0)::int as rating_sum, count(*)::int as rating_count from reviews
    where professional_id = ${professionalId} and hidden_at is null and deleted_at is null
      and created_at >= ${iso(range.start)} and created_at < ${iso(range.end)}`.execute(db);
  return rows[0] ?? { rating_sum: 0, rating_count: 0 };
}

type CsvVisit = {
  start: number;
  end: number;
  client: string;
  services: string;
  price_cents: number;
  no_show: boolean;
  /** What the client paid ahead. */
  paid_cents: number | null;
};

/** Completed visits that begin in a range, missed ones too, oldest first. */
export async function visitsOfRange(db: Db, professionalId: string, range: Span): Promise<CsvVisit[]> {
  const { rows } = await sql<CsvVisit>`
    select ${epochMs('b.start_time')} as start, ${epochMs('b.end_time')} as "end", b.total_price_cents as price_cents,
      b.no_show, case when d.status in ('applied', 'kept') then b.deposit_cents end as paid_cents,
      coalesce(guest.name, clients.first_name || ' ' || clients.last_name) as client, (
        select string_agg(${bookedName('one')}, '; ' order by position)
        from booking_services one where professional_id = b.professional_id and booking_id = b.id) as services
    from bookings b
    left join contacts guest on guest.professional_id = b.professional_id and guest.id = b.guest_id
    left join clients on clients.id = b.client_id
    left join deposits d on d.professional_id = b.professional_id and d.booking_id = b.id
    where b.professional_id = ${professionalId} and ${begins(range)} and b.status = 'completed'
    order by b.start_time, b.id`.execute(db);
  return rows;
}
