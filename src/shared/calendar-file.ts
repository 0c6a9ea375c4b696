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

/** An entry that a calendar keeps in step with the booking: of several with one UID it shows the one with the highest `version`. */
interface Invitation extends Appointment {
  version: number;
  organizer: Person;
  attendee: Person;
}

/**
 * An iCalendar file for a booking. Its UID is the booking's id (RFC 7986 5.3) in every file, so that a calendar that gets both the mailed
 * one (REQUEST, CANCEL) and the downloaded one (PUBLISH) shows one appointment.
 */
export function calendarFile(...[method, entry]: ['PUBLISH', Appointment] | ['REQUEST' | 'CANCEL', Invitation]): string {
  const calendar = ical({ prodId: { company: 'Saluni', product: 'Bookings', language: 'EN' }, method: ICalCalendarMethod[method] });
  calendar.createEvent({
    id: entry.bookingId,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: new Date(entry.start),
    end: new Date(entry.end),
    summary: entry.summary,
    location: entry.location,
    description: entry.description ?? null,
    url: entry.url ?? null,
    ...(method === 'PUBLISH' ? {} : invited(entry)),
  });
  return `${calendar.toString()}\r\n`;
}

function invited({ version, organizer, attendee }: Invitation) {
  return {
    sequence: version,
    organizer,
    attendees: [{ ...attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  };
}
