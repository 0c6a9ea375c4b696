import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { windowsOfHours } from '#shared/rules/hour-windows.ts';
import { clockText, dateText, type Hours, type Interval, type Schedule } from '#shared/rules/hours.ts';
import type { Span } from '#shared/rules/slots.ts';

// The reference knows no intervals: it asks for each minute of the wall clock whether it is open, for each minute of
// time whose it is.
const zones = [
  'Australia/Melbourne',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Havana', // midnight comes twice, or is skipped
  'Africa/Casablanca',
  'Atlantic/Azores',
  'America/Santiago',
  'UTC',
];

/** The next clock change, or the instant itself where there is none. */
function nextChange(zone: string, after: number): number {
  const next = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  return next?.epochMilliseconds ?? after;
}

type Case = {
  zone: string;
  around: number;
  schedules: Schedule[];
  own: [number, Interval[]][];
  holidays: number[];
  singles: Span[];
};

const anInterval = fc
  .tuple(fc.integer({ min: 0, max: 285 }), fc.integer({ min: 3, max: 288 }))
  .map(([from, length]) => ({ start: from * 5, end: Math.min(from + length, 288) * 5 }))
  .filter(({ start, end }) => end - start >= 15);
const aDay = fc
  .array(anInterval, { maxLength: 3 })
  .map((list) =>
    list.filter((one, index) =>
      list.every((other, before) => before >= index || other.start > one.end || one.start > other.end),
    ),
  )
  .map((list) => list.sort((one, other) => one.start - other.start));
const aCase: fc.Arbitrary<Case> = fc
  .record({
    zone: fc.constantFrom(...zones),

    shift: fc.integer({ min: -2, max: 2 }),
    first: fc.integer({ min: 0, max: 365 * 20 }),
  })
  .chain(({ zone, shift, first }) => {
    const start = Date.UTC(2020, 0) + first * DAY;
    const near = zone === 'Pacific/Apia' ? Date.UTC(2011, 11, 30) : nextChange(zone, start);
    const around = Math.floor(near / DAY) + shift;
    const day = fc.integer({ min: around - 3, max: around + 3 });
    return fc.record({
      zone: fc.constant(zone),
      around: fc.constant(around),
      schedules: fc.array(
        fc.record({
          first: fc.integer({ min: around - 40, max: around + 2 }),
          last: fc.oneof(fc.constant(Infinity), fc.integer({ min: around - 2, max: around + 20 })),
          every_weeks: fc.integer({ min: 1, max: 3 }),
          week: fc.tuple(aDay, aDay, aDay, aDay, aDay, aDay, aDay),
        }),
        { maxLength: 3 },
      ),
      own: fc.uniqueArray(fc.tuple(day, aDay), { maxLength: 3, selector: ([one]) => one }),
      holidays: fc.uniqueArray(day, { maxLength: 2 }),
      singles: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 6 * 288 }), fc.integer({ min: 3, max: 288 })), { maxLength: 4 })
        .map((list) =>
          list
            .map(([from, length]) => ({
              start: (around - 3) * DAY + from * 5 * MINUTE,
              end: (around - 3) * DAY + (from + length) * 5 * MINUTE,
            }))
            .sort((one, other) => one.start - other.start)
            .filter((one, index, all) => all.slice(0, index).every((other) => other.end <= one.start)),
        ),
    });
  });

/** Whether each minute of a date is open. */
function openMinutes({ schedules, own, holidays }: Case, day: number): boolean[] {
  const open = Array<boolean>(1440).fill(false);
  const take = (intervals: readonly Interval[]) => {
    for (const { start, end } of intervals) open.fill(true, start, end);
  };
  const ofDate = own.find(([date]) => date === day);
  if (ofDate) take(ofDate[1]);
  else if (!holidays.includes(day)) {
    const date = Temporal.PlainDate.from(dateText(day));
    const monday = (one: Temporal.PlainDate) => one.subtract({ days: one.dayOfWeek - 1 });
    for (const { first, last, every_weeks, week } of schedules) {
      const from = Temporal.PlainDate.from(dateText(first));
      const weeks = monday(from).until(monday(date), { largestUnit: 'weeks' }).weeks;
      if (day >= first && day <= last && weeks % every_weeks === 0) take(week[date.dayOfWeek - 1] ?? []);
    }
  }
  return open;
}

function naive(given: Case, range: Span): (Span & { source: string })[] {
  const first = (given.around - 8) * DAY;
  const minutes = 16 * 1440;
  const owner = Array<number | undefined>(minutes);
  /** Whether a minute goes on from the one before it, within one stretch of hours. */
  const goesOn = Array<boolean>(minutes).fill(false);
  for (let day = given.around - 7; day <= given.around + 6; day++) {
    const open = openMinutes(given, day);
    const instant = (minute: number) =>
      Temporal.PlainDateTime.from(dateText(day + Math.floor(minute / 1440)))
        .withPlainTime(clockText(minute % 1440))
        .toZonedDateTime(given.zone, { disambiguation: 'compatible' }).epochMilliseconds;
    for (let minute = 0; minute < 1440; minute++) {
      if (!open[minute] || open[minute - 1]) continue;
      let end = minute;
      while (open[end]) end++;
      const [from, to] = [(instant(minute) - first) / MINUTE, (instant(end) - first) / MINUTE];
      for (let at = from; at < to; at++) {
        if (owner[at] !== undefined && owner[at] !== day) continue;
        owner[at] = day;
        if (at > from) goesOn[at] = true;
      }
    }
  }
  for (const { start, end } of given.singles) owner.fill(undefined, (start - first) / MINUTE, (end - first) / MINUTE);
  const found = [];
  for (let at = 0; at < minutes; at++) {
    const day = owner[at];
    if (day === undefined || (owner[at - 1] === day && goesOn[at])) continue;
    let end = at + 1;
    while (owner[end] === day && goesOn[end]) end++;
    const source = given.own.some(([date]) => date === day) ? 'date' : 'weekly';
    if (end - at >= 15) found.push({ start: first + at * MINUTE, end: first + end * MINUTE, source });
  }
  return found.filter(({ start, end }) => end > range.start && start < range.end);
}

test('B17: windows are what a reference finds minute by minute, in every zone and across every clock change', () => {
  fc.assert(
    fc.property(aCase, fc.integer({ min: -72, max: 48 }), fc.integer({ min: 1, max: 72 }), (given, from, length) => {
      const range = { start: given.around * DAY + from * HOUR, end: given.around * DAY + (from + length) * HOUR };
      const rules: Hours = {
        schedules: given.schedules,
        dates: new Map(given.own),
        isHoliday: (day) => given.holidays.includes(day),
      };
      expect(windowsOfHours(rules, given.zone, range, given.singles)).toEqual(naive(given, range));
    }),
    { numRuns: repetitions(2000) },
  );
});
