import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import type { Booking } from '#shared/bookings.ts';
import { findBooking } from '../show/find-queries.ts';
import { lockPrepare, putReady } from './queries.ts';

type Call = Pick<Context, 'db' | 'deps'> & { caller: Caller; clientId: string };

/** A client ticks what they have done, brought and avoided; replaces what was ticked. Nobody is told. */
export function getReady(
  { db, deps, caller, clientId }: Call,
  { id, ready }: { id: string; ready: string[] },
): Promise<Booking> {
  return transact(db, async (trx) => {
    const booking = (await lockPrepare(trx, id, clientId)) ?? notFound('Booking');
    if (ready.some((one) => !booking.prepare.some((item) => item.id === one)))
      invalid(['body', 'ready'], 'Not one of this booking');
    if (!booking.is_open) conflict("You can't get ready for this booking any more.");
    await putReady(trx, { professional_id: booking.professional_id, booking_id: id }, ready);
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}
