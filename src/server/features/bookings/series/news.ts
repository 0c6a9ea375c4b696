import { counted } from '#shared/counted.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { formatShortDateTime } from '#shared/time.ts';
import { aboutBooking } from '../news/about-booking.ts';
import type { BookingDetails } from '../news/message-queries.ts';
import { clientName, what } from '../news/notification-texts.ts';

/** What changed: how many visits, the first of which begins then, and to whom that is told. */
type Change = { weeks: number; visits: number; start: number; by: Side; to: Side };
type Kind<Of> = Parameters<typeof aboutBooking>[0] & {
  /** The notification, for whoever did not make the change; it is also the email's first line. */
  text(b: BookingDetails, of: Of): string;
  /** Of the mail, whose subject goes on with the services and the other side. */
  heading: string;
};

const kind = <Of = Change>({ text, heading, ...news }: Kind<Of>) => ({ ...aboutBooking(news), text, heading });

/** All that is told of a standing appointment (contract 17). */
export const seriesKinds = {
  made: kind({
    type: 'series_made',
    title: 'Booking confirmed',
    text: (b, change) =>
      `${b.display_name} booked you in for ${what(b)} ${everyWeeks(change.weeks)}: ${visitsFrom(b, change)}.`,
    heading: 'Your standing appointment',
    former: { professional: 'A former professional booked you in for a standing appointment.' },
  }),
  extended: kind({
    type: 'series_extended',
    title: 'Booking confirmed',
    text: (b, change) => `${b.display_name} booked you in for more of ${what(b)}: ${visitsFrom(b, change)}.`,
    heading: 'More of your standing appointment',
    former: { professional: 'A former professional booked you in for more visits.' },
  }),
  moved: kind({
    type: 'series_moved',
    title: 'Booking moved',
    text: (b, change) => `${b.display_name} moved your bookings for ${what(b)}: ${visitsFrom(b, change)}.`,
    heading: 'Your bookings have new times',
    former: { professional: 'Your bookings with a former professional have new times.' },
  }),
  cancelled: kind({
    type: 'series_cancelled',
    title: 'Booking cancelled',
    text: (b, { visits, start, by, to }) => {
      const which = `${counted(visits, 'booking')} for ${what(b)} from ${at(b, start)}`;
      if (to === by) return `You cancelled ${which} with ${b.display_name}.`;
      return to === 'client' ? `${b.display_name} cancelled ${which}.` : `${clientName(b)} cancelled ${which}.`;
    },
    heading: 'Bookings were cancelled',
    former: {
      client: 'Bookings of a former client were cancelled.',
      guest: 'Bookings of a former guest were cancelled.',
      professional: 'Your bookings with a former professional were cancelled.',
    },
  }),
  ending: kind<{ left: number }>({
    type: 'series_ending',
    title: 'Few visits left',
    text: (b, { left }) =>
      `${clientName(b)} has ${counted(left, 'visit')} left for ${what(b)}. You can add more dates to the booking.`,
    heading: 'A standing appointment is ending',
    former: {
      client: 'The standing appointment of a former client is ending.',
      guest: 'The standing appointment of a former guest is ending.',
    },
  }),
};

/** `every week`, `every 5 weeks`. */
export function everyWeeks(weeks: number): string {
  return weeks === 1 ? 'every week' : `every ${weeks} weeks`;
}

function visitsFrom(b: BookingDetails, { visits, start }: Change): string {
  return `${counted(visits, 'visit')} from ${at(b, start)}`;
}

function at({ time_zone }: BookingDetails, instant: number): string {
  return formatShortDateTime(instant, time_zone);
}
