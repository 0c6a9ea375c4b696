import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { type AvailabilityWindow, freeSlots, type SlotRule, type Span } from '#shared/rules/slots.ts';
import { slotsJson, windowJson } from './slots-json.ts';

const today = Date.UTC(2026, 10, 21);
const nine = Date.UTC(2026, 10, 25, 22); // 9:00 AM in Melbourne on 26 November
const rule: SlotRule = {
  slot_interval_minutes: 30,
  min_notice_minutes: 0,
  buffer_minutes: 0,
  duration_minutes: 60,
  now: today,
};
const hours = (from: number, to: number): Span => ({ start: nine + from * HOUR, end: nine + to * HOUR });

describe('the answer as text', () => {
  const window = { id: 'w1', ...hours(0, 1) };

  test('is the JSON of the contract', () => {
    expect(JSON.parse(slotsJson([window], [], rule))).toEqual([
      {
        id: 'w1',
        start_time: '2026-11-25T22:00:00.000Z',
        end_time: '2026-11-25T23:00:00.000Z',
        available_slots: [{ start_time: '2026-11-25T22:00:00.000Z', end_time: '2026-11-25T23:00:00.000Z' }],
      },
    ]);
  });

  test('lists a window with nothing free, and no window outside the range', () => {
    const full = { id: 'full', ...hours(2, 3) };
    const ids = (from: number, to: number) =>
      JSON.parse(slotsJson([window, full], [hours(2, 3)], { ...rule, from: nine + from, to: nine + to })).map(
        (listed: { id: string; available_slots: unknown[] }) => [listed.id, listed.available_slots.length],
      );
    expect(ids(0, DAY)).toEqual([
      ['w1', 1],
      ['full', 0],
    ]);
    expect(ids(HOUR, DAY)).toEqual([['full', 0]]);
    expect(ids(HOUR - 1, DAY)).toEqual([
      ['w1', 0],
      ['full', 0],
    ]);
    expect(ids(-DAY, 2 * HOUR)).toEqual([['w1', 1]]);
    expect(slotsJson([], [], rule)).toBe('[]');
  });

  test('is exact for windows that do not start on a whole minute, and for slots across midnight UTC', () => {
    for (const shift of [0, 1, 30_500]) {
      const late = { id: 'late "quoted"', start: nine + HOUR + shift, end: nine + 5 * HOUR + shift };
      expect(windowJson(late, [], rule)).toBe(naiveWindowJson(late, freeSlots(late, [], rule), rule));
    }
  });
});

function naiveWindowJson({ id, start, end }: AvailabilityWindow, starts: number[], { duration_minutes }: SlotRule) {
  const span = (from: number, to: number) => ({
    start_time: new Date(from).toISOString(),
    end_time: new Date(to).toISOString(),
  });
  return JSON.stringify({
    id,
    ...span(start, end),
    available_slots: starts.map((from) => span(from, from + duration_minutes * MINUTE)),
  });
}

/** Sorted spans without overlaps, in a few days from `nine` on; most lie on whole minutes. */
const spans = (most: number) =>
  fc.array(fc.tuple(fc.nat(600), fc.integer({ min: 1, max: 600 })), { maxLength: most }).map((pieces) => {
    let at = nine;
    return pieces.map(([gap, length]) => {
      const start = at + gap * MINUTE;
      at = start + length * MINUTE;
      return { start, end: at };
    });
  });

test('the text is what JSON.stringify writes of the free slots of each window in the range', () => {
  const cases = fc.record({
    windows: spans(6),
    busy: spans(12),
    shift: fc.oneof(fc.constant(0), fc.nat(MINUTE)),
    slot_interval_minutes: fc.constantFrom(15, 30, 60),
    duration_minutes: fc.integer({ min: 15, max: 300 }),
    from: fc.option(fc.integer({ min: nine - HOUR, max: nine + DAY }), { nil: undefined }),
    to: fc.option(fc.integer({ min: nine, max: nine + 3 * DAY }), { nil: undefined }),
  });
  fc.assert(
    fc.property(cases, ({ windows, busy, shift, from, to, ...lengths }) => {
      const given = { ...rule, ...lengths, from, to };
      const shifted = windows.map(({ start, end }, index) => ({
        id: `w${index}`,
        start: start + shift,
        end: end + shift,
      }));
      const listed = shifted.filter(({ start, end }) => end > (from ?? -Infinity) && start < (to ?? Infinity));
      const expected = listed.map((window) => naiveWindowJson(window, freeSlots(window, busy, given), given));
      expect(slotsJson(shifted, busy, given)).toBe(`[${expected.join(',')}]`);
    }),
    { numRuns: 1000 },
  );
});
