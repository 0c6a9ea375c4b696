import { randomUUID } from 'node:crypto';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, tooManyRequests, unauthorized } from '#server/errors.ts';
import { lockClient, lockProfessional } from '#server/features/parties/lock-queries.ts';
import type { Emission } from '#server/outbox/emit.ts';
import type { Booking } from '#shared/bookings.ts';
import { writeInBounds } from '#shared/constants.ts';
import type { GuestInput } from '#shared/contacts.ts';
import { finishTime } from '#shared/duration.ts';
import { pendingUntil, reminderAt } from '#shared/rules/booking-status.ts';
import { totalCents, visitOf } from '#shared/rules/lines.ts';
import { visitAddressAt } from '#shared/rules/place.ts';
import { toCents } from '#shared/rules/price.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { iso } from '#shared/time.ts';
import type { WriteInInput, WrittenIn } from '#shared/write-in.ts';
import { type DepositRow, insertDeposit } from '../deposits/queries.ts';
import { newRow, presentBooking } from '../show/present-booking.ts';
import { insertBooking, type NewBooking } from './create-queries.ts';
import { countWriteInMail, findContacted, hasBooking, insertGuest, isReached } from './guest-queries.ts';
import { requireStarts } from './limits.ts';
import { refuseNotOffered, requireLines } from './line-queries.ts';
import { refuseOffered } from './offered-queries.ts';
import { viewWriteIn } from './write-in-queries.ts';

/** For how long a visit waits for its deposit. */
const depositHours = 24;

type Call = Pick<Context, 'db' | 'requestId'> & {
  deps: { config: Pick<Config, 'publicUrl'> };
  professionalId: string;
};

/** Whom the booking is for: a client, or a guest, who has no id yet when they are new. */
type Person = { client_id: string | null; guest: (GuestInput & { id?: string }) | null };

/**
 * Writes in a booking that was made by phone or in person: confirmed, on any free time, without regard to windows,
 * notice, buffer and time off.
 */
export async function writeIn(ctx: Call, input: WriteInInput): Promise<Booking> {
  return refuseIfTaken(() => transact(ctx.db, (trx) => write(trx, ctx, input)));
}

async function write(trx: Db, call: Call, input: WriteInInput): Promise<Booking> {
  const start = Date.parse(input.start_time);
  requireStarts([start], await databaseNow(trx), writeInBounds);
  const writtenIn = await meet(trx, call.professionalId, input);
  const { view, guest, now } = writtenIn;
  const booking = awaitDeposit(writtenIn.visit(view.id, start), input, writtenIn);
  await refuseOffered(trx, call.professionalId, booking.parts);
  const isTold = start > now;
  const told = { professional_id: call.professionalId, booking_id: booking.id };
  const deposit = await insertWrittenIn(trx, booking, {
    requestId: call.requestId,
    emissions: isTold
      ? [{ event: 'booking.confirmed', payload: { ...told, version: 0, sequence: 0, start, how: 'written_in' } }]
      : [],
  });
  if (isTold) await refuseTooManyMails(trx, { ...told, counted_as: booking.id, now });
  const reader = { role: 'professional', publicUrl: call.deps.config.publicUrl } as const;
  return presentBooking(
    { ...view, ...newRow(booking, now), deposit, guest: guest && { ...guest, is_forgotten: false } },
    reader,
  );
}

/** A visit that waits for the deposit that is asked for it, if one is (contract 29). */
export function awaitDeposit(
  booking: NewBooking,
  { deposit }: WrittenIn,
  { now, view }: { now: number; view: { takes_deposits: boolean } },
): NewBooking {
  if (typeof deposit !== 'number') return booking;
  const [start, cents] = [Date.parse(booking.start_time), toCents(deposit)];
  if (start <= now) invalid(['body', 'deposit'], 'Only a booking ahead can wait for a deposit');
  if (cents > booking.total_price_cents) invalid(['body', 'deposit'], 'Must be at most the total');
  if (!view.takes_deposits) conflict('First say where deposits are paid.');
  const expires_at = iso(pendingUntil(now, start, depositHours));
  return { ...booking, status: 'pending', deposit_cents: cents, expires_at, due_at: expires_at, reminder_at: null };
}

/** Writes a visit, with the deposit that it waits for; its client then hears of that instead of these events. */
export async function insertWrittenIn(
  trx: Db,
  booking: NewBooking,
  { requestId, emissions }: { requestId: string; emissions: Emission[] },
): Promise<DepositRow | null> {
  if (booking.status === 'confirmed') {
    await insertBooking(trx, booking, { requestId, emissions });
    return null;
  }
  const { professional_id, id: booking_id, expires_at } = booking;
  const payload = { professional_id, booking_id, about: 'asked' } as const;
  await insertBooking(trx, booking, { requestId, emissions: [{ event: 'booking.deposit_moved', payload }] });
  return insertDeposit(trx, { professional_id, booking_id, expires_at });
}

/** Who comes and for what, with both sides locked; `visit` is a booking of it. */
export async function meet(trx: Db, professionalId: string, input: WrittenIn) {
  const found = await personOf(trx, professionalId, input);
  if (found.client_id !== null) (await lockClient(trx, found.client_id)) || notFound('Client');
  const { now, time_zone } = (await lockProfessional(trx, professionalId)) ?? unauthorized();
  // A guest of before may have become a client's contact, or been forgotten, until the lock was there.
  const person = found.guest?.id ? await personOf(trx, professionalId, input) : found;
  const { services: chosen, ...view } = await viewWriteIn(trx, {
    professional_id: professionalId,
    client_id: person.client_id,
    service_ids: input.service_ids,
  });
  const services = requireLines(input, chosen);
  refuseNotOffered(services);
  const { guest } = person;
  const guest_id = guest && (guest.id ?? (await insertGuest(trx, professionalId, guest)));
  const { duration_minutes: minutes, parts } = visitOf(services);
  const { cancellation_cutoff_hours, cancellation_policy } = view;
  const who = { professional_id: professionalId, client_id: person.client_id, guest_id };
  const visit = (id: string, start: number): NewBooking => ({
    id,
    ...who,
    ...timesOf(start, minutes, now),
    calendar_secret: randomUUID(),
    written_in: true,
    placed_by_professional: true,
    status: 'confirmed',
    total_price_cents: totalOf(input, services),
    notes: input.notes,
    visit_address: visitAddressAt(view.place, input.visit_address),
    cancellation_cutoff_hours,
    cancellation_policy,
    services,
    parts: partsAt(start, parts),
  });
  return { now, time_zone, view, guest, minutes, parts, visit };
}

/** When a confirmed booking begins and ends, and what is due then. */
export function timesOf(start: number, minutes: number, now: number) {
  const [start_time, end_time] = [iso(start), iso(finishTime(start, minutes))];
  const reminder = reminderAt(start, now);
  return {
    start_time,
    end_time,
    expires_at: start_time,
    due_at: end_time,
    reminder_at: reminder === null ? null : iso(reminder),
  };
}

/** A client who has booked with the professional, anybody of their contacts, or somebody new. */
async function personOf(trx: Db, professionalId: string, { guest, client_id, contact_id }: WrittenIn): Promise<Person> {
  if (guest) return { client_id: null, guest };
  if (contact_id) return (await findContacted(trx, professionalId, contact_id)) ?? notFound('Contact');
  if (client_id && (await hasBooking(trx, professionalId, client_id, { own: true }))) return { client_id, guest: null };
  return notFound('Client');
}

function totalOf({ total_price }: WrittenIn, services: { price_cents: number }[]): number {
  if (typeof total_price === 'number') return toCents(total_price);
  return totalCents(services);
}

/** The mail about what was written in counts for it from now on; 429 when that is one too many. */
export async function refuseTooManyMails(
  trx: Db,
  {
    professional_id,
    booking_id,
    ...about
  }: { professional_id: string; booking_id: string; counted_as: string; now: number },
): Promise<void> {
  if (!(await isReached(trx, professional_id, booking_id))) return;
  const counted = await countWriteInMail(trx, { professional_id, id: about.counted_as });
  if (!counted.mailed) tooManyRequests(Math.ceil((counted.again - about.now) / 1_000));
}
