import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized } from '#server/errors.ts';
import { findToShare, ownsPictures, putShare } from '#server/features/hair/share-queries.ts';
import { lockClient } from '#server/features/parties/lock-queries.ts';
import type { Booking } from '#shared/bookings.ts';
import type { Share } from '#shared/rules/hair.ts';
import { findBooking } from '../show/find-queries.ts';

type Call = Pick<Context, 'db' | 'deps'> & { caller: Caller; clientId: string };

/** Replaces what a client shares with the professional of an own booking; 409 once that is over. Nobody is told. */
export function shareHair(
  { db, deps, caller, clientId }: Call,
  { id, ...share }: Share & { id: string },
): Promise<Booking> {
  return transact(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) unauthorized();
    const { professional_id, is_open } = (await findToShare(trx, id, clientId)) ?? notFound('Booking');
    if (!(await ownsPictures(trx, clientId, share.picture_ids))) notFound('Picture');
    if (!is_open) conflict("You can't share your hair with this booking any more.");
    await putShare(trx, { professional_id, booking_id: id, client_id: clientId }, share);
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}
