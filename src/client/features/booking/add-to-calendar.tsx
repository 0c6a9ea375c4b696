import { Button } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { calendarFile } from './calendar-file.ts';

/** Hands the file to whatever the device opens calendars with. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  function download() {
    const address = URL.createObjectURL(
      new Blob([calendarFile(booking, window.location.hostname)], { type: 'text/calendar;charset=utf-8' }),
    );
    const link = document.createElement('a');
    link.href = address;
    link.download = 'saluni-booking.ics';
    link.click();
    // Some browsers read the file only after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
  return (
    <Button look="secondary" onClick={download}>
      Add to calendar
    </Button>
  );
}
