import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseIfTaken, refuseTaken } from '#server/db/slot-taken.ts';
import { spansOf } from '#server/db/spans.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, refuseMore } from '#server/errors.ts';
import { openBetween } from '#server/features/hours/windows.ts';
import { refuseBlocked } from '#server/features/parties/blocked.ts';
import type { Emission } from '#server/outbox/emit.ts';
import { DAY, HOUR, rescheduleBounds } from '#shared/constants.ts';
import type { Reschedule, RescheduleInput } from '#shared/reschedules.ts';
import { cancelUntil, graceHours, tooLateText } from '#shared/rules/cancellation.ts';
import { hasBegun } from '#shared/rules/real-visit.ts';
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
import { sparedDeposit } from '../deposits/queries.ts';
import { tooLateToConfirm } from '../life/change-booking.ts';
import { giveTimes, type NotedRequest, rescheduled } from '../life/give-times.ts';
import { refuseTooOften, requireStarts } from '../make/limits.ts';
import { refuseOffered } from '../make/offered-queries.ts';
import {
  askAndHold,
  lockToReschedule,
  type Reschedulable,
  type RescheduleView,
  viewReschedule,
} from './ask-queries.ts';
import { endReschedule } from './queries.ts';

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
  const { now, booking } = await lockToReschedule(trx, bookingId, caller);
  if (side === 'professional') requireStarts([newStart], now, rescheduleBounds);
  if (!booking) return notFound('Booking');
  const length = booking.end - booking.start;
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
  refuseBlocked({ ...booking, ...view });
  const isAgreed = side === 'professional' && input.agreed === true;
  if (isAgreed && booking.status === 'pending' && booking.expires <= view.now) conflict(tooLateToConfirm);
  if (side === 'professional')
    await refuseOffered(trx, professional_id, partsAt(newStart, bookedVisit(booking, booking.segments).parts));
  const isFree = side === 'client' ? isFreeForClient : isFreeForProfessional;
  if (!isFree(newStart, booking, view)) refuseTaken();
  if (side === 'client' && (await sparedDeposit(trx, { professional_id, booking_id: bookingId }, newStart)) > 0)
    conflict('A deposit is asked for that time. Please cancel and book it.');
  if (side === 'professional') refuseMore('requests for this booking', mayAskFrom(view.asked) - view.now);
  else if (bookingsPerHour > 0) await refuseTooOften(trx, { ...view, professional_id, asked: [] }, bookingsPerHour);

  // Who has proved the guest's address stays a guest to the professional until they book (contract 11).
  const isGuest = guest_id !== null;
  const atOnce =
    isAgreed || holdsAtOnce(side, { status: booking.status, instant: booking.instant_confirmation, isGuest });
  const ownExpiry = view.booking_expires ?? booking.expires;
  const expires = requestUntil(now, { start: booking.start, newStart }, bookingPendingTtlHours);
  const asked: NotedRequest = {
    id: view.id,
    client_id: side === 'client' ? client_id : null,
    requested_by: side,
    message: input.message,
    expires_at: iso(expires),
  };
  const about = { professional_id, booking_id: bookingId, reschedule_id: asked.id };
  if (atOnce) {
    const from = booking.status === 'confirmed' ? 'confirmed' : 'pending';
    // A pending booking that asks a deposit waits for it, at its new time.
    const stays_pending = isAgreed && from === 'pending' && booking.deposit_cents !== null;
    const happening = isAgreed && !stays_pending ? 'agreed' : 'moved';
    const grace = isAgreed ? { notBefore: now + graceHours * HOUR } : {};
    const change = { happening, by: side, notes: asked, requestId, ...grace } as const;
    const request = await giveTimes(trx, [{ booking, start: newStart }], change, ([moved]) =>
      rescheduled(about, moved, { answered: false, from, stays_pending }),
    );
    return request ?? gone();
  }
  if (booking.reschedule_id)
    await endReschedule(trx, { professional_id, id: booking.reschedule_id, status: 'withdrawn' });
  const until = pendingUnderRequest(ownExpiry, expires, booking.start);
  return askAndHold(trx, {
    ...asked,
    professional_id,
    booking_id: bookingId,
    start_time: input.start_time,
    booking_expires_at: iso(ownExpiry),
    pending_until: booking.status === 'pending' ? iso(until) : null,
    emissions: JSON.stringify([{ event: 'booking.reschedule_asked', payload: about }] satisfies Emission[]),
    request_id: requestId,
  });
}

function refuse(booking: Reschedulable, view: RescheduleView, side: Side, newStart: number): void {
  const { status, start, created, cutoff_hours, not_before } = booking;
  const until = cancelUntil({ start, created, cutoffHours: cutoff_hours, notBefore: not_before });
  const subject = {
    status,
    start,
    is_started: booking.started !== null,
    cancel_until: until,
    requested_by: view.requested_by,
  };
  const why = whyNotReschedule(subject, { side, newStart, now: view.now });
  const texts: Record<NonNullable<typeof why>, string> = {
    over: `A ${status} booking cannot get another time.`,
    begun: hasBegun,
    'same time': 'It is at that time already.',
    'answer first': 'Please answer the other request first.',
    'too late': tooLateText(booking.display_name),
  };
  if (why) conflict(texts[why]);
}

/** A professional's new time needs nothing but to be free, part by part. */
function isFreeForProfessional(start: number, booking: Reschedulable, view: RescheduleView): boolean {
  const busy = spansOf(view.busy);
  return partsAt(start, bookedVisit(booking, booking.segments).parts).every((part) =>
    busy.every((span) => span.start >= part.end || span.end <= part.start),
  );
}

/** A client's new time must be a slot that is offered, the booking itself aside. */
function isFreeForClient(start: number, booking: Reschedulable, view: RescheduleView): boolean {
  if (!booking.is_visible) return false;
  const windows = openBetween({ ...booking, ...view }, { now: view.now, from: start, to: start + 1 });
  const visit = bookedVisit(booking, booking.segments);
  const rule = { ...booking, ...visit, now: view.now, off: merged(spansOf(view.off)) };
  return isOffered(start, windows, spansOf(view.busy), rule);
}

function gone(): never {
  throw new Error('a locked booking is gone');
}
