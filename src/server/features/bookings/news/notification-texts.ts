import { isolated } from '#shared/isolated.ts';
import { shortName } from '#shared/person-name.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { Actor } from '#shared/rules/visit-life.ts';
import { formatShortDateTime } from '#shared/time.ts';
import type { BookingDetails, RequestDetails } from './message-queries.ts';

/** How a booking came to be confirmed, where nobody answered a request. */
export type Confirmed = 'instant' | 'written_in' | undefined;

/** Whether the other side answered, what the booking was before, and whether it waits for its deposit still. */
type Rescheduled = { answered: boolean; from: 'pending' | 'confirmed'; stays_pending?: boolean | undefined };

/** The notification of each change, for each side; it is also the email's first line. */
export const notificationTexts = {
  requested: (b: BookingDetails) => `New booking request from ${clientName(b)} for ${what(b)} on ${when(b)}.`,
  booked: (b: BookingDetails) => `New booking: ${clientName(b)} is booked in for ${what(b)} on ${when(b)}.`,
  confirmed: (b: BookingDetails, how: Confirmed) => {
    if (how === 'instant') return `Your booking with ${b.display_name} for ${what(b)} on ${when(b)} is confirmed.`;
    if (how === 'written_in') return `${b.display_name} booked you in for ${what(b)} on ${when(b)}.`;
    return `${b.display_name} confirmed your booking for ${what(b)} on ${when(b)}.`;
  },
  completed: (b: BookingDetails) => `Your booking with ${b.display_name} for ${what(b)} on ${when(b)} is complete.`,
  reminder: (b: BookingDetails, to: Side) =>
    to === 'client'
      ? `Reminder: your booking with ${b.display_name} for ${what(b)} is on ${when(b)}.`
      : `Reminder: ${clientName(b)} is booked in for ${what(b)} on ${when(b)}.`,
  cancelled: (b: BookingDetails, to: Side, by: Actor) => {
    const booking = `${what(b)} on ${when(b)}`;
    // Without a reason the system cancelled because nobody answered in time.
    if (by === 'system' && (b.cancel_reason !== null || b.expired_with_request)) {
      const why = b.cancel_reason === null ? ', as no time was agreed' : '';
      return to === 'client'
        ? `Your booking request to ${b.display_name} for ${booking} was cancelled${why}.${noLongerDue(b)}`
        : `The booking request from ${clientName(b)} for ${booking} was cancelled${why}.`;
    }
    if (by === 'system' && b.deposit?.status === 'released')
      return to === 'client'
        ? `The deposit for ${booking} wasn't paid in time, so your request to ${b.display_name} was cancelled.`
        : `${clientName(b)} didn't pay the deposit for ${booking} in time, so the request was cancelled.`;
    if (by === 'system' && to === 'client')
      return `${b.display_name} didn't answer your booking request for ${booking}, so it was cancelled.`;
    if (by === 'system')
      return `You didn't answer the booking request from ${clientName(b)} for ${booking}, so it was cancelled.`;
    if (by === to) return `You cancelled your booking with ${b.display_name} for ${booking}.`;
    const who = by === 'admin' ? 'Saluni' : by === 'client' ? clientName(b) : b.display_name;
    return to === 'client'
      ? `${who} cancelled your booking${by === 'admin' ? ` with ${b.display_name}` : ''} for ${booking}.${noLongerDue(b)}`
      : `${who} cancelled the booking${by === 'admin' ? ` of ${clientName(b)}` : ''} for ${booking}.`;
  },
  addressChanged: (b: BookingDetails, to: Side) =>
    to === 'client'
      ? `${b.display_name} changed the address of your booking for ${what(b)} on ${when(b)}.`
      : `${clientName(b)} changed the address for ${what(b)} on ${when(b)}.`,
  rescheduleAsked: (b: BookingDetails, r: RequestDetails) => {
    const times = `from ${at(b, r.previous_start)} to ${at(b, r.start)}`;
    if (r.requested_by === 'client') return `${clientName(b)} asks to move ${what(b)} ${times}.`;
    return b.status === 'pending'
      ? `${b.display_name} offers you another time for ${what(b)}: ${at(b, r.start)} instead of ${at(b, r.previous_start)}.`
      : `${b.display_name} asks to move your booking for ${what(b)} ${times}.`;
  },
  rescheduleDeclined: (b: BookingDetails, r: RequestDetails) =>
    r.requested_by === 'client'
      ? `${b.display_name} can't move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`
      : `${clientName(b)} can't make ${what(b)} on ${at(b, r.start)}.${stays(b, r)}`,
  rescheduleExpired: (b: BookingDetails, r: RequestDetails) =>
    r.requested_by === 'client'
      ? `${b.display_name} didn't answer your request to move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`
      : `${clientName(b)} didn't answer your request to move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`,
  rescheduleWithdrawn: (b: BookingDetails, r: RequestDetails) => {
    const who = r.requested_by === 'client' ? clientName(b) : b.display_name;
    return `${who} no longer asks to move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`;
  },
  /** After an answer, to the side that asked; else to the side that did not choose the time. */
  rescheduled: (b: BookingDetails, r: RequestDetails, to: Side, { answered, from, stays_pending }: Rescheduled) => {
    const times = `from ${at(b, r.previous_start)} to ${at(b, r.start)}`;
    const isOwn = to === r.requested_by;
    if (answered && isOwn) {
      return to === 'client'
        ? `${b.display_name} accepted the new time: ${what(b)} is on ${at(b, r.start)}.`
        : `${clientName(b)} accepted the new time: ${what(b)} is on ${at(b, r.start)}.`;
    }
    if (to === 'client') {
      const yours = `Your booking with ${b.display_name} for ${what(b)}`;
      if (!isOwn && stays_pending) return `${b.display_name} moved your booking request for ${what(b)} ${times}.`;
      if (!isOwn && from === 'pending')
        return `${b.display_name} confirmed your booking for ${what(b)} at another time: ${at(b, r.start)} instead of ${at(b, r.previous_start)}.`;
      return answered || isOwn
        ? `${yours} is on ${at(b, r.start)} now.`
        : `${b.display_name} moved your booking for ${what(b)} ${times}.`;
    }
    return b.status === 'pending'
      ? `${clientName(b)} moved the booking request for ${what(b)} ${times}.`
      : `${clientName(b)} moved ${what(b)} ${times}.`;
  },
};

/** To the client of a booking that others cancelled. */
function noLongerDue({ deposit }: BookingDetails): string {
  return deposit?.status === 'released' ? ' The deposit is no longer due.' : '';
}

/** Whether there is nothing left of a booking whose request ended: a pending one may expire with it. */
export function endedWith({ status, expires }: BookingDetails, { ended }: RequestDetails): boolean {
  return status === 'cancelled' || (status === 'pending' && ended !== null && expires <= ended);
}

/** What remains of a booking after a request that changed nothing; a pending one still waits for its answer. */
function stays(b: BookingDetails, r: RequestDetails): string {
  return endedWith(b, r) ? '' : ` It stays on ${at(b, r.previous_start)}.`;
}

/**
 * `Zoë A.`; the initial keeps its combining marks. Of a deleted account nothing is abbreviated: `Former client`; a
 * guest is called as they were written in.
 */
export function clientName({ first_name, last_name, client, guest }: BookingDetails): string {
  if (guest) return isolated(guest.name);
  if (client.user_id === null) return isolated(`${first_name} ${last_name}`);
  return isolated(shortName({ first_name, last_name }));
}

/** A booking as texts tell of it: what people wrote moves nothing beside it. */
export function toldOf(b: BookingDetails): BookingDetails {
  const services = b.services.map((one) => ({ ...one, name: isolated(one.name) }));
  return { ...b, services, display_name: isolated(b.display_name), location: isolated(b.location) };
}

/** `A`, `A and B`, `A, B and C`. */
export function what({ services }: BookingDetails): string {
  const names = services.map(({ name }) => name);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

function when(b: BookingDetails): string {
  return at(b, b.start);
}

function at({ time_zone }: BookingDetails, instant: number): string {
  return formatShortDateTime(instant, time_zone);
}
