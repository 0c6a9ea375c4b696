import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

type Appointment = {
  id: string;
  /** Number of changes so far; a calendar keeps the entry with the highest. */
  version: number;
  start: number;
  end: number;
  summary: string;
  description: string;
  location: string;
  url: string;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
};

/** An iCalendar entry for a booking; its UID stays the same from confirmation to cancellation. `host` is PUBLIC_URL's host name. */
export function invitation(method: 'REQUEST' | 'CANCEL', appointment: Appointment, host: string): string {
  const cancelled = method === 'CANCEL';
  const calendar = ical({
    prodId: { company: 'Saluni', product: 'Bookings', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: `${appointment.id}@${host}`,
    sequence: appointment.version,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: new Date(appointment.start),
    end: new Date(appointment.end),
    summary: appointment.summary,
    description: appointment.description,
    location: appointment.location,
    url: appointment.url,
    organizer: appointment.organizer,
    attendees: [{ ...appointment.attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  return calendar.toString();
}
