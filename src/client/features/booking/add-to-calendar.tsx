import { Button } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { calendarFile } from '#shared/calendar-file.ts';

/** Downloads a confirmed booking as a calendar file. */
export function AddToCalendar({ booking: { id, start_time, end_time, services, professional, notes } }: { booking: Booking }) {
  function download() {
    const file = calendarFile('PUBLISH', {
      bookingId: id,
      start: Date.parse(start_time),
      end: Date.parse(end_time),
      summary: `${services.map(({ name }) => name).join(', ')} with ${professional.display_name}`,
      location: professional.location,
      description: notes,
    });
    const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }));
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
