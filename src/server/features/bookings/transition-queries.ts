import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';

/** How long a time that has ended is stored: walk-ins begin 4 hours ago at the earliest (contract 9), days. */
const busyDays = 2;

/** Deletes up to `limit` times that ended long ago; those of a booking that nobody has completed yet stay. */
export function deleteOldBusyTimes(db: Db, limit: number): Promise<number> {
  const isOld = sql`end_time < clock_now() - make_interval(days => ${busyDays}) and not exists (
    select from bookings b where b.professional_id = busy_times.professional_id and b.id = busy_times.booking_id
      and b.status in ('pending', 'confirmed'))`;
  return deleteBatch(db, 'busy_times', isOld, limit);
}
