import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import {
  heldBack,
  heldBy,
  isNight,
  isOver,
  offeredUntil,
  offersNow,
  soonestIn,
  type Waiting,
  windowsFault,
} from './cancellation-list.ts';

const noon = Date.parse('2027-03-01T01:00:00Z');
const zone = 'Australia/Melbourne';
const span = (from: number, to: number) => ({ start: noon + from * HOUR, end: noon + to * HOUR });
const rule = { now: noon, slot_interval_minutes: 60, min_notice_minutes: 0, buffer_minutes: 0 };
const waits = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  status: 'waiting',
  isOffered: false,
  refused: [],
  passed: [],
  offers: 0,
  windows: [span(20, 30)],
  duration_minutes: 60,
  parts: [{ start: 0, end: 60 }],
  ...more,
});
const basis = { windows: [span(24, 27)], busy: [span(25, 26)], rule, zone };

test('an offer holds for 2 hours, 30 minutes where it starts in less than 12, and never beyond its start', () => {
  expect(offeredUntil(noon + 12 * HOUR, noon, zone)).toBe(noon + 2 * HOUR);
  expect(offeredUntil(noon + 12 * HOUR - 1, noon, zone)).toBe(noon + 30 * MINUTE);
  expect(offeredUntil(noon + 10 * MINUTE, noon, zone)).toBe(noon + 10 * MINUTE);
});

test.each([
  ['in the evening', '2027-03-01T21:00+11:00', '2027-03-02T10:00+11:00'],
  ['after midnight', '2027-03-01T02:27+11:00', '2027-03-01T10:00+11:00'],
  ['at the end of the night', '2027-03-01T07:59+11:00', '2027-03-01T10:00+11:00'],
  ['before summer time ends', '2027-04-03T22:00+11:00', '2027-04-04T10:00+10:00'],
])('made %s for a start more than 12 hours ahead, an offer lasts until 10:00', (_when, made, until) => {
  const [now, end] = [Date.parse(made), Date.parse(until)];
  expect(offeredUntil(now + DAY, now, zone)).toBe(end);
  expect(offeredUntil(now + 12 * HOUR, now, zone)).toBe(now + 2 * HOUR);
  expect(offeredUntil(now + 12 * HOUR + MINUTE, now, zone)).toBe(Math.min(end, now + 12 * HOUR + MINUTE));
});

test('by day it lasts two hours into the night, too', () => {
  const now = Date.parse('2027-03-01T20:59+11:00');
  expect(offeredUntil(now + DAY, now, zone)).toBe(now + 2 * HOUR);
});

test.each([
  ['20:59', false],
  ['21:00', true],
  ['07:59', true],
  ['08:00', false],
])('%s is night: %s', (time, expected) => {
  expect(isNight(Date.parse(`2027-03-01T${time}:00+11:00`), zone)).toBe(expected);
});

test('the oldest first, each the soonest that nobody before them got; who has an offer, is paused or had six gets none', () => {
  const all = [
    waits('a'),
    waits('b', { isOffered: true }),
    waits('c', { status: 'paused' }),
    waits('d', { offers: 6 }),
    waits('e'),
    waits('f'),
  ];
  expect(offersNow(all, basis)).toEqual([
    { id: 'a', start: noon + 24 * HOUR },
    { id: 'e', start: noon + 26 * HOUR },
  ]);
  expect(offersNow([waits('a', { refused: [noon + 24 * HOUR] })], basis)).toEqual([
    { id: 'a', start: noon + 26 * HOUR },
  ]);
});

test('what a client passed goes to others before another entry of theirs, also in part', () => {
  const one = { ...basis, windows: [span(24, 25)], busy: [] };
  const mine = waits('mine', { passed: [span(24, 25)] });
  expect(offersNow([mine, waits('theirs')], one)).toEqual([{ id: 'theirs', start: noon + 24 * HOUR }]);
  expect(offersNow([mine, waits('theirs', { isOffered: true })], one)).toEqual([
    { id: 'mine', start: noon + 24 * HOUR },
  ]);
  expect(offersNow([mine], { ...one, windows: [span(24, 26)] })).toEqual([{ id: 'mine', start: noon + 25 * HOUR }]);
  const half = { ...one, windows: [span(23.5, 25)], rule: { ...rule, slot_interval_minutes: 30 } };
  expect(offersNow([mine, waits('theirs', { refused: [noon + 23.5 * HOUR] })], half)).toEqual([
    { id: 'theirs', start: noon + 24 * HOUR },
  ]);
});

test('by night only what starts within 12 hours is offered', () => {
  // Nine in the evening there.
  const now = noon + 9 * HOUR;
  const at = (from: number) => ({ ...basis, busy: [], windows: [span(from, from + 1)], rule: { ...rule, now } });
  expect(offersNow([waits('a', { windows: [span(0, 60)] })], at(22))).toEqual([]);
  expect(offersNow([waits('a', { windows: [span(0, 60)] })], at(21))).toEqual([{ id: 'a', start: noon + 21 * HOUR }]);
  // The rest waits until it is 12 hours ahead, or for 8:00; by day nothing does.
  const held = (from: number, basisThen = at(from)) => heldBack([waits('a', { windows: [span(0, 60)] })], basisThen);
  expect(held(22)).toEqual([{ id: 'a', start: noon + 22 * HOUR, from: noon + 10 * HOUR }]);
  expect(held(40)).toEqual([{ id: 'a', start: noon + 40 * HOUR, from: noon + 20 * HOUR }]);
  expect(held(21)).toEqual([]);
  expect(held(40, { ...at(40), rule })).toEqual([]);
});

test('an earlier time lies before its booking, whose own time does not stand in the way, and holds what that has not', () => {
  const own = [span(25, 26)];
  const wanted = {
    windows: [span(20, 26)],
    duration_minutes: 60,
    parts: [{ start: 0, end: 60 }],
    before: noon + 25 * HOUR,
    own,
  };
  const half = { ...basis, rule: { ...rule, slot_interval_minutes: 30 }, windows: [span(24.5, 27)] };
  expect(soonestIn(half, wanted)).toBe(noon + 24.5 * HOUR);
  expect(soonestIn(half, { ...wanted, before: noon + 24.5 * HOUR })).toBeUndefined();
  expect(heldBy([span(24.5, 25.5)], own)).toEqual([span(24.5, 25)]);
  expect(heldBy([span(24, 27)], own)).toEqual([span(24, 25), span(26, 27)]);
});

test('windows have room for the visit, from now where they have begun, and are over when none is left', () => {
  expect(windowsFault([span(-1, 1)], HOUR, noon)).toBeUndefined();
  expect(windowsFault([span(-1, 0.5)], HOUR, noon)).toMatch(/room/);
  expect(windowsFault([span(-2, 0)], HOUR, noon)).toMatch(/future/);
  expect(windowsFault([{ start: noon + 62 * DAY + 1, end: noon + 70 * DAY }], HOUR, noon)).toMatch(/62 days/);
  expect(isOver(waits('a', { windows: [span(-2, 1)] }), noon)).toBe(false);
  expect(isOver(waits('a', { windows: [span(-2, 0.9), span(-3, -1)] }), noon)).toBe(true);
  expect(isOver(waits('a', { windows: [span(-2, 9)], before: noon }), noon)).toBe(true);
});
