import type { Actor } from '#shared/rules/booking-status.ts';
import { formatShortDateTime } from '#shared/time.ts';
import type { BookingDetails, Side } from './message-queries.ts';

/** The notification of each change, for each side; it is also the email's first line. */
export const notificationTexts = {
  requested: (b: BookingDetails) => `New booking request from ${clientName(b)} for ${what(b)} on ${when(b)}.`,
  confirmed: (b: BookingDetails) => `${b.display_name} confirmed your booking for ${what(b)} on ${when(b)}.`,
  completed: (b: BookingDetails) => `Your appointment with ${b.display_name} for ${what(b)} on ${when(b)} is complete.`,
  reminder: (b: BookingDetails, to: Side) =>
    to === 'client'
      ? `Reminder: your appointment with ${b.display_name} for ${what(b)} is on ${when(b)}.`
      : `Reminder: ${clientName(b)} comes for ${what(b)} on ${when(b)}.`,
  cancelled: (b: BookingDetails, to: Side, by: Actor) => {
    const booking = `${what(b)} on ${when(b)}`;
    // Without a reason the system cancelled because nobody answered in time.
    if (by === 'system' && b.cancel_reason !== null) {
      return to === 'client'
        ? `Your booking request to ${b.display_name} for ${booking} was cancelled.`
        : `The booking request from ${clientName(b)} for ${booking} was cancelled.`;
    }
    if (by === 'system' && to === 'client')
      return `${b.display_name} did not answer your booking request for ${booking}, so it was cancelled.`;
    if (by === 'system')
      return `You did not answer the booking request from ${clientName(b)} for ${booking}, so it was cancelled.`;
    const who = by === 'admin' ? 'Saluni' : by === 'client' ? clientName(b) : b.display_name;
    return to === 'client'
      ? `${who} cancelled your booking${by === 'admin' ? ` with ${b.display_name}` : ''} for ${booking}.`
      : `${who} cancelled the booking${by === 'admin' ? ` of ${clientName(b)}` : ''} for ${booking}.`;
  },
};

/**
 * What is left, by `notifications.type`, of a professional's notifications about bookings with a client whose account
 * was deleted.
 */
export const formerClientTexts = {
  booking_requested: 'A former client sent a booking request.',
  booking_reminder: 'Reminder of an appointment with a former client.',
  booking_cancelled: 'The booking of a former client was cancelled.',
};

/** The same of a client's, with a professional whose account was deleted. */
export const formerProfessionalTexts = {
  booking_confirmed: 'A former professional confirmed your booking.',
  booking_completed: 'Your appointment with a former professional is complete.',
  booking_reminder: 'Reminder of your appointment with a former professional.',
  booking_cancelled: 'Your booking with a former professional was cancelled.',
};

/** `Zoë A.`; the initial keeps its combining marks. Of a deleted account nothing is abbreviated: `Former client`. */
export function clientName({ first_name, last_name, client }: BookingDetails): string {
  if (client.user_id === null) return `${first_name} ${last_name}`;
  const [first] = new Intl.Segmenter('en').segment(last_name);
  return first ? `${first_name} ${first.segment}.` : first_name;
}

/** `A`, `A and B`, `A, B and C`. */
export function what({ services }: BookingDetails): string {
  const names = services.map(({ name }) => name);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

function when({ start, time_zone }: BookingDetails): string {
  return formatShortDateTime(start, time_zone);
}
