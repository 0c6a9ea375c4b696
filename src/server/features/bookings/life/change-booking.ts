import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import type { Booking, BookingPatch } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { hasBegun } from '#shared/rules/real-visit.ts';
import { findBooking } from '../show/find-queries.ts';
import { carryOut } from './carry-out.ts';
import { isInTime, isOfParty } from './which-queries.ts';

/**
 * Confirms or cancels a booking and returns it; asking for its current status changes nothing. What becomes of its
 * request, deposit, time and offer stands in one table: `shared/rules/visit-life.ts`.
 */
export async function changeBooking(
  ctx: Pick<Context, 'db' | 'requestId'> & { deps: { config: Pick<Config, 'publicUrl'> }; caller: Caller },
  { id, status, reason }: BookingPatch & { id: string },
): Promise<Booking> {
  const { caller, db, requestId } = ctx;
  if (status === 'confirmed' && caller.role !== 'professional') forbidden();
  return transact(db, async (trx) => {
    const where = sql<boolean>`bookings.id = ${id} and ${isOfParty(caller)} and ${isInTime(status, caller)}`;
    const [changed] = await carryOut(trx, status, { by: caller.role, where, reason, requestId });
    if (changed && caller.role === 'admin')
      await recordAction(trx, {
        actorId: caller.id,
        action: 'booking.cancelled',
        subjectId: id,
        detail: { from: changed.from },
      });
    const booking = (await findBooking(trx, id, caller, ctx.deps.config.publicUrl)) ?? notFound('Booking');
    if (changed || booking.status === status) return booking;
    return conflict(whyNot(booking, status, caller.role, await databaseNow(trx)));
  });
}

/** Why a pending booking that expires now is not confirmed any more. */
export const tooLateToConfirm = 'A pending booking cannot become confirmed once its time to be answered is over.';

/** Explains a refused change. A change that the status allows can only have come too late. */
function whyNot(booking: Booking, to: BookingPatch['status'], role: Role, now: number): string {
  const { status } = booking;
  if (status === 'pending' && to === 'confirmed') return tooLateToConfirm;
  const isAhead = now < Date.parse(booking.start_time);
  if (status === 'confirmed' && to === 'cancelled') {
    if (booking.started_at !== null || (isAhead && role !== 'client')) return hasBegun;
    if (isAhead) return tooLateText(booking.professional.display_name);
  }
  const late = to === 'cancelled' && (status === 'pending' || status === 'confirmed') ? ' once it has started' : '';
  return `A ${status} booking cannot become ${to}${late}.`;
}
