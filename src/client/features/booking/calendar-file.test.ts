import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { Booking } from '#shared/bookings.ts';
import { calendarFile } from './calendar-file.ts';

const booking: Booking = {
  id: '01a1fe9e-9618-73ca-8252-8596c9b27ab2',
  status: 'confirmed',
  start_time: '2027-04-03T16:30:00.000Z',
  end_time: '2027-04-03T19:00:00.000Z',
  created_at: '2026-11-21T10:00:00.000Z',
  total_price: 205,
  notes: 'Tender scalp; no comb, please\nand a \\ backslash. Ẹ káàárọ̀ '.repeat(4),
  service: { id: '1', name: 'Dry curl cut' },
  services: [
    { id: '1', name: 'Dry curl cut', price: 95, service_duration_minutes: 60 },
    { id: '2', name: 'Loc retwist', price: 110, service_duration_minutes: 90 },
  ],
  professional: { id: '3', display_name: "Wanjiru Ng'ang'a", location: 'Brunswick, Melbourne', time_zone: 'Australia/Melbourne' },
  client: { id: '4', first_name: 'Zoë', last_name: 'Adjei' },
};

test('a calendar program reads the same appointment from the file', () => {
  const file = calendarFile(booking, 'saluni.example');
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined);
  expect(event.uid).toBe(`${booking.id}@saluni.example`);
  expect(event.summary).toBe("Dry curl cut, Loc retwist with Wanjiru Ng'ang'a");
  expect(event.location).toBe('Brunswick, Melbourne');
  expect(event.description).toBe(booking.notes);
  expect(event.startDate.toJSDate().toISOString()).toBe(booking.start_time);
  expect(event.endDate.toJSDate().toISOString()).toBe(booking.end_time);
});

test('no line is longer than 75 octets, and none is cut inside a character', () => {
  const file = calendarFile(booking, 'saluni.example');
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.isWellFormed()).toBe(true);
});
