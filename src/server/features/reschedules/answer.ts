import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { type Answer, mayAnswer, type Side } from '#shared/rules/reschedule.ts';
import { acceptReschedule, changeTime, endReschedule, findReschedule, lockOwnBooking } from './queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & { caller: Caller };
type Asked = { id: string; reschedule_id: string; status: Answer };

/** Accepts, declines or withdraws a request; the answer that it has already changes nothing. */
export function answerReschedule({ db, caller, requestId }: Call, asked: Asked): Promise<Reschedule> {
  return transact(db, (trx) => answer(trx, caller, asked, requestId));
}

async function answer(trx: Db, caller: Caller, { id, reschedule_id, status }: Asked, requestId: string) {
  const side: Side = caller.role === 'client' ? 'client' : 'professional';
  const booking = (await lockOwnBooking(trx, id, caller)) ?? notFound('Booking');
  const key = { professional_id: booking.professional_id, booking_id: id, id: reschedule_id };
  const { is_open, ...request } = (await findReschedule(trx, key)) ?? notFound('Request');
  if (!mayAnswer(request.requested_by, side, status)) forbidden();
  if (request.status === status) return request;
  if (!is_open) conflict(whyClosed(request));
  const about = { professional_id: booking.professional_id, booking_id: id, reschedule_id };
  if (status !== 'accepted') {
    const ended = (await endReschedule(trx, { ...key, status })) ?? conflict(whyClosed(request));
    await emit(trx, 'booking.reschedule_ended', { ...about, status }, requestId);
    return ended;
  }
  const accepted = (await acceptReschedule(trx, key)) ?? conflict(whyClosed(request));
  const { version, sequence, fits } = await changeTime(trx, {
    ...key,
    reschedule_id,
    status: 'confirmed',
    is_placed: request.requested_by === 'professional',
  });
  if (!fits) throw new Error('the time of a request was not held');
  const from = booking.status === 'confirmed' ? 'confirmed' : 'pending';
  await emit(
    trx,
    'booking.rescheduled',
    { ...about, version, sequence, answered: true, from, mailed: true },
    requestId,
  );
  return accepted;
}

/** Of a request that cannot be answered any more. A pending one can only be over. */
function whyClosed({ status }: Reschedule): string {
  return status === 'pending' || status === 'expired' ? 'This request has expired.' : `This request was ${status}.`;
}
