import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import { formatTimeWithZone, fromLocalInput } from '#shared/time.ts';
import { visitOf } from './lines.ts';
import { type AvailabilityWindow, freeSlots, gridAfter, isOffered, type SlotRule, type Span } from './slots.ts';
import { processingFault } from './visit.ts';

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
const clock = (starts: number[]) => starts.map((start) => new Date(start + 11 * HOUR).toISOString().slice(11, 16));

describe('a window', () => {
  test.each<[string, Span, Span[], Partial<SlotRule>, string[]]>([
    [
      'offers its start, every interval after it, and the last that ends with it',
      hours(0, 2),
      [],
      {},
      ['09:00', '09:30', '10:00'],
    ],
    ['has a grid that begins with its start', hours(0.25, 2), [], {}, ['09:15', '09:45']],
    ['shorter than the services offers nothing', hours(0, 2), [], { duration_minutes: 121 }, []],
    ['as long as the services offers its start', hours(0, 2), [], { duration_minutes: 120 }, ['09:00']],
    [
      'lets a slot end when a booking starts and start when it ends',
      hours(0, 4),
      [hours(1, 2)],
      {},
      ['09:00', '11:00', '11:30', '12:00'],
    ],
    [
      'keeps the buffer before and after a booking',
      hours(0, 4),
      [hours(1.5, 2)],
      { buffer_minutes: 30 },
      ['09:00', '11:30', '12:00'],
    ],
    [
      'offers nothing that violates the buffer by one minute',
      hours(0, 4),
      [hours(1.5, 2)],
      { buffer_minutes: 31 },
      ['12:00'],
    ],
    [
      'keeps the buffer of bookings outside it',
      hours(0, 3),
      [hours(-1, 0), hours(3, 4)],
      { buffer_minutes: 30 },
      ['09:30', '10:00', '10:30'],
    ],
    ['needs no buffer towards its own edges', hours(0, 1), [], { buffer_minutes: 240 }, ['09:00']],
    [
      'skips bookings that lie closer together than a slot',
      hours(0, 4),
      [hours(0, 0.5), hours(1, 1.5), hours(2, 2.5)],
      {},
      ['11:30', '12:00'],
    ],
    ['offers only what starts after now', hours(0, 3), [], { now: nine }, ['09:30', '10:00', '10:30', '11:00']],
    ['offers a start one millisecond after now', hours(0, 2), [], { now: nine - 1 }, ['09:00', '09:30', '10:00']],
    [
      'offers only what starts after the notice',
      hours(0, 2),
      [],
      { now: nine - HOUR, min_notice_minutes: 60 },
      ['09:30', '10:00'],
    ],
    [
      'offers only what starts in the asked range',
      hours(0, 4),
      [],
      { from: nine + HOUR, to: nine + 2 * HOUR },
      ['10:00', '10:30'],
    ],
    ['keeps its grid when the range starts between two steps', hours(0, 2), [], { from: nine + 1 }, ['09:30', '10:00']],
    ['in the past offers nothing', hours(0, 4), [], { now: nine + DAY }, []],
    ['that is fully booked offers nothing', hours(0, 2), [hours(0, 2)], {}, []],
  ])('%s', (_, window, busy, change, expected) => {
    expect(clock(freeSlots(window, busy, { ...rule, ...change }))).toEqual(expected);
  });

  test.each<[string, Span[], Partial<SlotRule>, string[]]>([
    ['needs its parts alone to be free', [hours(0.75, 1.25)], {}, ['09:00', '10:15', '10:30']],
    ['is blocked by what is in its second part', [hours(0.75, 1.5)], {}, ['10:30']],
    ['keeps the buffer around each part', [hours(1, 1.25)], { buffer_minutes: 15 }, ['10:30']],
    ['lies wholly in the window', [], {}, ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30']],
    ['needs its parts alone to be free of time off', [], { off: [hours(0.75, 1.25)] }, ['09:00', '10:15', '10:30']],
    ['keeps no buffer around time off', [], { off: [hours(0, 1)], buffer_minutes: 240 }, ['10:00', '10:15', '10:30']],
  ])('a visit with a gap %s', (_, busy, change, expected) => {
    const colour = { service_duration_minutes: 105, processing_start_minutes: 45, processing_minutes: 30 };
    const visit = { slot_interval_minutes: 15, ...visitOf([colour]) } as const;
    expect(clock(freeSlots(hours(0, 3.25), busy, { ...rule, ...visit, ...change }))).toEqual(expected);
  });

  test('of hours offers nothing that starts beyond the horizon', () => {
    const window = { ...hours(0, 4), bookable_until: nine + HOUR };
    expect(clock(freeSlots(window, [], rule))).toEqual(['09:00', '09:30']);
  });
});

test('the next step of the grid is later than the given instant, and never before the window', () => {
  const window = hours(0, 4);
  const after = (instant: number) => clock([gridAfter(window, 30, instant)]);
  expect([after(nine - DAY), after(nine - 1), after(nine), after(nine + 1)]).toEqual([
    ['09:00'],
    ['09:00'],
    ['09:30'],
    ['09:30'],
  ]);
});

describe('across the changes of the clock', () => {
  const reads = (zone: string, from: string, to: string, interval: number) => {
    const [start = 0, end = 0] = [from, to].map((text) => fromLocalInput(text, zone));
    const change = { ...rule, slot_interval_minutes: interval, duration_minutes: 15 };
    return freeSlots({ start, end }, [], change).map((slot) => formatTimeWithZone(slot, zone));
  };

  test.each([
    [
      'Melbourne goes back from 3:00 to 2:00',
      reads('Australia/Melbourne', '2027-04-04T01:00', '2027-04-04T04:00', 30),
      [
        '1:00 AM AEDT',
        '1:30 AM AEDT',
        '2:00 AM AEDT',
        '2:30 AM AEDT',
        '2:00 AM AEST',
        '2:30 AM AEST',
        '3:00 AM AEST',
        '3:30 AM AEST',
      ],
    ],
    [
      'Melbourne goes forward from 2:00 to 3:00',
      reads('Australia/Melbourne', '2027-10-03T01:00', '2027-10-03T04:00', 30),
      ['1:00 AM AEST', '1:30 AM AEST', '3:00 AM AEDT', '3:30 AM AEDT'],
    ],
    [
      'Lord Howe goes back from 2:00 to 1:30',
      reads('Australia/Lord_Howe', '2027-04-04T01:00', '2027-04-04T03:00', 15),
      '1:00 LHDT,1:15 LHDT,1:30 LHDT,1:45 LHDT,1:30 LHST,1:45 LHST,2:00 LHST,2:15 LHST,2:30 LHST,2:45 LHST'
        .replaceAll(' ', ' AM ')
        .split(','),
    ],
    [
      'Lord Howe goes forward from 2:00 to 2:30',
      reads('Australia/Lord_Howe', '2027-10-03T01:00', '2027-10-03T04:00', 60),
      ['1:00 AM LHST', '2:30 AM LHDT', '3:30 AM LHDT'],
    ],
  ])('%s', (_, read, expected) => {
    expect(read).toEqual(expected);
  });

  test.each(['Australia/Melbourne', 'Australia/Lord_Howe'])('9:00 AM in %s is 9:00 AM on each of 365 days', (zone) => {
    const firsts = new Set<string>();
    for (let day = 0; day < 365; day++) {
      const date = new Date(today + (day + 1) * DAY).toISOString().slice(0, 10);
      const start = fromLocalInput(`${date}T09:00`, zone) ?? Number.NaN;
      const end = fromLocalInput(`${date}T17:00`, zone) ?? Number.NaN;
      const slots = freeSlots({ start, end }, [], rule);
      expect(slots).toHaveLength(15);
      firsts.add(formatTimeWithZone(slots[0] ?? 0, zone));
    }
    expect([...firsts].sort()).toEqual(
      zone.endsWith('Howe') ? ['9:00 AM LHDT', '9:00 AM LHST'] : ['9:00 AM AEDT', '9:00 AM AEST'],
    );
  });
});

/**
 * The contract's rule, checked minute by minute: a slot lies inside the window, neither its parts nor their buffers
 * contain a taken minute, and its parts no minute off.
 */
function reference(windows: readonly AvailabilityWindow[], busy: readonly Span[], asked: SlotRule) {
  const taken = new Set<number>();
  for (const span of busy) for (let minute = span.start; minute < span.end; minute += MINUTE) taken.add(minute);
  const isOff = (minute: number) => asked.off?.some(({ start, end }) => minute >= start && minute < end) ?? false;
  const listed = windows.filter(({ start, end }) => end > (asked.from ?? -Infinity) && start < (asked.to ?? Infinity));
  return listed.map((window) => {
    const starts: number[] = [];
    for (let at = window.start, minute = 0; at < window.end; at += MINUTE, minute++) {
      if (minute % asked.slot_interval_minutes !== 0) continue;
      if (at - asked.now <= asked.min_notice_minutes * MINUTE) continue;
      if (at < (asked.from ?? at) || at >= (asked.to ?? Infinity)) continue;
      let free = at + asked.duration_minutes * MINUTE <= window.end && at < (window.bookable_until ?? Infinity);
      for (const part of asked.parts ?? [{ start: 0, end: asked.duration_minutes }]) {
        for (let m = part.start - asked.buffer_minutes; m < part.end + asked.buffer_minutes; m++) {
          if (taken.has(at + m * MINUTE)) free = false;
          if (m >= part.start && m < part.end && isOff(at + m * MINUTE)) free = false;
        }
      }
      if (free) starts.push(at);
    }
    return { window, starts };
  });
}

/** The next clock changes of two zones, and an ordinary day. */
const anchors = [
  today + 5 * DAY,
  ...['Australia/Melbourne', 'Australia/Lord_Howe'].flatMap((zone) => zoneChanges(zone, today, 2).map(({ at }) => at)),
];

/** Spans that do not overlap but may touch; all lengths are multiples of `stepMinutes`. */
const spans = (stepMinutes: number, most: number, longest: number) =>
  fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: longest })), { maxLength: most }).map((pieces) => {
    let at = 0;
    return pieces.map(([gap, length]) => {
      const start = at + gap * stepMinutes * MINUTE;
      at = start + length * stepMinutes * MINUTE;
      return { start, end: at };
    });
  });

const aService = fc
  .record({
    service_duration_minutes: fc.oneof(fc.constantFrom(15, 30, 60), fc.integer({ min: 15, max: 120 })),
    gap: fc.option(fc.tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 5, max: 60 }))),
  })
  .map(({ service_duration_minutes, gap }) => {
    const service = { service_duration_minutes, processing_start_minutes: null, processing_minutes: null };
    const withGap = gap && { service_duration_minutes, processing_start_minutes: gap[0], processing_minutes: gap[1] };
    return withGap && processingFault(withGap) === undefined ? withGap : service;
  });

const cases = fc
  .record({
    anchor: fc.constantFrom(...anchors),
    windows: spans(5, 4, 120),
    busy: spans(1, 12, 90),
    slot_interval_minutes: fc.constantFrom(15, 30, 60),
    min_notice_minutes: fc.oneof(fc.constant(0), fc.nat(600)),
    buffer_minutes: fc.oneof(fc.constant(0), fc.nat(90)),
    services: fc.array(aService, { minLength: 1, maxLength: 3 }),
    off: spans(1, 3, 90),
    horizon: fc.option(fc.integer({ min: HOUR, max: 24 * HOUR }), { nil: undefined }),
    now: fc.oneof(
      fc.constant(-DAY),
      fc.integer({ min: -2 * HOUR, max: 12 * HOUR }),
      fc.nat(96).map((quarter) => quarter * 15 * MINUTE),
    ),
    from: fc.option(fc.integer({ min: -2 * HOUR, max: 12 * HOUR }), { nil: undefined }),
    to: fc.option(fc.integer({ min: HOUR, max: 24 * HOUR }), { nil: undefined }),
  })
  .map(({ anchor, windows, busy, services, off, horizon, now, from, to, ...rest }) => {
    const origin = anchor - 4 * HOUR;
    const shift = (span: Span) => ({ start: span.start + origin, end: span.end + origin });
    return {
      windows: windows.map((window, index) => ({
        id: `w${index}`,
        ...shift(window),
        ...(horizon === undefined ? {} : { bookable_until: horizon + origin }),
      })),
      busy: busy.map(shift),
      rule: {
        ...rest,
        ...visitOf(services),
        off: off.map(shift),
        now: now + origin,
        from: from === undefined ? undefined : from + origin,
        to: to === undefined ? undefined : to + origin,
      } satisfies SlotRule,
    };
  });

describe('against the minute-by-minute reference', () => {
  test('the anchors are exactly the instants of the clock changes', () => {
    expect(anchors.slice(1).map((at) => new Date(at).toISOString())).toEqual([
      '2027-04-03T16:00:00.000Z',
      '2027-10-02T16:00:00.000Z',
      '2027-04-03T15:00:00.000Z',
      '2027-10-02T15:30:00.000Z',
    ]);
  });

  test('freeSlots lists exactly the starts of the reference', () => {
    fc.assert(
      fc.property(cases, ({ windows, busy, rule }) => {
        const expected = reference(windows, busy, rule);
        expect(expected.map(({ window }) => freeSlots(window, busy, rule))).toEqual(
          expected.map(({ starts }) => starts),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('isOffered accepts exactly the starts of the reference', () => {
    fc.assert(
      fc.property(cases, ({ windows, busy, rule }) => {
        const home = new Map(
          reference(windows, busy, rule).flatMap(({ window, starts }) =>
            starts.map((start) => [start, window] as const),
          ),
        );
        for (const window of windows) {
          for (let at = window.start - 5 * MINUTE; at <= window.end; at += MINUTE) {
            if (isOffered(at, windows, busy, rule) !== home.has(at))
              expect.fail(`${new Date(at).toISOString()} differs`);
          }
        }
        for (const start of home.keys()) {
          for (const off of [-1, 1]) expect(isOffered(start + off, windows, busy, rule)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
