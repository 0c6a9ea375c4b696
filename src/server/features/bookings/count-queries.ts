import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

type BookingCount = { name: string; count: number; walk_ins: number };

/** How many bookings, and walk-ins among them, have which status, as triggers keep it. */
export async function countBookings(db: Db): Promise<BookingCount[]> {
  const { rows } = await sql<BookingCount>`
    select status as name, sum(bookings)::int as count,
      coalesce(sum(bookings) filter (where written_in), 0)::int as walk_ins
    from booking_counts group by status`.execute(db);
  return rows;
}

/** Replaces at most `limit` rows of the counts, the oldest, by their sums. Returns how many there were. */
export async function foldBookingCounts(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from booking_counts
      where id = any(array(select id from booking_counts order by id limit ${limit} for update skip locked))
      returning status, written_in, bookings
    ), summed as (
      insert into booking_counts (status, written_in, bookings)
      select status, written_in, sum(bookings) from folded group by status, written_in having sum(bookings) <> 0
    )
    select count(*)::int as folded from folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
