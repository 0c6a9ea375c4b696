import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow } from '#server/db/sql.ts';
import type { BookingStatus } from '#shared/constants.ts';

/** Bookings of a status, and the column with the time at which they are due. */
export type Due = { status: BookingStatus; due: 'due_at' | 'reminder_at' };

/** Ids of bookings that are due, most overdue first. */
export async function findDueBookings(
  db: Db,
  { status, due }: Due,
  limit: number,
  without: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where(due, '<=', clockNow)
    .where('status', '=', status)
    .where(sql<boolean>`id <> all(${without}::uuid[])`)
    .orderBy(due)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a booking is still due, and no other process has it. */
export function isDue(id: string, { status, due }: Due) {
  return sql<boolean>`bookings.id = (select id from bookings where id = ${id} and status = ${status}
    and ${sql.ref(due)} <= clock_now() for update skip locked)`;
}

/** Takes the reminder of a booking that is due; undefined where it is not. `is_ahead`: it has not begun. */
export async function takeReminder(trx: Db, id: string, due: Due) {
  const { rows } = await sql<{ professional_id: string; version: number; is_ahead: boolean }>`
    update bookings set reminder_at = null where ${isDue(id, due)}
    returning professional_id, version, start_time > clock_now() as is_ahead`.execute(trx);
  return rows[0];
}

/** How long a time that has ended is stored: what is written in begins 4 hours ago at the earliest (contract 9), days. */
const busyDays = 2;

/** Deletes up to `limit` times that ended long ago; those of a booking that nobody has completed yet stay. */
export function deleteOldBusyTimes(db: Db, limit: number): Promise<number> {
  const isOld = sql`end_time < clock_now() - make_interval(days => ${busyDays}) and not exists (
    select from bookings b where b.professional_id = busy_times.professional_id and b.id = busy_times.booking_id
      and b.status in ('pending', 'confirmed'))`;
  return deleteBatch(db, 'busy_times', isOld, limit);
}
