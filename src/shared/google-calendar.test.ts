import { expect, test } from 'vitest';
import { googleCalendarUrl } from './google-calendar.ts';

test('a link to Google Calendar has the instants, what, with whom and where', () => {
  const url = new URL(
    googleCalendarUrl({
      start_time: '2027-04-03T16:30:00.000Z',
      end_time: '2027-04-03T19:00:00Z',
      services: [
        { id: '1', name: 'Cut & colour', price: 95, service_duration_minutes: 60, options: [], preparation: null },
        { id: '2', name: 'Twist', price: 20, service_duration_minutes: 90, options: [], preparation: null },
      ],
      professional: {
        id: '3',
        display_name: 'Nia "Curls" O\'Hara',
        location: 'Brunswick',
        time_zone: 'Australia/Perth',
      },
    }),
  );
  expect(url.origin).toBe('https://calendar.google.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Cut & colour, Twist with Nia "Curls" O\'Hara',
    dates: '20270403T163000Z/20270403T190000Z',
    location: 'Brunswick',
    ctz: 'Australia/Perth',
  });
});
