import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Booking, BookingPatch } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { findBooking } from './find-queries.ts';
import { type Transitioned, tooLateToConfirm } from './queries.ts';
import { freeBusyTime, transitionBooking } from './transition-queries.ts';

/** Confirms or cancels a booking and returns it; asking for its current status changes nothing. */
export async function changeBooking(
  ctx: Pick<Context, 'db' | 'requestId'> & { deps: { config: Pick<Config, 'publicUrl'> }; caller: Caller },
  { id, status, reason }: BookingPatch & { id: string },
): Promise<Booking> {
  const { caller, db } = ctx;
  if (status === 'confirmed' && caller.role !== 'professional') forbidden();
  return transact(db, async (trx) => {
    const changed = await transitionBooking(trx, id, { party: caller, to: status, reason });
    if (changed) await writeConsequences(trx, changed, status, caller, ctx.requestId);
    const booking = (await findBooking(trx, id, caller, ctx.deps.config.publicUrl)) ?? notFound('Booking');
    if (changed || booking.status === status) return booking;
    return conflict(whyNot(booking, status, caller.role, await databaseNow(trx)));
  });
}

async function writeConsequences(
  trx: Db,
  changed: Transitioned,
  status: BookingPatch['status'],
  { id: actorId, role }: Caller,
  requestId: string,
): Promise<void> {
  const { id: booking_id, professional_id, version, sequence, start, from } = changed;
  const about = { professional_id, booking_id, version, sequence };
  if (status === 'confirmed') return emit(trx, 'booking.confirmed', { ...about, start }, requestId);
  await freeBusyTime(trx, changed);
  if (role === 'admin')
    await recordAction(trx, { actorId, action: 'booking.cancelled', subjectId: booking_id, detail: { from } });
  return emit(trx, 'booking.cancelled', { ...about, by: role, from }, requestId);
}

/** Explains a refused change. A change that the status allows can only have come too late. */
function whyNot(booking: Booking, to: BookingPatch['status'], role: Role, now: number): string {
  const { status } = booking;
  if (status === 'pending' && to === 'confirmed') return tooLateToConfirm;
  const isAhead = now < Date.parse(booking.start_time);
  if (status === 'confirmed' && to === 'cancelled' && role === 'client' && isAhead)
    return tooLateText(booking.professional.display_name);
  const late = to === 'cancelled' && (status === 'pending' || status === 'confirmed') ? ' once it has started' : '';
  return `A ${status} booking cannot become ${to}${late}.`;
}
