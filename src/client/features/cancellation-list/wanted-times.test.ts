import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { anyDay, windowsOf } from './wanted-times.ts';

const zone = 'Australia/Melbourne';
const at = (text: string) => Date.parse(text);
const now = at('2027-04-01T00:00+11:00');
const hours = (windows: { start: string; end: string }[]) =>
  windows.map(({ start, end }) => (at(end) - at(start)) / HOUR);

test('days that follow each other are one window, through both clock changes', () => {
  const days = ['2027-04-03', '2027-04-04', '2027-04-06'];
  expect(hours(windowsOf({ days, part: 'any' }, { zone, now, minutes: 60 }))).toEqual([49, 24]);
  const spring = { zone, now: at('2027-10-01T00:00+10:00'), minutes: 60 };
  expect(hours(windowsOf({ days: ['2027-10-03'], part: 'any' }, spring))).toEqual([23]);
  // The clock goes from two to three: the morning has eleven hours.
  expect(hours(windowsOf({ days: ['2027-10-03'], part: 'morning' }, spring))).toEqual([11]);
});

test('what has no room left for the visit is left out, and nothing is wanted after a booking that moves', () => {
  const late = { zone, now: at('2027-04-01T11:01+11:00'), minutes: 60 };
  expect(windowsOf({ days: ['2027-04-01'], part: 'morning' }, late)).toEqual([]);
  expect(windowsOf({ days: ['2027-04-01'], part: 'morning' }, { ...late, minutes: 59 })).toHaveLength(1);
  const until = at('2027-04-02T15:00+11:00');
  const [window, ...more] = windowsOf({ days: ['2027-04-02'], part: 'afternoon' }, { ...late, until });
  expect([window && hours([window]), more]).toEqual([[3], []]);
  expect(windowsOf({ days: ['2027-04-02'], part: 'evening' }, { ...late, until })).toEqual([]);
});

test('any day begins now, on a whole minute, and lasts to the end of a day in four weeks', () => {
  const [{ start, end } = { start: '', end: '' }] = windowsOf(
    { days: [anyDay], part: 'any' },
    { zone, now: now + 12 * MINUTE + 34_567, minutes: 60 },
  );
  expect(at(start)).toBe(now + 12 * MINUTE);
  expect(end).toBe(new Date(at('2027-04-30T00:00+10:00')).toISOString());
});
