import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized } from '#server/errors.ts';
import { askedDeposit } from '#server/features/bookings/deposits/queries.ts';
import { giveTimes, rescheduled } from '#server/features/bookings/life/give-times.ts';
import { lockBooking } from '#server/features/bookings/life/lock-queries.ts';
import { writeBooking } from '#server/features/bookings/make/create-booking.ts';
import { lockParties, readConditions } from '#server/features/bookings/make/create-queries.ts';
import { refuseTooOften } from '#server/features/bookings/make/limits.ts';
import { hasVisited, requireAddress } from '#server/features/bookings/make/where.ts';
import { findBooking } from '#server/features/bookings/show/find-queries.ts';
import { refuseBlocked } from '#server/features/parties/blocked.ts';
import type { Booking } from '#shared/bookings.ts';
import type { acceptInput } from '#shared/cancellation-list.ts';
import { MINUTE } from '#shared/constants.ts';
import { secondThoughts } from '#shared/rules/cancellation.ts';
import { totalCents, totalMinutes } from '#shared/rules/lines.ts';
import { visitAddressAt } from '#shared/rules/place.ts';
import { isTotal } from '#shared/rules/price.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { iso } from '#shared/time.ts';
import { refuseOver } from './change-list.ts';
import { linesOfEntry } from './go-through-list.ts';
import { endOpening, findClientsOpening, type LockedOpening, lockOpening } from './opening-queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & {
  deps: { config: Pick<Config, 'bookingPendingTtlHours' | 'bookingsPerHour' | 'publicUrl'> };
  caller: Caller;
  clientId: string;
};
type Accepted = z.infer<typeof acceptInput> & { id: string };

/**
 * Books what is offered to the caller, or moves the booking that waits for an earlier time. Client, professional and
 * entry are locked in this order.
 */
export function acceptOpening(ctx: Call, accepted: Accepted): Promise<Booking> {
  return refuseIfTaken(() =>
    transact(ctx.db, async (trx) => {
      const bookingId = await accept(trx, ctx, accepted);
      return (await findBooking(trx, bookingId, ctx.caller, ctx.deps.config.publicUrl)) ?? notFound('Booking');
    }),
  );
}

/** Returns the id of the booking. */
async function accept(trx: Db, ctx: Call, { id, total_price, visit_address }: Accepted): Promise<string> {
  const { clientId, caller } = ctx;
  const { professional_id } = (await findClientsOpening(trx, id, clientId)) ?? notFound('Opening');
  const parties = await lockParties(trx, { client_id: clientId, professional_id, start_time: null });
  if (typeof parties === 'string') return parties === 'no client' ? unauthorized() : notFound('Opening');
  const opening = (await lockOpening(trx, id, caller)) ?? notFound('Opening');
  if (opening.status === 'accepted' && opening.booking_id) return opening.booking_id;
  if (!opening.is_earlier) requireAddress(parties.place, visit_address);
  if (!opening.is_open) refuseOver();
  const { bookingsPerHour } = ctx.deps.config;
  const conditions = await readConditions(trx, {
    client_id: clientId,
    professional_id,
    service_ids: opening.service_ids,
    start_time: iso(opening.start),
    buffer_minutes: 0,
    counts_made: bookingsPerHour > 0,
  });
  refuseBlocked({ ...parties, ...conditions });
  const refuseTooMany = async () => {
    if (bookingsPerHour > 0) await refuseTooOften(trx, { ...conditions, professional_id }, bookingsPerHour);
  };
  if (opening.is_earlier) {
    const bookingId = await move(
      trx,
      opening,
      { total_price, requestId: ctx.requestId, reschedule_id: conditions.id },
      refuseTooMany,
    );
    await markBooked(trx, opening, bookingId);
    return bookingId;
  }
  // A service that is switched off, or takes another time now: this offer is about to be withdrawn.
  const services = linesOfEntry({ ...opening, services: conditions.services }) ?? refuseOver();
  if (totalMinutes(services) * MINUTE !== opening.end - opening.start) refuseOver();
  refusePrice(total_price, totalCents(services));
  await refuseTooMany();
  await endOpening(trx, opening, 'accepted');
  const asked = { professional_id, client_id: clientId, services };
  const deposit = await askedDeposit(trx, parties, asked, { start: opening.start, now: conditions.now });
  const isForAll = parties.instant_confirmation && parties.place?.kind !== 'home';
  const isKnown = isForAll || opening.by_hand || (await hasVisited(trx, opening));
  const sides = { ...parties, ...conditions, client_id: clientId, professional_id };
  const booking = { start: opening.start, services, deposit, isConfirmed: isKnown && deposit === 0 };
  await writeBooking(trx, ctx, sides, {
    ...booking,
    isPlaced: opening.by_hand,
    notes: opening.note,
    visit_address: visitAddressAt(parties.place, visit_address),
  });
  await markBooked(trx, opening, conditions.id);
  return conditions.id;
}

/** Gives the booking that waits its earlier time, as an accepted request does, with everything else as it was. */
async function move(
  trx: Db,
  opening: LockedOpening,
  {
    total_price,
    requestId,
    reschedule_id,
  }: { total_price: Accepted['total_price']; requestId: string; reschedule_id: string },
  refuseTooMany: () => Promise<void>,
): Promise<string> {
  const { professional_id, by_hand } = opening;
  const by: Side = by_hand ? 'professional' : 'client';
  const booking_id = opening.booking_id ?? refuseOver();
  const booking =
    (await lockBooking(trx, sql`bookings.professional_id = ${professional_id} and bookings.id = ${booking_id}`)) ??
    refuseOver();
  const { status: from, now, deposit_cents } = booking;
  if (from !== 'pending' && from !== 'confirmed') return refuseOver();
  const isExpired = from === 'pending' && booking.expires <= now;
  // It takes longer than when the offer was made: that is about to be withdrawn.
  if (booking.end - booking.start !== opening.end - opening.start) return refuseOver();
  if (isExpired || booking.start <= opening.start || booking.start <= now || booking.started !== null)
    return refuseOver();
  refusePrice(total_price, booking.total_price_cents);
  await refuseTooMany();
  // With a deposit to pay, a pending booking stays pending at its new time.
  const stays_pending = from === 'pending' && (!by_hand || deposit_cents !== null);
  await endOpening(trx, opening, 'accepted');
  // The client's answer came at once, and the change counts as a booking that they made.
  const notes = { client_id: opening.client_id, requested_by: by, message: null, expires_at: iso(now) };
  const change = { by, notBefore: now + secondThoughts, notes: { ...notes, id: reschedule_id }, requestId };
  const happening = stays_pending ? 'moved' : 'agreed';
  await giveTimes(trx, [{ booking, start: opening.start }], { ...change, happening }, ([moved]) =>
    rescheduled({ professional_id, booking_id, reschedule_id }, moved, { answered: by_hand, from, stays_pending }),
  );
  return booking_id;
}

function refusePrice(total: Accepted['total_price'], cents: number): void {
  if (typeof total === 'number' && !isTotal(total, cents))
    conflict('The price has changed. Please review your booking.', 'price_changed');
}

const ofEntry = ({ entry_id, professional_id }: LockedOpening): RawBuilder<boolean> =>
  sql`id = ${entry_id} and professional_id = ${professional_id}`;

async function markBooked(trx: Db, opening: LockedOpening, bookingId: string): Promise<void> {
  await sql`update cancellation_list_entries set status = 'booked', booking_id = ${bookingId}, ended_at = clock_now(), unanswered = 0
    where ${ofEntry(opening)}`.execute(trx);
}
