import type { Booking } from './bookings.ts';

type Shown = Pick<Booking, 'start_time' | 'end_time' | 'services' | 'professional'>;

/** Google Calendar's form with a booking filled in. */
export function googleCalendarUrl({ start_time, end_time, services, professional }: Shown): string {
  const utc = (instant: string) => instant.replace(/\.\d+|[-:]/g, '');
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${services.map(({ name }) => name).join(', ')} with ${professional.display_name}`,
    dates: `${utc(start_time)}/${utc(end_time)}`,
    location: professional.location,
    ctz: professional.time_zone,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
