import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { type Answer, mayAnswer, type Side } from '#shared/rules/reschedule.ts';
import { giveTimes, rescheduled } from '../life/give-times.ts';
import { lockBooking } from '../life/lock-queries.ts';
import { isOfParty } from '../life/which-queries.ts';
import { endReschedule, findReschedule } from './queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & { caller: Caller };
type Asked = { id: string; reschedule_id: string; status: Answer };

/** Accepts, declines or withdraws a request; the answer that it has already changes nothing. */
export function answerReschedule({ db, caller, requestId }: Call, asked: Asked): Promise<Reschedule> {
  return transact(db, (trx) => answer(trx, caller, asked, requestId));
}

async function answer(trx: Db, caller: Caller, { id, reschedule_id, status }: Asked, requestId: string) {
  const side: Side = caller.role === 'client' ? 'client' : 'professional';
  const booking = (await lockBooking(trx, sql`bookings.id = ${id} and ${isOfParty(caller)}`)) ?? notFound('Booking');
  const { professional_id, deposit_cents } = booking;
  const key = { professional_id, booking_id: id, id: reschedule_id };
  const { is_open, ...request } = (await findReschedule(trx, key)) ?? notFound('Request');
  if (!mayAnswer(request.requested_by, side, status)) forbidden();
  // The same answer again changes nothing.
  if (!is_open) return request.status === status ? request : conflict(whyClosed(request));
  const about = { professional_id, booking_id: id, reschedule_id };
  if (status !== 'accepted') {
    await emit(trx, 'booking.reschedule_ended', { ...about, status }, requestId);
    return (await endReschedule(trx, { ...key, status })) ?? gone();
  }
  const from = booking.status === 'confirmed' ? 'confirmed' : 'pending';
  // A pending booking that asks a deposit waits for it, at its new time.
  const stays_pending = from === 'pending' && deposit_cents !== null;
  const happening = stays_pending ? 'moved' : 'agreed';
  const change = { happening, by: request.requested_by, accepts: reschedule_id, requestId } as const;
  const accepted = await giveTimes(trx, [{ booking, start: Date.parse(request.start_time) }], change, ([moved]) =>
    rescheduled(about, moved, { answered: true, from, stays_pending }),
  );
  return accepted ?? gone();
}

function gone(): never {
  throw new Error('an open request of a locked booking is gone');
}

/** A pending one can only be over. */
function whyClosed({ status }: Reschedule): string {
  return status === 'pending' || status === 'expired' ? 'This request has expired.' : `This request was ${status}.`;
}
