import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Booking } from '#shared/bookings.ts';
import { noShowDays } from '#shared/constants.ts';
import { findBooking } from './find-queries.ts';

/** Marks a visit as missed, or takes the mark back; again changes nothing, and nobody is told. */
export function markMissed(
  { db, deps, caller }: Pick<Context, 'db' | 'deps'> & { caller: Caller },
  id: string,
  isMissed: boolean,
): Promise<Booking> {
  return transact(db, async (trx) => {
    const isMarked = await setMark(trx, caller.professional_id, id, isMissed);
    const booking = (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
    if (isMarked) return booking;
    const isOver = booking.status === 'confirmed' || booking.status === 'completed';
    return conflict(
      isOver
        ? `A visit can be marked as a no-show from its start until ${noShowDays} days after its end.`
        : `A ${booking.status} booking can't be marked as a no-show.`,
    );
  });
}

async function setMark(trx: Db, professionalId: string | null, id: string, no_show: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ no_show })
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .where('status', 'in', ['confirmed', 'completed'])
    .where(sql<boolean>`start_time <= clock_now() and end_time >= clock_now() - make_interval(days => ${noShowDays})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
