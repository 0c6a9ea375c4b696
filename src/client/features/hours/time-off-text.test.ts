import { expect, test } from 'vitest';
import { fromLocalInput } from '#shared/time.ts';
import { timeOffText, timeOffTimes } from './time-off-text.ts';

const zone = 'Australia/Melbourne';
const at = (local: string) => fromLocalInput(local, zone) ?? Number.NaN;

test.each([
  ['2026-11-26T12:00', '2026-11-26T17:00', 'Thu 26 Nov, 12:00 PM to 5:00 PM'],
  ['2026-11-26T13:00', '2026-11-27T00:00', 'Thu 26 Nov, 1:00 PM to midnight'],
  ['2026-11-26T00:00', '2026-11-27T00:00', 'Thu 26 Nov, all day'],
  ['2026-11-26T00:00', '2026-12-05T00:00', 'Thu 26 Nov to Fri 4 Dec'],
  ['2026-11-26T15:00', '2026-11-28T09:30', 'Thu 26 Nov, 3:00 PM to Sat 28 Nov, 9:30 AM'],
])('time off from %s to %s is %s', (start, end, text) =>
  expect(timeOffText({ start: at(start), end: at(end) }, zone)).toBe(text),
);

test.each([
  ['2026-12-25T00:00', '2027-01-08T00:00', 'Fri 25 Dec to Thu 7 Jan 2027'],
  ['2026-12-31T15:00', '2027-01-02T09:30', 'Thu 31 Dec, 3:00 PM to Sat 2 Jan 2027, 9:30 AM'],
  ['2027-01-11T00:00', '2027-01-12T00:00', 'Mon 11 Jan 2027, all day'],
  ['2027-01-11T12:00', '2027-01-11T17:00', 'Mon 11 Jan 2027, 12:00 PM to 5:00 PM'],
])('in November 2026 time off from %s to %s is %s, with the years that are not now’s', (start, end, text) =>
  expect(timeOffText({ start: at(start), end: at(end) }, zone, at('2026-11-24T10:00'))).toBe(text),
);

test.each([
  ['2026-11-26T12:00', '2026-11-26T17:00', '12:00 PM to 5:00 PM'],
  ['2026-11-26T00:00', '2026-11-27T00:00', 'Thu 26 Nov, all day'],
  ['2026-11-26T00:00', '2026-12-05T00:00', 'Thu 26 Nov to Fri 4 Dec'],
])('time off from %s to %s is %s in the calendar of a day', (start, end, text) =>
  expect(timeOffTimes({ start: at(start), end: at(end) }, zone)).toBe(text),
);
