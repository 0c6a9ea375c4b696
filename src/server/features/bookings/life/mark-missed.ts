import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Booking } from '#shared/bookings.ts';
import { noShowDays } from '#shared/constants.ts';
import { findBooking } from '../show/find-queries.ts';
import { carryOut } from './carry-out.ts';
import { isOfParty } from './which-queries.ts';

/** Marks a visit as missed, or takes the mark back; again changes nothing, and nobody is told. */
export function markMissed(
  { db, deps, caller }: Pick<Context, 'db' | 'deps'> & { caller: Caller },
  id: string,
  isMissed: boolean,
): Promise<Booking> {
  return transact(db, async (trx) => {
    const where = sql<boolean>`bookings.id = ${id} and ${isOfParty(caller)} and bookings.start_time <= clock_now()
      and bookings.end_time >= clock_now() - make_interval(days => ${noShowDays})`;
    const [marked] = await carryOut(trx, isMissed ? 'missed' : 'unmissed', { by: 'professional', where });
    const booking = (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
    if (marked) return booking;
    const isOver = booking.status === 'confirmed' || booking.status === 'completed';
    return conflict(
      isOver
        ? `A visit can be marked as a no-show from its start until ${noShowDays} days after its end.`
        : `A ${booking.status} booking can't be marked as a no-show.`,
    );
  });
}
