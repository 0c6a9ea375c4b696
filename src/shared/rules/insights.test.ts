import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import {
  bookedMinutes,
  bookingFigures,
  datesBefore,
  type InsightBooking,
  openMinutes,
  spanOfDates,
} from './insights.ts';
import type { Span } from './slots.ts';

/** Around both clock changes of 2026 in the south, and one each in the north and of half an hour. */
const zones = [
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Europe/London',
  'Pacific/Chatham',
];
const changes = ['2026-04-04', '2026-10-03', '2026-03-28', '2026-09-26'];

const local = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
const dateOf = (ms: number, zone: string) => local(ms, zone).toPlainDate().toString();

const services = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: fc.constantFrom('Cut', 'Wash'), price_cents: fc.nat(20_000) }),
  { minLength: 1, maxLength: 3 },
);

const history = fc.record({
  zone: fc.constantFrom(...zones),
  first: fc.constantFrom(...changes),
  days: fc.integer({ min: 1, max: 5 }),
  bookings: fc.array(
    fc.record({
      at: fc.integer({ min: -600, max: 2_400 }),
      minutes: fc.integer({ min: 15, max: 600 }),
      gap: fc.integer({ min: 0, max: 10 }),
      status: fc.constantFrom('pending', 'confirmed', 'completed', 'cancelled'),
      no_show: fc.boolean(),
      total: fc.option(fc.nat(50_000), { nil: undefined }),
      services,
      cancelled_by: fc.constantFrom('client', 'professional', 'system'),
      notice: fc.integer({ min: 0, max: 3_000 }),
      deposit_cents: fc.nat(9_000),
      deposit_status: fc.option(fc.constantFrom('received', 'applied', 'kept', 'refund_due', 'refunded')),
    }),
    { maxLength: 12 },
  ),
});

test('figures are those of a naive sum, in six zones around clock changes', () => {
  fc.assert(
    fc.property(history, ({ zone, first, days, bookings: drawn }) => {
      const dates = {
        from: first,
        to: Temporal.PlainDate.from(first)
          .add({ days: days - 1 })
          .toString(),
      };
      const range = spanOfDates(dates, zone);
      expect(range.start).toBe(Temporal.PlainDate.from(dates.from).toZonedDateTime(zone).epochMilliseconds);
      const bookings = drawn
        .map(({ at, minutes, gap, total, notice, ...rest }): InsightBooking => {
          const start = range.start + at * MINUTE;
          const end = start + minutes * MINUTE;
          const middle = start + Math.min(5, minutes - 1) * MINUTE;
          const segments =
            gap === 0
              ? [{ start, end }]
              : [
                  { start, end: middle },
                  { start: Math.min(middle + gap * MINUTE, end), end },
                ];
          const sum = rest.services.reduce((all, one) => all + one.price_cents, 0);
          return { ...rest, start, end, segments, total_cents: total ?? sum, cancelled_at: start - notice * MINUTE };
        })
        .sort((one, other) => one.start - other.start);
      const now = range.start + 2 * DAY;
      const figures = bookingFigures(bookings, dates, zone, now);

      const inRange = bookings.filter(({ start }) => {
        const date = dateOf(start, zone);
        return date >= dates.from && date <= dates.to;
      });
      const visits = inRange.filter(({ status, no_show }) => status === 'completed' && !no_show);
      const sum = (list: InsightBooking[]) => list.reduce((all, { total_cents }) => all + total_cents, 0);
      expect(figures.earned).toBe(sum(visits));
      expect(figures.average).toBe(visits.length === 0 ? null : Math.round(sum(visits) / visits.length));
      expect(figures.booked_ahead).toBe(
        sum(inRange.filter(({ status, start }) => status === 'confirmed' && start > now)),
      );
      for (const [status, cents] of Object.entries(figures.deposits))
        expect(cents).toBe(
          inRange
            .filter(({ deposit_status }) => deposit_status === status)
            .reduce((all, { deposit_cents }) => all + (deposit_cents ?? 0), 0),
        );
      expect(figures.missed).toBe(inRange.filter(({ no_show }) => no_show).length);
      const cancelled = inRange.filter(
        ({ status, cancelled_by }) => status === 'cancelled' && cancelled_by !== 'system',
      );
      expect(figures.cancelled.by_client + figures.cancelled.by_professional).toBe(cancelled.length);
      expect(figures.cancelled.late).toBe(
        cancelled.filter(({ start, cancelled_at }) => (cancelled_at ?? 0) > start - DAY).length,
      );
      expect(figures.by_day.map(({ date }) => date)).toEqual(
        Array.from({ length: days }, (_, day) => Temporal.PlainDate.from(first).add({ days: day }).toString()),
      );
      for (const { date, earned, visits: count } of figures.by_day) {
        const own = visits.filter(({ start }) => dateOf(start, zone) === date);
        expect([earned, count]).toEqual([sum(own), own.length]);
      }
      expect(figures.by_service.reduce((all, { earned }) => all + earned, 0)).toBe(figures.earned);
      expect(figures.by_service.map(({ earned }) => earned)).toEqual(
        figures.by_service.map(({ earned }) => earned).toSorted((one, other) => other - one),
      );

      const table = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
      let booked = 0;
      for (const { status, no_show, segments } of bookings) {
        if (no_show || (status !== 'confirmed' && status !== 'completed')) continue;
        for (const { start, end } of segments)
          for (let at = start; at < end; at += MINUTE) {
            if (at < range.start || at >= range.end) continue;
            const { dayOfWeek, hour } = local(at, zone);
            const row = table[dayOfWeek - 1];
            if (row) row[hour] = (row[hour] ?? 0) + 1;
            booked++;
          }
      }
      expect(bookedMinutes(range, bookings, zone)).toEqual({ booked_minutes: booked, by_weekday_hour: table });
    }),
    { numRuns: 100 },
  );
});

test('open minutes are those of the windows, united, without time off', () => {
  const hour = (start: number, end: number): Span => ({ start: start * HOUR, end: end * HOUR });
  const range = hour(0, 24);
  expect(
    openMinutes(range, [hour(9, 12), hour(11, 13), hour(23, 25)], [hour(10, 11), hour(10, 10.5), hour(12, 20)]),
  ).toBe((4 + 1 - 1 - 1) * 60);
});

test('a service has its price as booked, in proportion where the total differs, the rest with the first', () => {
  const visit = (total_cents: number): InsightBooking => ({
    start: 0,
    end: HOUR,
    status: 'completed',
    no_show: false,
    total_cents,
    services: [
      { id: 'a', name: 'Braids', price_cents: 10_000 },
      { id: 'b', name: 'Wash', price_cents: 5_000 },
    ],
    segments: [{ start: 0, end: HOUR }],
    cancelled_by: null,
    cancelled_at: null,
    deposit_cents: null,
    deposit_status: null,
  });
  const dates = { from: '1970-01-01', to: '1970-01-01' };
  const rows = (total: number) =>
    bookingFigures([visit(total)], dates, 'UTC', 0).by_service.map(({ earned }) => earned);
  expect(rows(15_000)).toEqual([10_000, 5_000]);
  expect(rows(10_000)).toEqual([6_667, 3_333]);
  expect(rows(0)).toEqual([0, 0]);
});

test('the days before are as many, and end the day before', () => {
  expect(datesBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
});
