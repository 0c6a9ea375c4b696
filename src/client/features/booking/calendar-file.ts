import type { Booking } from '#shared/bookings.ts';

const lineLength = 75;

/** `20261126T223000Z`. */
function stamp(instant: string) {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** RFC 5545 3.3.11. */
function escaped(text: string) {
  return text.replace(/[\\;,]/g, (found) => `\\${found}`).replace(/\r\n|\r|\n/g, '\\n');
}

/** RFC 5545 3.1: at most 75 octets a line, never cut inside a character. */
function folded(line: string) {
  const bytes = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (bytes.encode(current + character).length > lineLength) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

/**
 * A confirmed booking as an iCalendar file for the client's own calendar. Its UID is that of the mailed invitation, so that no calendar
 * shows the appointment twice; `host` is that of the product's address.
 */
export function calendarFile(booking: Booking, host: string): string {
  const { professional, services } = booking;
  const names = services.map(({ name }) => name).join(', ');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Saluni//Saluni//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${booking.id}@${host}`,
    `DTSTAMP:${stamp(booking.created_at)}`,
    `DTSTART:${stamp(booking.start_time)}`,
    `DTEND:${stamp(booking.end_time)}`,
    `SUMMARY:${escaped(`${names} with ${professional.display_name}`)}`,
    `LOCATION:${escaped(professional.location)}`,
    ...(booking.notes ? [`DESCRIPTION:${escaped(booking.notes)}`] : []),
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
