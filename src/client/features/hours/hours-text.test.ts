import { expect, test } from 'vitest';
import { hoursText, openingHoursLines } from './hours-text.ts';

const day = (weekday: number, ...hours: [string, string][]) => ({
  weekday,
  hours: hours.map(([start, end]) => ({ start, end })),
});

test.each([
  ['days in a row with the same hours are one line', [2, 3, 4, 5, 6], ['Tue to Sat, 9:00 AM to 5:00 PM']],
  ['a day between parts them', [1, 3], ['Mon, 9:00 AM to 5:00 PM', 'Wed, 9:00 AM to 5:00 PM']],
  ['no hours are no line', [], []],
])('%s', (_, weekdays, lines) => {
  expect(openingHoursLines(weekdays.map((weekday) => day(weekday, ['09:00', '17:00'])))).toEqual(lines);
});

test('other hours begin a line, breaks stand in it, and a day may end at midnight', () => {
  expect(openingHoursLines([day(1, ['09:00', '12:00'], ['13:30', '17:00']), day(2, ['18:00', '24:00'])])).toEqual([
    'Mon, 9:00 AM to 12:00 PM, 1:30 PM to 5:00 PM',
    'Tue, 6:00 PM to midnight',
  ]);
});

test('a day without hours is closed', () => expect(hoursText([])).toBe('Closed'));
