import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { MINUTE } from '../constants.ts';
import { type BooksOpen, nextOpening } from './books-open.ts';

/** When a month opens, by a calendar that knows none of our rules. */
function opensAt({ day, time, months }: BooksOpen, timeZone: string, month: Temporal.PlainYearMonth): number {
  const date = month.subtract({ months }).toPlainDate({ day });
  return date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
}

// Both clock changes of each zone in a year, by the wall clock.
const changes: Record<string, [month: string, day: number][]> = {
  'Australia/Melbourne': [
    ['2027-04', 4],
    ['2027-10', 3],
  ],
  'Australia/Lord_Howe': [
    ['2027-04', 4],
    ['2027-10', 3],
  ],
  'America/New_York': [
    ['2027-03', 14],
    ['2027-11', 7],
  ],
  'America/Havana': [
    ['2027-03', 14],
    ['2027-11', 7],
  ],
};

test('B29: at every minute around an opening the months that are open are those whose opening has come', () => {
  for (const [zone, days] of Object.entries(changes))
    for (const [changing, day] of days)
      for (const time of ['00:00', '01:00', '01:30', '02:00', '02:30', '03:00', '20:00'])
        for (const months of [1, 2, 3]) {
          const books = { day, time, months };
          const month = Temporal.PlainYearMonth.from(changing);
          const opening = opensAt(books, zone, month.add({ months }));
          for (let now = opening - 90 * MINUTE; now <= opening + 90 * MINUTE; now += MINUTE) {
            const hasOpened = now >= opening;
            const next = month.add({ months: hasOpened ? months + 1 : months });
            expect(nextOpening(books, zone, now)).toEqual({
              opens: hasOpened ? opensAt(books, zone, next) : opening,
              month: next.toString(),
              closedFrom: next.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds,
            });
          }
        }
});

test('a start is before what is closed exactly where its month, by the clock, has opened', () => {
  const anHour = fc.integer({ min: Date.UTC(2026, 0) / MINUTE / 15, max: Date.UTC(2029, 0) / MINUTE / 15 });
  const aCase = fc.record({
    zone: fc.constantFrom(...Object.keys(changes), 'Asia/Kolkata', 'Pacific/Apia', 'UTC'),
    books: fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      time: fc.constantFrom('00:00', '08:30', '20:00', '23:30'),
      months: fc.integer({ min: 1, max: 3 }),
    }),
    now: anHour,
    later: fc.integer({ min: 0, max: 130 * 24 * 4 }),
  });
  fc.assert(
    fc.property(aCase, ({ zone, books, now: at, later }) => {
      const now = at * 15 * MINUTE;
      const start = now + later * 15 * MINUTE;
      const month = Temporal.Instant.fromEpochMilliseconds(start)
        .toZonedDateTimeISO(zone)
        .toPlainDate()
        .toPlainYearMonth();
      expect(start < nextOpening(books, zone, now).closedFrom).toBe(opensAt(books, zone, month) <= now);
    }),
    { numRuns: 500 },
  );
});
