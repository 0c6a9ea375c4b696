import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, databaseError, forbidden, notFound, tooMany, unauthorized } from '#server/errors.ts';
import type { BookingInput } from '#shared/bookings.ts';
import { MINUTE, pendingCap } from '#shared/constants.ts';
import { finishTime } from '#shared/duration.ts';
import { mayBookFrom } from '#shared/rules/booking-limit.ts';
import { pendingUntil } from '#shared/rules/booking-status.ts';
import { isTotal } from '#shared/rules/price.ts';
import { isOffered, slotMinutes } from '#shared/rules/slots.ts';
import {
  type BookingConditions,
  type BookingView,
  insertBooking,
  lockParties,
  type NewBooking,
  readConditions,
  viewBooking,
} from './create-queries.ts';
import { presentBooking } from './present-booking.ts';

const refuseTaken = (cause?: unknown) => conflict('That time is no longer available.', 'slot_taken', cause);

/** The part of a call's context that booking needs; the demo seed books without a call. */
type Limits = Pick<Config, 'bookingPendingTtlHours' | 'bookingsPerHour'>;
type BookingCall = Pick<Context, 'db' | 'requestId'> & {
  deps: { config: Limits };
  caller: Caller;
  clientId: string;
};

/**
 * Books for the caller. Returns the booking as JSON text, which a repeated `Idempotency-Key` gets again byte for byte.
 * Total and end are computed here, from rows read after the client and the professional are locked.
 */
export async function createBooking(ctx: BookingCall, input: BookingInput): Promise<string> {
  if (input.client_id !== undefined && input.client_id !== ctx.clientId) forbidden();
  try {
    return await transact(ctx.db, (trx) => book(trx, ctx, input));
  } catch (error) {
    // PostgreSQL found a deadlock: two callers want the same time, and this one has lost it.
    return databaseError(error)?.code === '40P01' ? refuseTaken(error) : Promise.reject(error);
  }
}

/**
 * Refuses in the contract's order: 404 for missing objects, 409 for conflicts, then 429 for too many pending bookings,
 * then for too many made.
 */
async function book(trx: Db, ctx: BookingCall, input: BookingInput): Promise<string> {
  const { config } = ctx.deps;
  const wanted = { ...input, client_id: ctx.clientId };
  const view = (await viewBooking(trx, wanted)) ?? notFound('Professional');
  const services = chooseServices(input, view);
  // Most who lose a slot are told by this one look, even while somebody else has the locks.
  if (view.is_taken) refuseTaken();
  if (!view.is_locked) await lockBoth(trx, wanted);
  const minutes = slotMinutes(services);
  const conditions = await readConditions(trx, { ...wanted, minutes, counts_made: config.bookingsPerHour > 0 });
  if (!conditions.is_visible) notFound('Professional');
  const start = Date.parse(input.start_time);
  if (!isFree(start, minutes, conditions)) refuseTaken();
  refuseTooMany(conditions, config.bookingsPerHour);

  const booking: NewBooking = {
    id: conditions.id,
    professional_id: input.professional_id,
    client_id: ctx.clientId,
    start_time: input.start_time,
    end_time: iso(finishTime(start, minutes)),
    expires_at: iso(pendingUntil(conditions.now, start, config.bookingPendingTtlHours)),
    total_price_cents: sumOf(services),
    notes: input.notes,
    services,
  };
  // What is about to be written is presented without reading it again.
  const row = {
    ...view,
    ...booking,
    status: 'pending',
    created_at: iso(conditions.now),
    cancelled_by: null,
    cancel_reason: null,
  } as const;
  const answer = JSON.stringify(presentBooking(row));
  if (!(await insertBooking(trx, booking, ctx.requestId))) refuseTaken();
  return answer;
}

async function lockBoth(trx: Db, wanted: Parameters<typeof lockParties>[1]): Promise<void> {
  const { client, professional } = await lockParties(trx, wanted);
  if (!client) unauthorized();
  if (!professional) notFound('Professional');
}

/** The chosen services in their order, at the price that the client saw. */
function chooseServices(input: BookingInput, view: BookingView) {
  if (!view.is_visible) notFound('Professional');
  const services = input.service_ids.map((id) => view.services.find((one) => one.id === id) ?? notFound('Service'));
  const gone = services.find((one) => !one.is_active);
  if (gone) conflict(`${gone.name} is no longer offered.`, 'service_not_offered');
  if (input.total_price !== undefined && !isTotal(input.total_price, sumOf(services))) {
    conflict('The price has changed. Please review your booking.', 'price_changed');
  }
  return services;
}

const iso = (ms: number) => new Date(ms).toISOString();

const sumOf = (services: { price_cents: number }[]) => services.reduce((sum, one) => sum + one.price_cents, 0);

/** The window is found by the start alone: the one that a link names decides nothing. */
function isFree(start: number, duration_minutes: number, conditions: BookingConditions): boolean {
  if (conditions.window_start === null) return false;
  const window = { start: conditions.window_start, end: conditions.window_end };
  const busy = conditions.busy_start === null ? [] : [{ start: conditions.busy_start, end: conditions.busy_end }];
  return isOffered(start, [window], busy, { ...conditions, duration_minutes });
}

function refuseTooMany(
  { pending, pending_with_professional, made, now }: BookingConditions,
  bookingsPerHour: number,
): void {
  if (pending_with_professional >= pendingCap.withOneProfessional || pending >= pendingCap.inAll) {
    tooMany('You have too many pending bookings. Wait for an answer or cancel one.', { reason: 'too_many_pending' });
  }
  const wait = bookingsPerHour === 0 ? 0 : mayBookFrom(made, bookingsPerHour) - now;
  if (wait > 0)
    tooMany(`Too many bookings. Try again in ${Math.ceil(wait / MINUTE)} minutes.`, {
      seconds: Math.ceil(wait / 1_000),
    });
}
