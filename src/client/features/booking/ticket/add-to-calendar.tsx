import { reloadOnce } from '#client/lib/reload-once.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Booking } from '#shared/bookings.ts';

/** Downloads a pending or confirmed booking as a calendar file, whose code is loaded with the first press. */
export function AddToCalendar({
  booking,
  look = 'primary',
}: {
  booking: Booking;
  look?: 'primary' | 'secondary' | 'quiet';
}) {
  const { id, status, start_time, end_time, services, professional, notes } = booking;
  async function download() {
    const { calendarFile } = await import('#shared/calendar-file.ts').catch(reloadOnce);
    const file = calendarFile('PUBLISH', {
      isTentative: status === 'pending',
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
  const failed = () => notify.error('The calendar file could not be made. Please try again, or reload the page.');
  return (
    <Button look={look} onClick={() => void download().catch(failed)}>
      Add to calendar
    </Button>
  );
}
