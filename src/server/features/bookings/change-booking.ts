import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Booking, BookingPatch } from '#shared/bookings.ts';
import { findBooking } from './find-queries.ts';
import type { Transitioned } from './queries.ts';
import { freeTime, transitionBooking } from './transition-queries.ts';

/** Confirms or cancels a booking and returns it; asking for its current status changes nothing. */
export async function changeBooking(
  ctx: Pick<Context, 'db' | 'requestId'> & { caller: Caller },
  { id, status, reason }: BookingPatch & { id: string },
): Promise<Booking> {
  const { caller, db } = ctx;
  if (status === 'confirmed' && caller.role !== 'professional') forbidden();
  return transact(db, async (trx) => {
    const changed = await transitionBooking(trx, id, { party: caller, to: status, reason });
    if (changed) await writeConsequences(trx, changed, status, caller, ctx.requestId);
    const booking = (await findBooking(trx, id, caller)) ?? notFound('Booking');
    return changed || booking.status === status ? booking : conflict(whyNot(booking, status));
  });
}

async function writeConsequences(
  trx: Db,
  changed: Transitioned,
  status: BookingPatch['status'],
  { id: actorId, role }: Caller,
  requestId: string,
): Promise<void> {
  const { id: booking_id, version, from } = changed;
  if (status === 'confirmed') return emit(trx, 'booking.confirmed', { booking_id, version }, requestId);
  await freeTime(trx, changed);
  if (role === 'admin')
    await recordAction(trx, { actorId, action: 'booking.cancelled', subjectId: booking_id, detail: { from } });
  return emit(trx, 'booking.cancelled', { booking_id, version, by: role, from }, requestId);
}

/** Explains a refused change. A change that the status allows can only have come too late. */
function whyNot({ status }: Booking, to: BookingPatch['status']): string {
  if (status === 'pending' && to === 'confirmed') {
    return 'A pending booking cannot become confirmed once its time to be answered is over.';
  }
  const late = to === 'cancelled' && (status === 'pending' || status === 'confirmed') ? ' once it has started' : '';
  return `A ${status} booking cannot become ${to}${late}.`;
}
