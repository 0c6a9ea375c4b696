import { describe, expect, test } from 'vitest';
import { MINUTE } from '../constants.ts';
import { addDays, weekOf } from '../days.ts';
import { hourGrid, startOfDay } from './hour-grid.ts';

const quarter = 15 * MINUTE;
const span = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
const read = (hours: { hour: number; isAgain: boolean }[]) =>
  hours.map(({ hour, isAgain }) => (isAgain ? `${hour} again` : `${hour}`));

describe('in Melbourne', () => {
  const zone = 'Australia/Melbourne';

  test('days lie side by side from the earliest hour to the latest, and at least from nine to five', () => {
    const week = weekOf('2026-11-26');
    const quiet = hourGrid(week, zone, []);
    expect([quiet.length, read(quiet.hours)]).toEqual([480, ['9', '10', '11', '12', '13', '14', '15', '16']]);
    const early = span('2026-11-24T07:30+11:00', '2026-11-24T09:00+11:00');
    const late = span('2026-11-26T17:00+11:00', '2026-11-26T18:15+11:00');
    const grid = hourGrid(week, zone, [early, late]);
    expect([grid.length, grid.hours[0], grid.hours.at(-1)]).toEqual([
      12 * 60,
      { at: 0, hour: 7, isAgain: false },
      { at: 11 * 60, hour: 18, isAgain: false },
    ]);
    expect(grid.position(early, '2026-11-24')).toEqual({ at: 30, length: 90 });
    expect(grid.position(late, '2026-11-26')).toEqual({ at: 600, length: 75 });
    expect(grid.position(late, '2026-11-24')).toBeUndefined();
    expect(grid.missing('2026-11-24')).toBeUndefined();
  });

  test('what goes over midnight lies on both days, and what ends at midnight on one', () => {
    const week = weekOf('2026-11-26');
    const over = span('2026-11-26T22:00+11:00', '2026-11-27T01:00+11:00');
    const until = span('2026-11-28T20:00+11:00', '2026-11-29T00:00+11:00');
    const grid = hourGrid(week, zone, [over, until]);
    expect([grid.length, grid.hours[0]?.hour]).toEqual([24 * 60, 0]);
    expect(grid.position(over, '2026-11-26')).toEqual({ at: 22 * 60, length: 120 });
    expect(grid.position(over, '2026-11-27')).toEqual({ at: 0, length: 60 });
    expect(grid.position(until, '2026-11-28')).toEqual({ at: 20 * 60, length: 240 });
    expect(grid.position(until, '2026-11-29')).toBeUndefined();
  });

  test('an hour that the clocks skip is missing on that day alone, and noon stays beside noon', () => {
    // At 2:00 on Sunday 4 October 2026 the clocks go forward to 3:00.
    const week = weekOf('2026-10-04');
    const night = span('2026-10-04T01:00+10:00', '2026-10-04T04:00+11:00');
    const grid = hourGrid(week, zone, [night]);
    expect(grid.position(night, '2026-10-04')).toEqual({ at: 0, length: 180 });
    expect(grid.missing('2026-10-04')).toEqual({ at: 60, length: 60 });
    expect(grid.missing('2026-10-03')).toBeUndefined();
    // A press on the ground: what is skipped leads to the quarter before it.
    expect([70, 120].map((minutes) => new Date(grid.quarterAt(minutes, '2026-10-04')).toISOString())).toEqual([
      '2026-10-03T15:45:00.000Z',
      '2026-10-03T16:00:00.000Z',
    ]);
    expect(grid.position(span('2026-10-04T01:30+10:00', '2026-10-04T02:00+10:00'), '2026-10-04')).toEqual({
      at: 30,
      length: 30,
    });
    expect(grid.position(span('2026-10-04T12:00+11:00', '2026-10-04T13:00+11:00'), '2026-10-04')).toEqual({
      at: 11 * 60,
      length: 60,
    });
    expect(grid.position(span('2026-10-03T12:00+10:00', '2026-10-03T13:00+10:00'), '2026-10-03')).toEqual({
      at: 11 * 60,
      length: 60,
    });
  });

  test('an hour that comes twice is there twice, in the order of time', () => {
    // At 3:00 on Sunday 4 April 2027 the clocks go back to 2:00.
    const week = weekOf('2027-04-04');
    const night = span('2027-04-04T01:00+11:00', '2027-04-04T04:00+10:00');
    const grid = hourGrid(week, zone, [night]);
    expect(read(grid.hours).slice(0, 5)).toEqual(['1', '2', '2 again', '3', '4']);
    expect(grid.position(night, '2027-04-04')).toEqual({ at: 0, length: 240 });
    const first = span('2027-04-04T02:30+11:00', '2027-04-04T02:10+10:00');
    expect(grid.position(first, '2027-04-04')).toEqual({ at: 90, length: 40 });
    expect(grid.position(span('2027-04-04T02:30+10:00', '2027-04-04T03:00+10:00'), '2027-04-04')).toEqual({
      at: 150,
      length: 30,
    });
    expect(grid.missing('2027-04-04')).toBeUndefined();
    expect(grid.missing('2027-04-03')).toEqual({ at: 120, length: 60 });
    const saturday = span('2027-04-03T12:00+11:00', '2027-04-03T13:00+11:00');
    const sunday = span('2027-04-04T12:00+10:00', '2027-04-04T13:00+10:00');
    expect(grid.position(saturday, '2027-04-03')).toEqual(grid.position(sunday, '2027-04-04'));
  });
});

test('changes of half an hour, at midnight and in any zone keep lengths true and days in step', () => {
  for (const [zone, day, back] of [
    ['Australia/Lord_Howe', '2027-04-04', 30],
    ['Australia/Lord_Howe', '2026-10-04', -30],
    ['Africa/Cairo', '2026-10-29', 60],
    ['Africa/Cairo', '2027-04-30', 0],
    ['America/New_York', '2026-11-01', 60],
    ['Australia/Brisbane', '2027-04-04', 0],
  ] as const) {
    const days = [-1, 0, 1].map((more) => addDays(day, more));
    const [start, end] = [startOfDay(addDays(day, -1), zone), startOfDay(addDays(day, 2), zone)];
    const quarters = Array.from({ length: (end - start) / quarter }, (_, index) => ({
      start: start + index * quarter,
      end: start + (index + 1) * quarter,
    }));
    const grid = hourGrid(days, zone, quarters);
    const shown = quarters.flatMap((one) =>
      days.map((key) => ({ one, key, position: grid.position(one, key) })).filter(({ position }) => position),
    );
    expect([zone, shown.length]).toEqual([zone, quarters.length]);
    for (const { position } of shown) expect([zone, position?.length]).toEqual([zone, 15]);
    for (const { one, key, position } of shown)
      expect([zone, key, grid.quarterAt((position?.at ?? 0) + 7, key)]).toEqual([zone, key, one.start]);
    // In the order of time within each day, without overlap.
    for (const key of days) {
      const ends = shown
        .filter((one) => one.key === key)
        .map(({ position }) => (position?.at ?? 0) + (position?.length ?? 0));
      expect(ends).toEqual([...ends].sort((one, other) => one - other));
      expect(new Set(ends).size).toBe(ends.length);
    }
    expect([zone, grid.length]).toEqual([zone, 1440 + Math.max(back, 0)]);
  }
});
