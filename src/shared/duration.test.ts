import { expect, test } from 'vitest';
import { finishTime, formatHours, formatMinutes } from './duration.ts';

test.each([
  [15, '15 minutes', '15 min'],
  [60, '60 minutes', '1 h'],
  [150, '150 minutes', '2 h 30 min'],
  [1440, '1440 minutes', '24 h'],
  [1, '1 minute', '1 min'],
])('%s minutes read %s or %s', (minutes, long, short) => {
  expect(formatMinutes(minutes)).toBe(long);
  expect(formatHours(minutes)).toBe(short);
});

test('finishTime is the start plus the minutes', () => {
  expect(finishTime(Date.UTC(2026, 10, 26, 22, 30), 150)).toBe(Date.UTC(2026, 10, 27, 1, 0));
});
