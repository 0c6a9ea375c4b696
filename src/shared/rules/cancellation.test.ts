import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { cancelUntil } from './cancellation.ts';

const made = Date.parse('2026-11-22T00:00:00Z');

test.each([
  ['without a cut-off until the start', 48, 0, 48 * 60],
  ['with one so many hours before', 48, 24, 24 * 60],
  ['never before 15 minutes after it was made', 24, 24, 15],
  ['never after the start', 0.1, 24, 6],
])('%s', (_, hoursAhead, cutoffHours, minutes) => {
  const start = made + hoursAhead * HOUR;
  expect(cancelUntil({ start, created: made, cutoffHours })).toBe(made + minutes * MINUTE);
});

test('a later start and a smaller cut-off never end it sooner', () => {
  const hours = fc.integer({ min: 0, max: 168 });
  fc.assert(
    fc.property(hours, hours, hours, hours, (ahead, more, cutoffHours, less) => {
      const until = (start: number, cutoff: number) =>
        cancelUntil({ start: made + start * HOUR, created: made, cutoffHours: cutoff });
      const first = until(ahead, cutoffHours);
      expect(until(ahead + more, cutoffHours)).toBeGreaterThanOrEqual(first);
      expect(until(ahead, Math.max(0, cutoffHours - less))).toBeGreaterThanOrEqual(first);
      expect(first).toBeLessThanOrEqual(made + ahead * HOUR);
    }),
  );
});
