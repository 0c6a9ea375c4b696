import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

interface Person {
  name: string;
  email: string;
}

interface Appointment {
  bookingId: string;
  /** Epoch milliseconds. */
  start: number;
  end: number;
  summary: string;
  location: string;
  description?: string | null;
  url?: string;
}

/**
 * An entry that a calendar keeps in step with the booking: of several with one UID it shows the one with the highest
 * `sequence`.
 */
interface Invitation extends Appointment {
  sequence: number;
  organizer: Person;
  attendee: Person;
}

/** Who writes our calendar files. */
export const product = { company: 'Saluni', product: 'Bookings', language: 'EN' };

/**
 * An appointment as ical-generator takes it. Its UID is the booking's id (RFC 7986 5.3) in every file and feed, so that
 * a calendar that gets it in several ways shows one appointment.
 */
export function appointmentOf({ bookingId, start, end, summary, location, description, url }: Appointment) {
  return {
    id: bookingId,
    start: new Date(start),
    end: new Date(end),
    summary,
    location,
    description: description ?? null,
    url: url ?? null,
  };
}

/** One file with several entries, which a calendar takes as they are; nobody answers to it. */
export function publishedFile(
  status: 'CONFIRMED' | 'CANCELLED',
  entries: readonly (Appointment & Pick<Invitation, 'sequence' | 'organizer'>)[],
): string {
  const calendar = ical({ prodId: product, method: ICalCalendarMethod.PUBLISH });
  for (const { sequence, organizer, ...entry } of entries)
    calendar.createEvent({
      ...appointmentOf(entry),
      status: ICalEventStatus[status],
      sequence,
      organizer: { ...organizer, name: quoted(organizer.name) },
    });
  return `${calendar.toString()}\r\n`;
}

/** The iCalendar file that is mailed about a booking. */
export function calendarFile(method: 'REQUEST' | 'CANCEL', entry: Invitation): string {
  const calendar = ical({ prodId: product, method: ICalCalendarMethod[method] });
  const { sequence, organizer, attendee } = entry;
  calendar.createEvent({
    ...appointmentOf(entry),
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    sequence,
    organizer: { ...organizer, name: quoted(organizer.name) },
    attendees: [
      {
        ...attendee,
        name: quoted(attendee.name),
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  return `${calendar.toString()}\r\n`;
}

/** A name as a parameter may hold it: calendars show what RFC 6868 makes of `"` as it stands, `^'`. */
function quoted(name: string): string {
  return name
    .replace(/"([^"]*)"/g, '“$1”')
    .replaceAll('"', '”')
    .replaceAll('^', 'ˆ');
}
