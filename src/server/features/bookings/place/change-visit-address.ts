import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Booking } from '#shared/bookings.ts';
import { isolated } from '#shared/isolated.ts';
import { type Place, placeDays } from '#shared/rules/place.ts';
import { hasBegun } from '#shared/rules/real-visit.ts';
import { type LockedBooking, lockBooking } from '../life/lock-queries.ts';
import { isOfParty } from '../life/which-queries.ts';
import { requireAddress } from '../make/where.ts';
import { findBooking } from '../show/find-queries.ts';

type Call = Pick<Context, 'db' | 'deps' | 'requestId'> & { caller: Caller };

/** Another address for the visit of somebody mobile, given by whoever made the booking; the same changes nothing. */
export function changeVisitAddress(
  { db, deps, caller, requestId }: Call,
  { id, visit_address }: { id: string; visit_address: string | null },
): Promise<Booking> {
  return transact(db, async (trx) => {
    const booking = (await lockBooking(trx, sql`bookings.id = ${id} and ${isOfParty(caller)}`)) ?? notFound('Booking');
    const { written_in, place, display_name, ...former } = await readPlace(trx, booking);
    const by = written_in ? 'professional' : 'client';
    if (caller.role !== by) forbidden();
    if (by === 'client') requireAddress(place, visit_address);
    const { status, start, now, professional_id, version } = booking;
    if (place?.kind !== 'mobile') conflict(`${isolated(display_name)} doesn't come to clients.`);
    if (status !== 'pending' && status !== 'confirmed') conflict(`A ${status} booking can't get another address.`);
    if (start <= now) conflict(hasBegun);
    if (visit_address !== former.visit_address) {
      await sql`
        update bookings set visit_address = ${visit_address}, updated_at = clock_now(),
          sequence = sequence + case when status = 'confirmed' then 1 else 0 end
        where professional_id = ${professional_id} and id = ${id}`.execute(trx);
      await emit(trx, 'booking.address_changed', { professional_id, booking_id: id, version, by }, requestId);
    }
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}

function readPlace(trx: Db, { professional_id, id }: LockedBooking) {
  return trx
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.id', 'bookings.professional_id')
    .select(['bookings.written_in', 'bookings.visit_address', 'professionals.display_name'])
    .select((eb) => eb.ref('professionals.place').$castTo<Place | null>().as('place'))
    .where('bookings.professional_id', '=', professional_id)
    .where('bookings.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** How long after it is shown no more an address stays, hours. */
const keptHours = 24;

/** Deletes the addresses of visits that are long over. */
export async function forgetOldVisitAddresses(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update bookings set visit_address = null where ctid = any(array(
      select ctid from bookings where visit_address is not null
        and coalesce(cancelled_at, end_time) < clock_now() - make_interval(hours => ${placeDays * 24 + keptHours})
      limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
