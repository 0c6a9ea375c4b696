import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Booking } from '#shared/bookings.ts';
import { missedDays } from '#shared/constants.ts';
import { visitHasBegun } from '#shared/rules/real-visit.ts';
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
      and bookings.end_time >= clock_now() - make_interval(days => ${missedDays})`;
    const isFree = sql<boolean>`bookings.started_at is null and bookings.finished_at is null
      and bookings.paid_cents is null and (bookings.receipt_number is null or bookings.receipt_voided)`;
    const [marked] = await carryOut(trx, isMissed ? 'missed' : 'unmissed', {
      by: 'professional',
      where: isMissed ? sql`${where} and ${isFree}` : where,
    });
    const booking = (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
    if (marked) return booking;
    if (booking.started_at !== null || booking.finished_at !== null) conflict(visitHasBegun);
    if (booking.payments?.length || booking.receipt?.voided === false) conflict('This visit was paid.');
    const isOver = booking.status === 'confirmed' || booking.status === 'completed';
    return conflict(
      isOver
        ? `A visit can be marked as a no-show from its start until ${missedDays} days after its end.`
        : `A ${booking.status} booking can't be marked as a no-show.`,
    );
  });
}
