import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { toLocalInput } from '#shared/time.ts';
import { menus } from './menus.ts';
import { planDemo } from './plan.ts';
import { professionals } from './professionals.ts';

/** One afternoon instant of each day of more than a year, with all clock changes. */
const days = Array.from({ length: 400 }, (_, day) => Date.UTC(2026, 0, 1, 4) + day * DAY);

test('there is a plan for every day, in which nobody is double-booked', { timeout: 60_000 }, () => {
  for (const now of days) {
    const { visits } = planDemo(now, 24);
    const clashes = (who: 'professional' | 'client') =>
      visits
        .toSorted((a, b) => (a[who] < b[who] ? -1 : a[who] > b[who] ? 1 : a.start - b.start))
        .filter(
          (one, index, sorted) => sorted[index - 1]?.[who] === one[who] && (sorted[index - 1]?.end ?? 0) > one.start,
        );
    expect([...clashes('professional'), ...clashes('client')]).toEqual([]);
    const ahead = visits.filter(
      ({ asked, confirmed, cancelled }) => Math.max(asked, confirmed ?? 0, cancelled ?? 0) >= now,
    );
    expect(ahead).toEqual([]);
  }
});

test('hours are local hours on both sides of a clock change', () => {
  // On 4 October 2026 the clocks of Melbourne go forward; Brisbane has no clock changes.
  const { windows } = planDemo(Date.UTC(2026, 8, 25), 24);
  for (const { key, zone, hours } of professionals) {
    const open = new Set(hours.flatMap(([, ...times]) => times));
    const seen = new Set(
      windows[key]?.map(
        ({ start, end }) => `${toLocalInput(start, zone).slice(11)}-${toLocalInput(end, zone).slice(11)}`,
      ),
    );
    expect(seen).toEqual(open);
  }
});

describe('one day', () => {
  const morning = planDemo(Date.UTC(2026, 10, 21, 13), 24);
  const night = planDemo(Date.UTC(2026, 10, 22, 12, 59), 24);

  test('has one plan from its first minute in Melbourne to its last', () => {
    const fixed = ({ asked: _, confirmed: __, cancelled: ___, wants, ...visit }: (typeof morning.visits)[number]) => ({
      ...visit,
      wants: wants?.start,
    });
    expect(night.windows).toEqual(morning.windows);
    expect(night.visits.map(fixed)).toEqual(morning.visits.map(fixed));
  });

  test('has another plan than the day before', () => {
    expect(planDemo(Date.UTC(2026, 10, 22, 13, 1), 24).windows).not.toEqual(night.windows);
  });
});

test.each([1, 24, 8784])(
  'with %i hours to answer, no past request has expired and current ones still wait',
  (hours) => {
    const now = days[100] ?? 0;
    for (const { asked, confirmed, start } of planDemo(now, hours).visits) {
      expect(start).toBeGreaterThan(asked);
      if (confirmed !== undefined) expect(confirmed - asked).toBeLessThan(hours * HOUR);
    }
    const pending = planDemo(now, hours).visits.filter(({ course }) => course === 'pending');
    expect(pending.every(({ asked }) => asked + hours * HOUR > now + 0.9 * Math.min(hours, 24) * HOUR)).toBe(true);
  },
);

test('every service fits into a window of its professional', () => {
  const { windows } = planDemo(days[0] ?? 0, 24);
  for (const { key, name } of professionals) {
    const longest = Math.max(...(windows[key] ?? []).map(({ start, end }) => (end - start) / MINUTE));
    for (const service of menus[key] ?? []) {
      if (!service.paused)
        expect(`${name}, ${service.name}: ${service.minutes <= longest}`).toBe(`${name}, ${service.name}: true`);
    }
  }
});
