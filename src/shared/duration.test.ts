import { expect, test } from 'vitest';
import { finishTime, formatHours, formatMins, formatMinutes } from './duration.ts';

test.each([
  [15, '15 minutes', '15 min'],
  [59, '59 minutes', '59 min'],
  [60, '60 minutes (1 h)', '1 h'],
  [90, '90 minutes (1 h 30 min)', '1 h 30 min'],
  [1440, '1440 minutes (24 h)', '24 h'],
  [1, '1 minute', '1 min'],
])('%s minutes read %s or %s', (minutes, long, short) => {
  expect(formatMins(minutes)).toBe(long.replace(/minutes?/, 'mins'));
  expect(formatMinutes(minutes)).toBe(long);
  expect(formatHours(minutes)).toBe(short);
});

test('finishTime is the start plus the minutes', () => {
  expect(finishTime(Date.UTC(2026, 10, 26, 22, 30), 150)).toBe(Date.UTC(2026, 10, 27, 1, 0));
});
