import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { mayBookFrom } from './booking-limit.ts';

const now = Date.UTC(2027, 0, 5);
/** So many bookings, the latest a minute ago, each a minute before the one after it. */
const minutesApart = (count: number, with_professional = false) =>
  Array.from({ length: count }, (_, i) => ({ at: now - (i + 1) * MINUTE, with_professional }));
const hoursAgo = (hours: number, with_professional = false) => ({ at: now - hours * HOUR, with_professional });

describe('J14: a client with 20 bookings an hour', () => {
  test('may book without any, and while one is left', () => {
    expect(mayBookFrom([], 20)).toBeLessThan(now);
    expect(mayBookFrom(minutesApart(19), 20)).toBeLessThan(now);
    expect(mayBookFrom(minutesApart(5, true), 20)).toBeLessThan(now);
  });

  test('waits until the twentieth latest is an hour old', () => {
    expect(mayBookFrom(minutesApart(20), 20)).toBe(now - 20 * MINUTE + HOUR);
    expect(mayBookFrom(minutesApart(25), 20)).toBe(now - 20 * MINUTE + HOUR);
    expect(mayBookFrom([...minutesApart(19), hoursAgo(1)], 20)).toBe(now);
  });

  test('may make sixty in 24 hours', () => {
    const spread = Array.from({ length: 60 }, (_, i) => hoursAgo(1 + i / 3));
    expect(mayBookFrom(spread.slice(0, 59), 20)).toBeLessThanOrEqual(now);
    expect(mayBookFrom(spread, 20)).toBe(now - (1 + 59 / 3) * HOUR + DAY);
  });

  test('may make six with one professional in an hour and twelve in 24', () => {
    expect(mayBookFrom(minutesApart(6, true), 20)).toBe(now - 6 * MINUTE + HOUR);
    const spread = Array.from({ length: 12 }, (_, i) => hoursAgo(2 + i, true));
    expect(mayBookFrom(spread.slice(0, 11), 20)).toBeLessThan(now);
    expect(mayBookFrom(spread, 20)).toBe(now - 13 * HOUR + DAY);
    expect(
      mayBookFrom(
        spread.map((one) => ({ ...one, with_professional: false })),
        20,
      ),
    ).toBeLessThan(now);
  });

  test('waits for the limit that lasts longest', () => {
    const spread = [...minutesApart(6, true), ...Array.from({ length: 6 }, (_, i) => hoursAgo(3 + i, true))];
    expect(mayBookFrom(spread, 20)).toBe(now - 8 * HOUR + DAY);
  });
});

test.each([1, 2, 3, 5])(
  'J14: with %d an hour at least one with a professional is allowed, and two in 24 hours',
  (perHour) => {
    expect(mayBookFrom([], perHour)).toBeLessThan(now);
    expect(mayBookFrom(minutesApart(1, true), perHour)).toBe(now - MINUTE + HOUR);
    expect(mayBookFrom([hoursAgo(2, true)], perHour)).toBeLessThan(now);
    expect(mayBookFrom([hoursAgo(2, true), hoursAgo(3, true)], perHour)).toBe(now - 3 * HOUR + DAY);
  },
);
