import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseIfTaken, refuseTaken } from '#server/db/slot-taken.ts';
import { spansOf } from '#server/db/spans.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, tooMany } from '#server/errors.ts';
import { bookedTogether, refuseTogether, refuseUntil } from '#server/features/bookings/network-limit.ts';
import { tooLateToConfirm } from '#server/features/bookings/queries.ts';
import { refuseOffered } from '#server/features/cancellation-list/refuse-offered.ts';
import { sparedDeposit } from '#server/features/deposits/queries.ts';
import { openBetween } from '#server/features/hours/windows.ts';
import { emit } from '#server/outbox/emit.ts';
import { DAY, MINUTE, rescheduleBounds } from '#shared/constants.ts';
import type { Reschedule, RescheduleInput } from '#shared/reschedules.ts';
import { mayBookFrom } from '#shared/rules/booking-limit.ts';
import { cancelUntil, tooLateText } from '#shared/rules/cancellation.ts';
import {
  holdsAtOnce,
  mayAskFrom,
  pendingUnderRequest,
  requestUntil,
  type Side,
  whyNotReschedule,
} from '#shared/rules/reschedule.ts';
import { isOffered, merged } from '#shared/rules/slots.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { iso } from '#shared/time.ts';
import {
  askAndChange,
  askAndHold,
  type LockedBooking,
  lockBooking,
  type RescheduleView,
  viewReschedule,
  withdrawFormer,
} from './ask-queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & {
  deps: { config: Pick<Config, 'bookingPendingTtlHours' | 'bookingsPerHour'> };
  caller: Caller;
};

/**
 * Asks for another time of a booking of the caller's, with both times held until the request ends, or gives it the time
 * where nobody has to answer. Client, professional and booking are locked.
 */
export async function askToReschedule(
  ctx: Call,
  { id, ...input }: RescheduleInput & { id: string },
): Promise<Reschedule> {
  return refuseIfTaken(() => transact(ctx.db, (trx) => ask(trx, ctx, id, input)));
}

async function ask(trx: Db, ctx: Call, bookingId: string, input: RescheduleInput): Promise<Reschedule> {
  const { caller, requestId } = ctx;
  const { bookingPendingTtlHours, bookingsPerHour } = ctx.deps.config;
  const side: Side = caller.role === 'client' ? 'client' : 'professional';
  const newStart = Date.parse(input.start_time);
  const { now, booking } = await lockBooking(trx, bookingId, caller);
  if (side === 'professional') requireNear(newStart, now);
  if (!booking) return notFound('Booking');
  const length = booking.end - booking.start;
  const newEnd = newStart + length;
  // Farther ahead nothing is offered, and the end may be a year that ISO texts do not have.
  const near = Math.min(newStart, now + (rescheduleBounds.maxDaysAhead + 2) * DAY);
  const { professional_id, client_id, guest_id } = booking;
  const view = await viewReschedule(trx, {
    professional_id,
    booking_id: bookingId,
    client_id: side === 'client' ? client_id : null,
    reschedule_id: booking.reschedule_id,
    start_time: iso(near),
    end_time: iso(near + length),
    buffer_minutes: booking.buffer_minutes,
    counts_made: bookingsPerHour > 0,
  });
  refuse(booking, view, side, newStart);
  const isAgreed = side === 'professional' && input.agreed === true;
  if (isAgreed && booking.status === 'pending' && booking.expires <= view.now) conflict(tooLateToConfirm);
  if (side === 'professional')
    await refuseOffered(trx, professional_id, partsAt(newStart, bookedVisit(booking, booking.segments).parts));
  const isFree = side === 'client' ? isFreeForClient : isFreeForProfessional;
  if (!isFree(newStart, booking, view)) refuseTaken();
  if (side === 'client' && (await sparedDeposit(trx, { professional_id, booking_id: bookingId }, newStart)) > 0)
    conflict('A deposit is asked for that time. Please cancel and book it.');
  refuseTooMany(view, side, bookingsPerHour);
  if (view.signup_network !== null && bookingsPerHour > 0) {
    const together = await bookedTogether(trx, { network: view.signup_network, professional_id });
    refuseTogether(together, bookingsPerHour, view.now);
  }

  // Who has proved the guest's address stays a guest to the professional until they book (contract 11).
  const isGuest = guest_id !== null;
  const atOnce =
    isAgreed || holdsAtOnce(side, { status: booking.status, instant: booking.instant_confirmation, isGuest });
  const ownExpiry = view.booking_expires ?? booking.expires;
  const expires = requestUntil(now, { start: booking.start, newStart }, bookingPendingTtlHours);
  if (booking.reschedule_id) await withdrawFormer(trx, professional_id, booking.reschedule_id);
  const asked = {
    id: view.id,
    professional_id,
    booking_id: bookingId,
    client_id: side === 'client' ? client_id : null,
    requested_by: side,
    start_time: input.start_time,
    end_time: iso(newEnd),
    message: input.message,
    expires_at: iso(expires),
    booking_expires_at: iso(ownExpiry),
  };
  const about = { professional_id, booking_id: bookingId, reschedule_id: asked.id };
  if (atOnce) {
    const from = booking.status === 'confirmed' ? 'confirmed' : 'pending';
    const is_placed = side === 'professional';
    // A pending booking that asks a deposit waits for it, at its new time.
    const stays_pending = isAgreed && from === 'pending' && booking.deposit_cents !== null;
    const { fits, version, sequence, ...request } = await askAndChange(trx, {
      ...asked,
      status: 'accepted',
      booking_status: isAgreed && !stays_pending ? 'confirmed' : from,
      is_placed,
      is_agreed: isAgreed,
    });
    if (!fits) refuseTaken();
    const changed = { ...about, version, sequence, answered: false, from, stays_pending } as const;
    await emit(trx, 'booking.rescheduled', changed, requestId);
    return request;
  }
  const until = pendingUnderRequest(ownExpiry, expires, booking.start);
  const { is_held, ...request } = await askAndHold(trx, {
    ...asked,
    status: 'pending',
    pending_until: booking.status === 'pending' ? iso(until) : null,
  });
  if (!is_held) refuseTaken();
  await emit(trx, 'booking.reschedule_asked', about, requestId);
  return request;
}

function requireNear(start: number, now: number): void {
  if (start <= now) invalid(['body', 'start_time'], 'Start time must be in the future');
  if (start > now + rescheduleBounds.maxDaysAhead * DAY)
    invalid(['body', 'start_time'], `Start time must be at most ${rescheduleBounds.maxDaysAhead} days ahead`);
}

function refuse(booking: LockedBooking, view: RescheduleView, side: Side, newStart: number): void {
  const { status, start, created, cutoff_hours, not_before } = booking;
  const until = cancelUntil({ start, created, cutoffHours: cutoff_hours, notBefore: not_before });
  const subject = { status, start, cancel_until: until, requested_by: view.requested_by };
  const why = whyNotReschedule(subject, { side, newStart, now: view.now });
  const texts: Record<NonNullable<typeof why>, string> = {
    over: `A ${status} booking cannot get another time.`,
    begun: 'This booking has begun.',
    'same time': 'It is at that time already.',
    'answer first': 'Please answer the other request first.',
    'too late': tooLateText(booking.display_name),
  };
  if (why) conflict(texts[why]);
}

/** A professional's new time needs nothing but to be free, part by part. */
function isFreeForProfessional(start: number, booking: LockedBooking, view: RescheduleView): boolean {
  const busy = spansOf(view.busy);
  return partsAt(start, bookedVisit(booking, booking.segments).parts).every((part) =>
    busy.every((span) => span.start >= part.end || span.end <= part.start),
  );
}

/** A client's new time must be a slot that is offered, the booking itself aside. */
function isFreeForClient(start: number, booking: LockedBooking, view: RescheduleView): boolean {
  if (!booking.is_visible) return false;
  const windows = openBetween({ ...booking, ...view }, { now: view.now, from: start, to: start + 1 });
  const visit = bookedVisit(booking, booking.segments);
  const rule = { ...booking, ...visit, now: view.now, off: merged(spansOf(view.off)) };
  return isOffered(start, windows, spansOf(view.busy), rule);
}

function refuseTooMany({ now, asked, made }: RescheduleView, side: Side, bookingsPerHour: number): void {
  if (side === 'professional') {
    const wait = mayAskFrom(asked) - now;
    if (wait > 0)
      tooMany(`Too many requests for this booking. Try again in ${minutes(wait)}.`, { seconds: seconds(wait) });
  } else if (bookingsPerHour > 0) refuseUntil(mayBookFrom(made, bookingsPerHour), now);
}

const minutes = (ms: number) => `${Math.ceil(ms / MINUTE)} minutes`;
const seconds = (ms: number) => Math.ceil(ms / 1_000);
