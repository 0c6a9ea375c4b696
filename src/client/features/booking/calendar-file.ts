import type { Booking } from '#shared/bookings.ts';

const lineLength = 75;

/** Returns `20261126T223000Z`. */
function stamp(instant: string) {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Escapes a text (RFC 5545 3.3.11). */
function escaped(text: string) {
  return text.replace(/[\\;,]/g, (found) => `\\${found}`).replace(/\r\n|\r|\n/g, '\\n');
}

/** Folds a line at 75 octets, never inside a character (RFC 5545 3.1). */
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
 * Returns a confirmed booking as an iCalendar file. Its UID equals that of the mailed invitation, so that calendars do not show the
 * appointment twice; `host` is the host of the product's public URL.
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
