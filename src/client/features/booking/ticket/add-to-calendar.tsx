import { ButtonAnchor } from '#client/ui/button.tsx';
import { InAppHint } from '#client/ui/in-app-hint.tsx';
import type { Booking } from '#shared/bookings.ts';
import { googleCalendarUrl } from '#shared/google-calendar.ts';
import styles from './add-to-calendar.module.css';

/**
 * Ordinary links to the booking's calendar file and to Google Calendar: browsers inside other apps open these, but save
 * no file that a page makes. Nothing where there is no file, as for admins. Quiet ones stand in a row of links.
 */
export function AddToCalendar({
  booking,
  look = 'primary',
}: {
  booking: Booking;
  look?: 'primary' | 'secondary' | 'quiet';
}) {
  if (booking.calendar_url === null) return null;
  const isQuiet = look === 'quiet';
  return (
    <fieldset className={isQuiet ? styles.quiet : styles.ways}>
      <legend className={isQuiet ? 'visually-hidden' : styles.name}>Add to calendar</legend>
      <ButtonAnchor look={look} href={booking.calendar_url} aria-label="Add to calendar: Apple, Outlook">
        {isQuiet ? 'Add to calendar' : 'Apple, Outlook'}
      </ButtonAnchor>
      <ButtonAnchor
        look={look}
        href={googleCalendarUrl(booking)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Google Calendar"
      >
        {isQuiet ? 'Google Calendar' : 'Google'}
      </ButtonAnchor>
      <InAppHint problem="Can't open the calendar file" />
    </fieldset>
  );
}
