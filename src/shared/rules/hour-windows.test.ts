import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { countUncovered, windowsOfHours } from './hour-windows.ts';
import { dateText, dayNumber, type Hours, type Interval, minutesOfClock, type Schedule } from './hours.ts';
import type { Span } from './slots.ts';

const melbourne = 'Australia/Melbourne';
const interval = (text: string): Interval => {
  const [start = '', end = ''] = text.split('-');
  return { start: minutesOfClock(start), end: minutesOfClock(end) };
};
/** A schedule without an end; `week` has the hours of weekdays from 1 for Monday. */
function schedule(week: Record<number, string[]>, given: Partial<Schedule> = {}): Schedule {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => (week[day] ?? []).map(interval));
  return { first: dayNumber('2026-01-01'), last: Infinity, every_weeks: 1, week: days, ...given };
}
const everyDay = (...hours: string[]) => schedule(Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, hours])));

function hours(given: Partial<Hours> & { own?: Record<string, string[]> }): Hours {
  const dates = Object.entries(given.own ?? {}).map(([date, texts]) => [dayNumber(date), texts.map(interval)] as const);
  return { schedules: [], dates: new Map(dates), isHoliday: () => false, ...given };
}

/** Windows that overlap a date in the zone, as `2026-11-26T09:00+11:00/17:00`. */
function windowsOn(date: string, zone: string, rules: Hours, singles: Span[] = []): string[] {
  const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
  const end = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  return windowsOfHours(rules, zone, { start, end }, singles).map((window) => {
    const at = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toString({ timeZoneName: 'never' });
    return `${at(window.start).replace(':00+', '+')}/${at(window.end).slice(11, 16)} ${window.source}`;
  });
}

/** The instant of a wall clock's time. */
const at = (text: string, zone = melbourne) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });

describe('the hours of a date', () => {
  const weekly = schedule({ 4: ['09:00-17:00'] });

  test('are those of its weekday', () => {
    expect(windowsOn('2026-11-26', melbourne, hours({ schedules: [weekly] }))).toEqual([
      '2026-11-26T09:00+11:00/17:00 weekly',
    ]);
    expect(windowsOn('2026-11-27', melbourne, hours({ schedules: [weekly] }))).toEqual([]);
  });

  test('are its own before a holiday, and none on a holiday', () => {
    const isHoliday = (day: number) => day === dayNumber('2026-11-26');
    expect(windowsOn('2026-11-26', melbourne, hours({ schedules: [weekly], isHoliday }))).toEqual([]);
    const own = { '2026-11-26': ['10:00-12:00'] };
    expect(windowsOn('2026-11-26', melbourne, hours({ schedules: [weekly], isHoliday, own }))).toEqual([
      '2026-11-26T10:00+11:00/12:00 date',
    ]);
    expect(windowsOn('2026-11-26', melbourne, hours({ schedules: [weekly], own: { '2026-11-26': [] } }))).toEqual([]);
  });

  test('unite schedules that overlap or touch', () => {
    const schedules = [weekly, schedule({ 4: ['07:00-09:00', '16:00-18:00', '19:00-20:00'] })];
    expect(windowsOn('2026-11-26', melbourne, hours({ schedules }))).toEqual([
      '2026-11-26T07:00+11:00/18:00 weekly',
      '2026-11-26T19:00+11:00/20:00 weekly',
    ]);
  });

  test('count from the first to the last day, in the weeks of their turn', () => {
    const second = schedule(
      { 1: ['09:00-10:00'], 7: ['09:00-10:00'] },
      {
        first: dayNumber('2026-11-26'), // a Thursday
        last: dayNumber('2026-12-28'),
        every_weeks: 2,
      },
    );
    const days = Array.from({ length: 45 }, (_, index) => dateText(dayNumber('2026-11-20') + index));
    expect(days.filter((date) => windowsOn(date, melbourne, hours({ schedules: [second] })).length > 0)).toEqual([
      '2026-11-29', // the Sunday of the same week; its Monday is before the first day
      '2026-12-07',
      '2026-12-13',
      '2026-12-21',
      '2026-12-27',
    ]);
  });

  test('unite nothing over midnight', () => {
    expect(windowsOn('2026-11-26', melbourne, hours({ schedules: [everyDay('00:00-24:00')] }))).toEqual([
      '2026-11-26T00:00+11:00/00:00 weekly',
    ]);
  });
});

describe('a clock change', () => {
  test('moves a skipped time on, and gives the first of a time that comes twice', () => {
    // 2:00 to 3:00 is skipped on 3 October 2027, and comes twice on 4 April 2027.
    expect(windowsOn('2027-10-03', melbourne, hours({ schedules: [everyDay('02:30-05:00')] }))).toEqual([
      '2027-10-03T03:30+11:00/05:00 weekly',
    ]);
    expect(windowsOn('2027-04-04', melbourne, hours({ schedules: [everyDay('02:30-05:00')] }))).toEqual([
      '2027-04-04T02:30+11:00/05:00 weekly',
    ]);
  });

  test('unites what it makes overlap, leaves two what it makes touch, and drops what it leaves too short', () => {
    const on = (...texts: string[]) => windowsOn('2027-10-03', melbourne, hours({ schedules: [everyDay(...texts)] }));
    expect(on('02:00-02:30', '03:00-04:00')).toEqual(['2027-10-03T03:00+11:00/04:00 weekly']);
    expect(on('01:00-02:00', '03:00-04:00')).toEqual([
      '2027-10-03T01:00+10:00/03:00 weekly',
      '2027-10-03T03:00+11:00/04:00 weekly',
    ]);
    expect(on('02:00-03:10')).toEqual([]);
    expect(on('02:30-03:15')).toEqual([]);
  });

  test('that leaves out a whole day cuts the later date', () => {
    // Apia went from 29 to 31 December 2011.
    const own = { '2011-12-30': ['09:00-17:00'], '2011-12-31': ['08:00-10:00', '16:00-18:00'] };
    expect(windowsOn('2011-12-31', 'Pacific/Apia', hours({ own }))).toEqual([
      '2011-12-31T08:00+14:00/09:00 date',
      '2011-12-31T09:00+14:00/17:00 date',
      '2011-12-31T17:00+14:00/18:00 date',
    ]);
  });
});

describe('single windows', () => {
  const rules = hours({ schedules: [everyDay('09:00-17:00')] });

  test('cut hours around them', () => {
    expect(windowsOn('2026-11-26', melbourne, rules, [span('2026-11-26T11:00', '2026-11-26T12:00')])).toEqual([
      '2026-11-26T09:00+11:00/11:00 weekly',
      '2026-11-26T12:00+11:00/17:00 weekly',
    ]);
    expect(windowsOn('2026-11-26', melbourne, rules, [span('2026-11-25T20:00', '2026-11-26T18:00')])).toEqual([]);
  });

  test('leave nothing under 15 minutes', () => {
    expect(windowsOn('2026-11-26', melbourne, rules, [span('2026-11-26T09:14', '2026-11-26T16:45')])).toEqual([
      '2026-11-26T16:45+11:00/17:00 weekly',
    ]);
  });
});

describe('bookings outside', () => {
  test('are those that windows together do not cover', () => {
    const [nine, hour] = [at('2026-11-26T09:00'), HOUR];
    const windows = [
      { start: nine, end: nine + hour },
      { start: nine + hour, end: nine + 2 * hour },
      { start: nine + 3 * hour, end: nine + 4 * hour },
    ];
    const booked = (from: number, to: number) => ({ start: nine + from * hour, end: nine + to * hour });
    expect(countUncovered([booked(0, 2), booked(0.5, 1.5), booked(3, 4)], windows)).toBe(0);
    expect(countUncovered([booked(1.5, 2.5), booked(2, 3), booked(-1, 1), booked(3, 5), booked(9, 10)], windows)).toBe(
      5,
    );
    expect(countUncovered([booked(0, 1)], [])).toBe(1);
  });
});
