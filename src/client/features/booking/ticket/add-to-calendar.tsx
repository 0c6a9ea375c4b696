import { ButtonAnchor } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { googleCalendarUrl } from '#shared/google-calendar.ts';

/**
 * Ordinary links to the booking's calendar file and to Google Calendar: browsers inside other apps open these, but save
 * no file that a page makes. Nothing where there is no file, as for admins.
 */
export function AddToCalendar({
  booking,
  look = 'primary',
}: {
  booking: Booking;
  look?: 'primary' | 'secondary' | 'quiet';
}) {
  if (booking.calendar_url === null) return null;
  return (
    <>
      <ButtonAnchor look={look} href={booking.calendar_url}>
        Add to calendar
      </ButtonAnchor>
      <ButtonAnchor look="quiet" href={googleCalendarUrl(booking)} target="_blank" rel="noopener noreferrer">
        Google Calendar
      </ButtonAnchor>
    </>
  );
}
