import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import type { BookingStatus } from '#shared/constants.ts';

/** `due` is the column with the due time. A reminder leaves the status as it is. */
export type BookingTransition = { status: BookingStatus; due: 'due_at' | 'reminder_at'; to: BookingStatus };

/** Ids of bookings that are due, most overdue first. */
export async function findDueBookings(
  db: Db,
  { status, due }: BookingTransition,
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

/**
 * Carries out a transition if it is still due, and no other process has it; else undefined. `is_ahead`: it has not
 * begun.
 */
export function transitionDueBooking(trx: Db, id: string, { status, due, to }: BookingTransition) {
  const changesStatus = status !== to;
  return trx
    .updateTable('bookings')
    .set({
      reminder_at: null,
      ...(changesStatus
        ? {
            status: to,
            version: sql`version + 1`,
            updated_at: clockNow,
            due_at: null,
            cancelled_by: to === 'cancelled' ? 'system' : null,
            cancelled_at: to === 'cancelled' ? clockNow : null,
          }
        : {}),
    })
    .where((eb) =>
      eb(
        'id',
        '=',
        eb
          .selectFrom('bookings')
          .select('id')
          .where('id', '=', id)
          .where('status', '=', status)
          .where(due, '<=', clockNow)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['professional_id', 'id', 'version', sql<boolean>`start_time > clock_now()`.as('is_ahead')])
    .executeTakeFirst();
}
