// Other features may import this.
import { sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow } from '#server/db/sql.ts';
import { statusesBefore } from '#shared/rules/booking-status.ts';
import { cancelUntil, nextSequence, reminderOf, type Transitioned, transitioned } from './queries.ts';

/** Clients and professionals see and change their own bookings, admins all. */
function partyTo(party: Viewer) {
  if (party.role === 'admin') return sql<boolean>`true`;
  return party.role === 'client'
    ? sql<boolean>`bookings.client_id = ${party.client_id}`
    : sql<boolean>`bookings.professional_id = ${party.professional_id}`;
}

/**
 * Confirms or cancels in one guarded update, so that of several at once exactly one succeeds; undefined when nothing
 * changed. By the database's clock, confirming is possible before expiry and start, cancelling before the start, and
 * for a client who cancels a confirmed booking before its cut-off.
 */
export function transitionBooking(
  trx: Db,
  id: string,
  { party, to, reason }: { party: Viewer; to: 'confirmed' | 'cancelled'; reason?: string | null | undefined },
): Promise<Transitioned | undefined> {
  const confirming = to === 'confirmed';
  return trx
    .updateTable('bookings')
    .set({
      status: to,
      version: sql`bookings.version + 1`,
      sequence: nextSequence,
      updated_at: clockNow,
      due_at: confirming ? sql<string>`bookings.end_time` : null,
      reminder_at: confirming ? reminderOf(sql`bookings.start_time`) : null,
      cancelled_by: confirming ? null : party.role,
      cancelled_at: confirming ? null : clockNow,
      cancel_reason: confirming ? null : (reason ?? null),
    })
    .where('bookings.id', '=', id)
    .where(partyTo(party))
    .where('bookings.status', 'in', statusesBefore(to, party.role))
    .where('bookings.start_time', '>', clockNow)
    .$if(confirming, (query) => query.where('bookings.expires_at', '>', clockNow))
    .$if(!confirming && party.role === 'client', (query) =>
      query.where((eb) => eb.or([eb('bookings.status', '=', 'pending'), eb(cancelUntil, '>', clockNow)])),
    )
    .returning(transitioned)
    .executeTakeFirst();
}

/** Frees the time of a cancelled booking. */
export async function freeBusyTime(
  trx: Db,
  { professional_id, id }: { professional_id: string; id: string },
): Promise<void> {
  await trx
    .deleteFrom('busy_times')
    .where('professional_id', '=', professional_id)
    .where('booking_id', '=', id)
    .execute();
}

/** How long a time that has ended is stored: walk-ins begin 4 hours ago at the earliest (contract 9), days. */
const busyDays = 2;

/** Deletes up to `limit` times that ended long ago; those of a booking that nobody has completed yet stay. */
export function deleteOldBusyTimes(db: Db, limit: number): Promise<number> {
  const isOld = sql`end_time < clock_now() - make_interval(days => ${busyDays}) and not exists (
    select from bookings b where b.professional_id = busy_times.professional_id and b.id = busy_times.booking_id
      and b.status in ('pending', 'confirmed'))`;
  return deleteBatch(db, 'busy_times', isOld, limit);
}
