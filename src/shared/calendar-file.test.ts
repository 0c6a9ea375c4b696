import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { calendarFile, publishedFile } from './calendar-file.ts';

const appointment = {
  bookingId: '01a1fe9e-9618-73ca-8252-8596c9b27ab2',
  start: Date.parse('2027-04-03T16:30:00.000Z'),
  end: Date.parse('2027-04-03T19:00:00.000Z'),
  summary: "Dry curl cut, Loc retwist with Wanjiru Ng'ang'a",
  location: 'Brunswick, Melbourne',
  description: 'Tender scalp; no comb, please\nand a \\ backslash. Ẹ káàárọ̀ '.repeat(4),
};
const invitation = {
  ...appointment,
  sequence: 3,
  organizer: { name: "Wanjiru Ng'ang'a", email: 'hello@saluni.example' },
  attendee: { name: 'Zoë Adjei', email: 'zoe@saluni.example' },
};
const mailed = calendarFile('REQUEST', invitation);

function eventIn(file: string) {
  return new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined);
}

test('a calendar program reads the same appointment from the mailed file', () => {
  const event = eventIn(mailed);
  expect(event.summary).toBe(appointment.summary);
  expect(event.location).toBe(appointment.location);
  expect(event.description).toBe(appointment.description);
  expect(event.startDate.toJSDate().getTime()).toBe(appointment.start);
  expect(event.endDate.toJSDate().getTime()).toBe(appointment.end);
});

test.each(['CONFIRMED', 'CANCELLED'] as const)(
  'two programs read the same entries from a file of several, %s',
  (status) => {
    const week = 7 * 24 * 3_600_000;
    const entries = ['27ab2', '27ab3', '27ab4'].map((last, i) => ({
      ...{ ...appointment, start: appointment.start + i * week, end: appointment.end + i * week },
      ...{ bookingId: appointment.bookingId.replace('27ab2', last), sequence: i, organizer: invitation.organizer },
    }));
    const expected = entries.map(({ bookingId, start, end, summary, sequence }) => ({
      ...{ uid: bookingId, start, end, summary, sequence, status },
    }));
    const file = publishedFile(status, entries);
    const first = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((component) => {
      const { uid, startDate, endDate, summary, sequence } = new ICAL.Event(component);
      const [start, end] = [startDate, endDate].map((time) => time.toUnixTime() * 1_000);
      return { uid, start, end, summary, sequence, status: component.getFirstPropertyValue('status') };
    });
    const events = Object.values(nodeIcal.parseICS(file)).filter((one): one is VEvent => one?.type === 'VEVENT');
    const second = events.map(({ uid, start, end, summary, sequence, status }) => ({
      ...{ uid, start: start.getTime(), end: end?.getTime(), summary, sequence, status },
    }));
    expect([first, second]).toEqual([expected, expected]);
  },
);

test('an invitation and its cancellation have one UID: the id of the booking', () => {
  const files = [mailed, calendarFile('CANCEL', invitation)];
  expect(files.map((file) => eventIn(file).uid)).toEqual([appointment.bookingId, appointment.bookingId]);
  expect(files.map((file) => eventIn(file).component.getFirstPropertyValue('status'))).toEqual([
    'CONFIRMED',
    'CANCELLED',
  ]);
});

test('a nickname in quotation marks is readable where parameters hold no straight ones, and untouched elsewhere', () => {
  const name = `Nia "Curls" O'Hara`;
  const file = calendarFile('REQUEST', {
    ...invitation,
    summary: name,
    organizer: { ...invitation.organizer, name },
    attendee: { ...invitation.attendee, name },
  }).replaceAll('\r\n ', '');
  expect(file).toContain(`SUMMARY:${name}\r\n`);
  expect(file.split(`CN="Nia “Curls” O'Hara"`)).toHaveLength(3);
});

test('no line is longer than 75 octets, and none is cut inside a character', () => {
  expect(mailed.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of mailed.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(mailed.isWellFormed()).toBe(true);
});
