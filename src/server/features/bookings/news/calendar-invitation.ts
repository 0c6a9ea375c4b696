import type { Email } from '#server/email/transport.ts';
import { calendarFile } from '#shared/calendar-file.ts';
import { whereOf } from '#shared/rules/place.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { formatDateTime } from '#shared/time.ts';
import type { BookingDetails } from './message-queries.ts';
import { what } from './notification-texts.ts';

type Entry = {
  method: 'REQUEST' | 'CANCEL';
  /** SEQUENCE: a calendar shows the entry with the highest one. */
  sequence: number;
  /** Who gets it. */
  attendee: { name: string; email: string };
  /** The sender's address. */
  address: string;
  /** Where the entry leads to. */
  url: string;
};

/** Adds a confirmed booking to a calendar, gives the entry another time, or takes it away. */
export function invitationOf(b: BookingDetails, { method, sequence, attendee, ...entry }: Entry): Email['invitation'] {
  const location = method === 'CANCEL' ? { location: b.location } : {};
  return { method, content: calendarFile(method, { ...appointmentWith(b, entry), ...location, sequence, attendee }) };
}

/** The entry of a booking as its client's calendar has it, as it is now. */
export function appointmentWith(b: BookingDetails, { address, url }: Pick<Entry, 'address' | 'url'>) {
  const total = formatPrice(toDollars(b.total_price_cents));
  return {
    bookingId: b.id,
    sequence: b.sequence,
    start: b.start,
    end: b.end,
    summary: `${what(b)} with ${b.display_name}`,
    description: `${formatDateTime(b.start, b.time_zone)}\nTotal ${total}\n${url}`,
    location: whereOf(b, b) ?? b.location,
    url,
    organizer: { name: b.display_name, email: address },
  };
}
