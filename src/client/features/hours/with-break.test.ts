import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockTexts, hoursFault, minutesOfClock } from '#shared/rules/hours.ts';
import { withBreak } from './with-break.ts';

const at = (...texts: string[]) =>
  texts.map((text) => {
    const [start = '', end = ''] = text.split('-');
    return { start, end };
  });

test.each([
  [at('09:00-17:00'), at('09:00-12:00', '13:00-17:00')],
  [at('09:00-19:00'), at('09:00-13:00', '14:00-19:00')],
  [at('10:00-24:00'), at('10:00-16:00', '17:00-24:00')],
  [at('00:50-03:50'), at('00:50-02:00', '03:00-03:50')],
  [at('09:00-12:00', '13:00-20:00'), at('09:00-12:00', '13:00-16:00', '17:00-20:00')],
  [at('09:00-11:30'), at('09:00-11:30', '-')],
  [at('09:00-'), at('09:00-', '-')],
  [at('17:00-09:00'), at('17:00-09:00', '-')],
])('%j with a break is %j', (before, after) => {
  expect(withBreak(before)).toEqual(after);
});

test('a break takes an hour out of what was open, and leaves hours that can be saved', () => {
  const minutes = fc.integer({ min: 0, max: 288 }).map((steps) => steps * 5);
  fc.assert(
    fc.property(minutes, minutes, (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      fc.pre(end - start >= 180);
      const parts = withBreak([clockTexts({ start, end })]).map((part) => ({
        start: minutesOfClock(part.start),
        end: minutesOfClock(part.end),
      }));
      expect(hoursFault(parts)).toBeUndefined();
      expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([start, end]);
      expect(parts.reduce((sum, part) => sum + part.end - part.start, 0)).toBe(end - start - 60);
    }),
  );
});
