import { expect, test } from 'vitest';
import { formatWindow } from '../time.ts';
import { copiesOfDay, copiesOfWeek } from './copies.ts';

const zone = 'Australia/Melbourne';
const span = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
const read = (windows: { start: number; end: number }[]) =>
  windows.map(({ start, end }) => formatWindow(start, end, zone));

test('a day is copied to the chosen weekdays of the following weeks, at the same hours of the clock', () => {
  // Melbourne's clocks go back on Sunday 4 April 2027.
  const wednesday = [
    span('2027-03-31T09:00+11:00', '2027-03-31T12:00+11:00'),
    span('2027-03-31T20:00+11:00', '2027-04-01T01:00+11:00'),
  ];
  expect(read(copiesOfDay(wednesday, [3, 5], 1, zone))).toEqual([
    'Fri, 2 Apr 2027, 9:00 am – 12:00 pm',
    'Fri, 2 Apr 2027, 8:00 pm – Sat, 3 Apr 2027, 1:00 am',
    'Wed, 7 Apr 2027, 9:00 am – 12:00 pm',
    'Wed, 7 Apr 2027, 8:00 pm – Thu, 8 Apr 2027, 1:00 am',
  ]);
  expect(copiesOfDay(wednesday, [], 4, zone)).toEqual([]);
  expect(copiesOfDay([], [1], 4, zone)).toEqual([]);
});

test('a week is repeated whole, over the change of the clocks', () => {
  const week = [
    span('2027-03-29T09:00+11:00', '2027-03-29T17:00+11:00'),
    span('2027-04-02T09:00+11:00', '2027-04-02T13:00+11:00'),
  ];
  expect(read(copiesOfWeek(week, 2, zone))).toEqual([
    'Mon, 5 Apr 2027, 9:00 am – 5:00 pm',
    'Fri, 9 Apr 2027, 9:00 am – 1:00 pm',
    'Mon, 12 Apr 2027, 9:00 am – 5:00 pm',
    'Fri, 16 Apr 2027, 9:00 am – 1:00 pm',
  ]);
});
