import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { emit } from '#server/outbox/emit.ts';

/** How many visits of a series are left when its professional is told (contract 17). */
const few = 2;

/** Tells a professional, once, that few visits of a booking's series are left after this one ended or was cancelled. */
export async function noteSeriesEnd(trx: Db, booking_id: string): Promise<void> {
  const { rows } = await sql<{ professional_id: string; series_id: string; booking_id: string }>`
    update series s set is_end_told = true
    from (
      select b.professional_id, b.series_id, count(*) as visits, (array_agg(ahead.id order by ahead.start_time desc))[1] as last_id
      from bookings b join bookings ahead on ahead.series_id = b.series_id
        and ahead.status in ('pending', 'confirmed') and ahead.start_time > clock_now()
      where b.id = ${booking_id} group by b.professional_id, b.series_id) remaining
    where s.professional_id = remaining.professional_id and s.id = remaining.series_id and not s.is_end_told
      and remaining.visits <= ${few}
    returning s.professional_id, s.id as series_id, remaining.last_id as booking_id`.execute(trx);
  if (rows[0]) await emit(trx, 'series.ending', rows[0]);
}
