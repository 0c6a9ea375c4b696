import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Side } from '#shared/rules/reschedule.ts';

/** The key of a booking's calendar files; null once it is cancelled, or its end is 30 days ago (contract 9). */
export const calendarSecret = sql<string | null>`case when bookings.status <> 'cancelled'
  and bookings.end_time > clock_now() - interval '30 days' then bookings.calendar_secret end`;

/** What names a booking's calendar file to one side; `secret` is the booking's own. */
export function calendarSecretOf(bookingId: string, secret: string, side: Side): string {
  return `${bookingId}.${createHash('sha256').update(`${secret} ${side}`).digest('base64url')}`;
}

/** The address of that file, an ordinary link. `publicUrl` has no trailing slash. */
export function calendarUrl(publicUrl: string, ...of: Parameters<typeof calendarSecretOf>): string {
  return `${publicUrl}/calendar/bookings/${calendarSecretOf(...of)}.ics`;
}
