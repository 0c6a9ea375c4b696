import { createHash } from 'node:crypto';
import type { Caller } from '#server/caller.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { conflict, databaseError, forbidden, invalid, notFound, tooMany } from '#server/errors.ts';
import type { Context } from '#server/trpc.ts';
import { type BookingInput, idempotencyKey } from '#shared/bookings.ts';
import { MINUTE, pendingCap } from '#shared/constants.ts';
import { finishTime } from '#shared/duration.ts';
import { bookingsPerDay, mayBookFrom } from '#shared/rules/booking-limit.ts';
import { pendingUntil } from '#shared/rules/booking-status.ts';
import { isTotal } from '#shared/rules/price.ts';
import { isOffered, slotMinutes } from '#shared/rules/slots.ts';
import {
  type BookingFacts,
  type BookingParties,
  findAnswer,
  insertBooking,
  type KeptAnswer,
  lockParties,
  type NewBooking,
  readFacts,
} from './create-queries.ts';
import { type BookingRow, presentBooking } from './present-booking.ts';

const route = 'POST /bookings/';
const taken = 'That time is no longer available.';

/** The part of a call's context that booking needs; the demo seed books without a call. */
type Limits = Pick<Config, 'bookingPendingTtlHours' | 'bookingsPerHour'>;
type BookingCall = Pick<Context, 'db' | 'header' | 'requestId'> & { deps: { config: Limits } };
type Request = { input: BookingInput; caller: Caller; clientId: string; key: string | undefined; hash: string };

/**
 * Books for the caller. Returns the booking as JSON text, which a repeated `Idempotency-Key` gets again byte for byte. Total and end are
 * computed here, from rows read after the client and the professional are locked.
 */
export async function createBooking(ctx: BookingCall & { caller: Caller; clientId: string }, given: BookingInput): Promise<string> {
  const key = ctx.header('idempotency-key');
  const malformed = key === undefined ? undefined : idempotencyKey.safeParse(key).error?.issues[0];
  if (malformed) invalid(['header', 'Idempotency-Key'], malformed.message);
  const input = withLowerCaseIds(given);
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const request: Request = { input, caller: ctx.caller, clientId: ctx.clientId, key, hash };

  if (key !== undefined) {
    const kept = await findAnswer(ctx.db, ctx.caller.id, route, key);
    if (kept) return replayed(kept, hash);
  }
  if (input.client_id !== undefined && input.client_id !== ctx.clientId) forbidden();
  try {
    return await ctx.db.transaction().execute((trx) => bookLocked(trx, ctx, request));
  } catch (error) {
    // PostgreSQL found a deadlock: two callers want the same time, and this one has lost it.
    return databaseError(error)?.code === '40P01' ? conflict(taken) : Promise.reject(error);
  }
}

async function bookLocked(trx: Db, ctx: BookingCall, request: Request): Promise<string> {
  const { input, caller, clientId, key, hash } = request;
  const lock = (how: 'wait' | 'skip' | 'none') => lockParties(trx, clientId, input.professional_id, how);
  let parties = await lock('skip');
  if (!parties) {
    // Someone else holds the lock. Look without locking first: most callers have lost the slot and need not queue.
    const look = await consider(trx, ctx, request, (await lock('none')) ?? notFound('Professional'));
    if (!look.booking) return look.kept;
    parties = (await lock('wait')) ?? notFound('Professional');
  }
  const { kept, booking, now } = await consider(trx, ctx, request, parties);
  if (!booking) return kept;
  const answer = JSON.stringify(presentBooking(rowOf(booking, parties, now)));
  const keep = key === undefined ? undefined : { user_id: caller.id, route, key, request_hash: hash, answer };
  if (!(await insertBooking(trx, booking, { requestId: ctx.requestId, answer: keep }))) conflict(taken);
  return answer;
}

type Considered = { kept: string; booking?: undefined; now?: undefined } | { kept?: undefined; booking: NewBooking; now: number };

/** Decides by the current rows: the answer kept for the key or a booking to write. Throws the refusal. */
async function consider(
  trx: Db,
  { deps }: BookingCall,
  { input, caller, clientId, key, hash }: Request,
  parties: BookingParties,
): Promise<Considered> {
  const facts = await readFacts(trx, {
    userId: caller.id,
    clientId,
    professionalId: input.professional_id,
    serviceIds: input.service_ids,
    start: input.start_time,
    mostMade: bookingsPerDay(deps.config.bookingsPerHour),
    route,
    key: key ?? '',
  });
  if (facts.kept) return { kept: replayed(facts.kept, hash) };
  return { booking: decide(input, parties, facts, deps.config), now: facts.now };
}

function replayed({ request_hash, answer }: KeptAnswer, hash: string): string {
  if (request_hash !== hash) invalid(['header', 'Idempotency-Key'], 'This key was used with another body');
  return answer;
}

/** Refuses in the contract's order: 404 for missing objects, 409 for conflicts, then 429 for too many pending bookings, then for too many made. */
function decide(input: BookingInput, parties: BookingParties, facts: BookingFacts, config: Limits): NewBooking {
  if (!parties.is_visible) notFound('Professional');
  const services = input.service_ids.map((id) => facts.services.find((one) => one.id === id) ?? notFound('Service'));
  const gone = services.find((one) => !one.is_active);
  if (gone) conflict(`${gone.name} is no longer offered.`);
  const cents = services.reduce((sum, one) => sum + one.price_cents, 0);
  if (input.total_price !== undefined && !isTotal(input.total_price, cents)) {
    conflict('The price has changed. Please review your booking.');
  }
  const start = Date.parse(input.start_time);
  const minutes = slotMinutes(services);
  const window = isOffered(start, facts.windows, facts.busy, { ...parties, duration_minutes: minutes, now: facts.now });
  if (!window) return conflict(taken);
  if (facts.pending.with_professional >= pendingCap.withOneProfessional || facts.pending.in_all >= pendingCap.inAll) {
    tooMany('You have too many pending bookings. Wait for an answer or cancel one.');
  }
  if (config.bookingsPerHour > 0) refuseTooManyMade(mayBookFrom(facts.made, config.bookingsPerHour) - facts.now);
  return {
    id: facts.id,
    professional_id: parties.professional_id,
    client_id: parties.client_id,
    availability_id: window.id,
    start_time: input.start_time,
    end_time: new Date(finishTime(start, minutes)).toISOString(),
    expires_at: new Date(pendingUntil(facts.now, start, config.bookingPendingTtlHours)).toISOString(),
    total_price_cents: cents,
    notes: input.notes,
    services,
  };
}

/** `wait` in milliseconds. */
function refuseTooManyMade(wait: number): void {
  if (wait > 0) tooMany(`Too many bookings. Try again in ${Math.ceil(wait / MINUTE)} minutes.`, Math.ceil(wait / 1_000));
}

/** The row that was just written, without reading it again. */
function rowOf(booking: NewBooking, parties: BookingParties, now: number): BookingRow {
  const { professional_id, display_name, location, time_zone, client_id, first_name, last_name } = parties;
  return {
    ...booking,
    status: 'pending',
    created_at: new Date(now).toISOString(),
    cancelled_by: null,
    cancel_reason: null,
    professional: { id: professional_id, display_name, location, time_zone },
    client: { id: client_id, first_name, last_name },
  };
}

/** UUIDs are case-insensitive; the tables hold them in lower case. */
function withLowerCaseIds(input: BookingInput): BookingInput {
  return {
    ...input,
    professional_id: input.professional_id.toLowerCase(),
    service_ids: input.service_ids.map((id) => id.toLowerCase()),
    ...(input.client_id === undefined ? {} : { client_id: input.client_id.toLowerCase() }),
  };
}
