import type { Pool } from 'pg';

/**
 * Counts pairs of pending or confirmed bookings of one professional of which parts overlap; there must never be any.
 */
export async function overlaps(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::int as count from bookings a join bookings b on a.professional_id = b.professional_id and a.id < b.id
      and coalesce(a.segments, tstzmultirange(tstzrange(a.start_time, a.end_time)))
        && coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time)))
    where a.status in ('pending', 'confirmed') and b.status in ('pending', 'confirmed')`);
  return rows[0]?.count ?? -1;
}
