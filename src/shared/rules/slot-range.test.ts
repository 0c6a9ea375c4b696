import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { rangeIn, whens } from '#shared/slot-range.ts';
import { dayKey } from '#shared/time.ts';
import { dayOf, dayRange, rangeOfWhen, rangeText } from './slot-range.ts';

const zone = 'Australia/Melbourne';
/** A Monday, 12:51 PM in Melbourne. */
const now = Date.parse('2026-11-23T01:51:00Z');
const local = (iso = '') => `${dayKey(Date.parse(iso), zone)} ${new Date(iso).toISOString().slice(11, 16)}`;

test.each([
  ['Today', '2026-11-23', '2026-11-24'],
  ['Tomorrow', '2026-11-24', '2026-11-25'],
  ['This weekend', '2026-11-28', '2026-11-30'],
  ['Next 7 days', '2026-11-23', '2026-11-30'],
  ['Monday', '2026-11-23', '2026-11-24'],
  ['Saturday', '2026-11-28', '2026-11-29'],
  ['Sunday', '2026-11-29', '2026-11-30'],
])('%s means whole days of the zone', (when, first, end) => {
  const range = rangeOfWhen(when, now, zone);
  expect([local(range?.free_from), local(range?.free_to)]).toEqual([`${first} 13:00`, `${end} 13:00`]);
});

test('on a Sunday the weekend is what is left of it, and nothing else is understood', () => {
  const sunday = now + 6 * DAY;
  expect(rangeOfWhen('This weekend', sunday, zone)).toEqual(rangeOfWhen('Today', sunday, zone));
  for (const text of ['', 'today', 'Someday', '2026-11-23']) expect(rangeOfWhen(text, now, zone)).toBeUndefined();
});

test('in any zone and at any time it begins today or later, also where clocks change, and the API takes it', () => {
  const zones = fc.constantFrom(zone, 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Apia', 'Asia/Kathmandu');
  const instants = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2030-01-01') });
  fc.assert(
    fc.property(fc.constantFrom(...whens), instants, zones, (when, at, where) => {
      const range = rangeOfWhen(when, at, where) ?? { free_from: '', free_to: '' };
      expect(rangeIn(new URLSearchParams(range))).toEqual(range);
      expect(dayKey(Date.parse(range.free_from), where) >= dayKey(at, where)).toBe(true);
      expect(Date.parse(range.free_to)).toBeGreaterThan(at);
    }),
  );
});

describe('a range in words', () => {
  test.each([
    ['2026-11-27T13:00:00Z', '2026-11-28T13:00:00Z', 'Sat 28 Nov'],
    ['2026-11-27T13:00:00Z', '2026-11-29T13:00:00Z', 'Sat 28 Nov to Sun 29 Nov'],
    ['2026-11-27T22:00:00Z', '2026-11-28T02:00:00Z', 'Sat 28 Nov, 9:00 AM to 1:00 PM'],
  ])('%s to %s: %s', (free_from, free_to, text) => expect(rangeText({ free_from, free_to }, zone)).toBe(text));

  test('a part of a day is named, and found again', () => {
    const range = dayRange('2026-11-28', zone, 'Evening');
    expect(rangeText(range, zone)).toBe('Sat 28 Nov, evening');
    expect(dayOf(range, zone)).toEqual({ day: '2026-11-28', part: 'Evening' });
    expect(dayOf(dayRange('2026-11-28', zone), zone)).toEqual({ day: '2026-11-28' });
    expect(rangeText(range, 'Australia/Perth')).toBe('Sat 28 Nov, 2:00 PM to 9:00 PM');
  });
});

test.each([
  ['free_from=2026-11-28T09:00:00%2B11:00&free_to=2026-11-28T13:00:00+11:00', true],
  ['free_from=2026-11-28T09:00:00Z', false],
  ['free_from=2026-11-28T09:00:00Z&free_to=2026-11-28T09:00:00Z', false],
  ['free_from=2026-11-01T09:00:00Z&free_to=2026-11-28T09:00:00Z', false],
  ['free_from=soon&free_to=later', false],
])('%s is taken: %s', (query, isTaken) => expect(rangeIn(new URLSearchParams(query)) !== undefined).toBe(isTaken));
