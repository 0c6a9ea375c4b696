import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { type Answer, mayAnswer, type Side } from '#shared/rules/reschedule.ts';
import { acceptAndChange, endReschedule, findReschedule, lockToAnswer, type RequestKey } from './queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & { caller: Caller };
type Asked = { id: string; reschedule_id: string; status: Answer };

/** Accepts, declines or withdraws a request; the answer that it has already changes nothing. */
export function answerReschedule({ db, caller, requestId }: Call, asked: Asked): Promise<Reschedule> {
  return transact(db, (trx) => answer(trx, caller, asked, requestId));
}

async function answer(trx: Db, caller: Caller, { id, reschedule_id, status }: Asked, requestId: string) {
  const side: Side = caller.role === 'client' ? 'client' : 'professional';
  const found = (await lockToAnswer(trx, { booking_id: id, id: reschedule_id }, caller)) ?? notFound('Booking');
  const { professional_id, booking_status, deposit_cents } = found;
  const { is_open, ...request } = found.request ?? notFound('Request');
  const key = { professional_id, booking_id: id, id: reschedule_id };
  if (!mayAnswer(request.requested_by, side, status)) forbidden();
  if (!is_open) return answered(trx, key, status);
  const about = { professional_id, booking_id: id, reschedule_id };
  if (status !== 'accepted') {
    const ended = await endReschedule(trx, { ...key, status });
    if (!ended) return answered(trx, key, status);
    await emit(trx, 'booking.reschedule_ended', { ...about, status }, requestId);
    return ended;
  }
  const is_placed = request.requested_by === 'professional';
  // A pending booking that asks a deposit waits for it, at its new time.
  const stays_pending = booking_status === 'pending' && deposit_cents !== null;
  const to = stays_pending ? 'pending' : 'confirmed';
  const accepted = await acceptAndChange(trx, { ...key, booking_status: to, is_placed, is_agreed: false });
  if (!accepted) return answered(trx, key, status);
  const { version, sequence, fits, ...changed } = accepted;
  if (!fits) throw new Error('the time of a request was not held');
  const from = booking_status === 'confirmed' ? 'confirmed' : 'pending';
  const changed_as = { version, sequence, answered: true, from, stays_pending } as const;
  await emit(trx, 'booking.rescheduled', { ...about, ...changed_as }, requestId);
  return changed;
}

/** A request that cannot be answered any more, as it is under the lock: the same answer again changes nothing. */
async function answered(trx: Db, key: RequestKey, status: Answer): Promise<Reschedule> {
  const request = (await findReschedule(trx, key)) ?? notFound('Request');
  return request.status === status ? request : conflict(whyClosed(request));
}

/** A pending one can only be over. */
function whyClosed({ status }: Reschedule): string {
  return status === 'pending' || status === 'expired' ? 'This request has expired.' : `This request was ${status}.`;
}
