import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { refuseIfTaken, refuseTaken } from '#server/db/slot-taken.ts';
import { spansOf } from '#server/db/spans.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound, unauthorized } from '#server/errors.ts';
import { ownsPictures, putShare } from '#server/features/hair/share-queries.ts';
import { openBetween } from '#server/features/hours/windows.ts';
import { refuseBlocked } from '#server/features/parties/blocked.ts';
import type { Emission } from '#server/outbox/emit.ts';
import type { BookingInput } from '#shared/bookings.ts';
import { MINUTE, pendingCap } from '#shared/constants.ts';
import { finishTime } from '#shared/duration.ts';
import { pendingUntil, reminderAt } from '#shared/rules/booking-status.ts';
import { type PricedLine, totalCents, type Visit, visitOf } from '#shared/rules/lines.ts';
import { visitAddressAt } from '#shared/rules/place.ts';
import { isTotal } from '#shared/rules/price.ts';
import { isOffered, merged } from '#shared/rules/slots.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { iso } from '#shared/time.ts';
import { askedDeposit, insertDeposit } from '../deposits/queries.ts';
import { bookQuote, lockQuote, type QuoteRow, quotedLine, refuseOver, requireQuote } from '../quotes/queries.ts';
import { newRow, presentBooking } from '../show/present-booking.ts';
import {
  type BookingConditions,
  insertBooking,
  lockParties,
  type Menu,
  type NewBooking,
  type Parties,
  readConditions,
  readMenu,
  type Settings,
} from './create-queries.ts';
import { mergeGuests } from './guest-queries.ts';
import { refusePending, refuseTooOften } from './limits.ts';
import { type BookedLine, refuseGone, requireLines } from './line-queries.ts';
import { hasVisited, requireAddress } from './where.ts';

/** The part of a call's context that booking needs; the demo seed books without a call. */
type Limits = Pick<Config, 'bookingPendingTtlHours' | 'bookingsPerHour' | 'publicUrl'>;
type BookingCall = Pick<Context, 'db' | 'requestId'> & {
  deps: { config: Limits };
  caller: Caller;
  clientId: string;
};

/**
 * Books for the caller; total and end come from rows read after the client and the professional are locked. Returns the
 * booking as JSON text, which a repeated `Idempotency-Key` gets again byte for byte.
 */
export async function createBooking(ctx: BookingCall, input: BookingInput): Promise<string> {
  if (input.client_id !== undefined && input.client_id !== ctx.clientId) forbidden();
  return refuseIfTaken(() => transact(ctx.db, (trx) => book(trx, ctx, input)));
}

/**
 * Refuses in the contract's order: 404 for missing objects, 409 for conflicts, then 429 for too many pending bookings,
 * then for too many made.
 */
async function book(trx: Db, ctx: BookingCall, input: BookingInput): Promise<string> {
  const { config } = ctx.deps;
  const { clientId: client_id } = ctx;
  const quote = input.quote_id ? await requireQuote(trx, input.quote_id, { ...input, client_id }) : null;
  const wanted = { ...input, ...chosenOf(input, quote), client_id };
  const hasPictures = await ownsPictures(trx, ctx.clientId, input.share?.picture_ids ?? []);
  const parties = await lockBoth(trx, { ...wanted, hasPictures });
  const { buffer_minutes } = parties;
  const question = { ...wanted, buffer_minutes, counts_made: config.bookingsPerHour > 0 };
  const conditions = { ...parties, ...(await readConditions(trx, question)) };
  // As it is under the locks: it may have been booked, or have ended, meanwhile.
  const now = quote && { ...quote, ...(await lockQuote(trx, sql`q.id = ${quote.id}`)) };
  const services = chooseServices({ ...wanted, hasPictures, quote: now }, conditions);
  refuseBlocked(conditions);
  const visit_address = visitAddressAt(parties.place, input.visit_address);
  const start = Date.parse(input.start_time);
  const visit = visitOf(services);
  const deposit = await depositFor(trx, wanted, { ...conditions, services }, start);
  if (!isFree(start, { ...conditions, ...visit })) refuseTaken();
  const isInstant = deposit === 0 && (await isConfirmedAtOnce(trx, parties, wanted));
  const { pending, pending_with_professional } = conditions;
  const isCapped = pending_with_professional >= pendingCap.withOneProfessional || pending >= pendingCap.inAll;
  if (isCapped && !isInstant) refusePending();
  const added = isInstant ? 0 : visit.duration_minutes * MINUTE;
  await refuseTooOften(trx, { ...wanted, ...conditions, added }, config.bookingsPerHour);

  const sides = { ...wanted, ...conditions };
  const { notes, share, source = null } = input;
  const made = { start, services, deposit, isConfirmed: isInstant, isPlaced: false, notes, visit_address, source };
  const row = await writeBooking(trx, ctx, sides, { ...made, quote_id: quote?.id ?? null });
  if (quote) await bookQuote(trx, quote, row.id);
  if (share) await putShare(trx, { ...wanted, booking_id: row.id }, share);
  // What was just written is presented without reading it again.
  return JSON.stringify(
    presentBooking(
      { ...sides, ...row, share: share ? { ...share, is_over: false } : null },
      { role: 'client', publicUrl: config.publicUrl },
    ),
  );
}

type Made = {
  start: number;
  services: BookedLine[];
  /** What is to be paid ahead, cents. */
  deposit: number;
  isConfirmed: boolean;
  /** Whether the professional chose the time, without regard to windows. */
  isPlaced: boolean;
  notes: string | null;
  visit_address: string | null;
  /** Where the client came from. */
  source?: string | null;
  /** What it is booked with. */
  quote_id?: string | null;
};

/**
 * Writes a booking of a client, whose time must be free and who may book; both sides must be locked. Returns it without
 * the names around it.
 */
export async function writeBooking(
  trx: Db,
  { deps: { config }, requestId }: Pick<BookingCall, 'deps' | 'requestId'>,
  sides: Parties & Pick<BookingConditions, 'now' | 'id'> & { client_id: string; professional_id: string },
  { start, services, deposit, isConfirmed, isPlaced, notes, visit_address, source = null, quote_id = null }: Made,
) {
  const { client_id, professional_id, now, id, cancellation_cutoff_hours, cancellation_policy } = sides;
  if (sides.was_guest) await mergeGuests(trx, sides);

  const { duration_minutes, parts } = visitOf(services);
  const expires_at = iso(pendingUntil(now, start, config.bookingPendingTtlHours));
  const end_time = iso(finishTime(start, duration_minutes));
  const reminder = isConfirmed ? reminderAt(start, now) : null;
  const booking: NewBooking = {
    id,
    calendar_secret: randomUUID(),
    professional_id,
    client_id,
    guest_id: null,
    written_in: false,
    placed_by_professional: isPlaced,
    status: isConfirmed ? 'confirmed' : 'pending',
    start_time: iso(start),
    end_time,
    expires_at,
    due_at: isConfirmed ? end_time : expires_at,
    reminder_at: reminder === null ? null : iso(reminder),
    total_price_cents: totalCents(services),
    deposit_cents: deposit || null,
    notes,
    visit_address,
    source,
    quote_id,
    cancellation_cutoff_hours,
    cancellation_policy,
    services,
    parts: partsAt(start, parts),
  };
  const about = { professional_id, booking_id: id, version: 0 };
  const emissions: Emission[] = [{ event: 'booking.created', payload: { ...about, instant: isConfirmed } }];
  if (isConfirmed)
    emissions.push({ event: 'booking.confirmed', payload: { ...about, sequence: 0, start, how: 'instant' } });
  await insertBooking(trx, booking, { requestId, emissions });
  const asked = deposit > 0 ? await insertDeposit(trx, { professional_id, booking_id: id, expires_at }) : null;
  return { ...newRow(booking, now), guest: null, deposit: asked };
}

/** What is to be paid ahead, cents; 409 where the client saw another amount. */
async function depositFor(
  trx: Db,
  { deposit: seen, professional_id, client_id }: Wanted & { client_id: string },
  { now, services, ...rule }: Omit<Decided, 'services'> & { services: PricedLine[] },
  start: number,
): Promise<number> {
  const deposit = await askedDeposit(trx, rule, { professional_id, client_id, services }, { start, now });
  if (typeof seen === 'number' && !isTotal(seen, deposit))
    conflict('The deposit has changed. Please review your booking.', 'deposit_changed');
  return deposit;
}

/** Most who lose a slot are told while somebody else still has the locks. */
async function lockBoth(trx: Db, wanted: Asked & { client_id: string }): Promise<Parties> {
  // Whether a quote is open comes before whether the time is free.
  const start_time = wanted.quote_id ? null : wanted.start_time;
  const parties = await lockParties(trx, { ...wanted, start_time });
  if (parties === 'taken') {
    chooseServices(wanted, (await readMenu(trx, wanted)) ?? notFound('Professional'));
    return refuseTaken();
  }
  if (parties === 'no client') return unauthorized();
  return parties === 'no professional' ? notFound('Professional') : parties;
}

/** What is booked with whom, whether it was chosen or quoted. */
type Wanted = BookingInput & { professional_id: string; service_ids: string[] };

function chosenOf({ professional_id = '', service_ids = [] }: BookingInput, quote: QuoteRow | null) {
  return quote
    ? { professional_id: quote.professional.id, service_ids: [quote.service.id] }
    : { professional_id, service_ids };
}

/** `hasPictures`: whether all pictures that are shared are the client's. */
type Asked = Wanted & { hasPictures: boolean; quote?: QuoteRow | null };

/** The chosen services in their order, or the quoted one, at the price that the client saw. */
function chooseServices(input: Asked, menu: Menu): (BookedLine & PricedLine)[] {
  const { quote } = input;
  if (!menu.is_visible) notFound('Professional');
  const chosen = quote ? [] : requireLines(input, menu.services);
  if (!input.hasPictures) notFound('Picture');
  requireAddress(menu.place, input.visit_address);
  if (quote) refuseOver(quote);
  refuseGone(chosen);
  const services = quote ? [quotedLine(quote, menu.services)] : chosen;
  if (input.total_price !== undefined && !isTotal(input.total_price, totalCents(services))) {
    conflict('The price has changed. Please review your booking.', 'price_changed');
  }
  return services;
}

/** Whether a client's booking needs no answer: a home is not for everybody (contract 28). */
async function isConfirmedAtOnce(
  trx: Db,
  { instant_confirmation, place }: Settings,
  who: { client_id: string; professional_id: string },
): Promise<boolean> {
  return instant_confirmation && (place?.kind !== 'home' || (await hasVisited(trx, who)));
}

type Decided = Settings & BookingConditions;

/** The window is found by the start alone: the one that a link names decides nothing. */
function isFree(start: number, conditions: Decided & Visit): boolean {
  const windows = openBetween(conditions, { now: conditions.now, from: start, to: start + 1 });
  const off = merged(spansOf(conditions.off));
  return isOffered(start, windows, spansOf(conditions.busy), { ...conditions, off });
}
