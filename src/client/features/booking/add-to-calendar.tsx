import { Button } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { calendarFile } from './calendar-file.ts';

/** Downloads the booking as a calendar file. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  function download() {
    const address = URL.createObjectURL(
      new Blob([calendarFile(booking, window.location.hostname)], { type: 'text/calendar;charset=utf-8' }),
    );
    const link = document.createElement('a');
    link.href = address;
    link.download = 'saluni-booking.ics';
    link.click();
    // Some browsers read the file some time after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
  return (
    <Button look="secondary" onClick={download}>
      Add to calendar
    </Button>
  );
}
