import { DAY, HOUR, MINUTE } from '../constants.ts';
import { localParts, wallInstant, zoneOffset } from '../time.ts';
import { dateText, dayNumber } from './hours.ts';
import { totalCents } from './lines.ts';
import { halfUp } from './price.ts';
import { merged, type Span } from './slots.ts';

// The figures of a professional's business (contract 19). Money is in cents, instants are epoch milliseconds, dates
// are those of the professional's present clock.

export type InsightBooking = Span & {
  status: string;
  no_show: boolean;
  total_cents: number;
  /** As booked, in the order chosen. */
  services: readonly { id: string; name: string; price_cents: number }[];
  /** The parts that take the professional's time. */
  segments: readonly Span[];
  cancelled_by: string | null;
  cancelled_at: number | null;
  /** What its client was to pay ahead, and what became of it. */
  deposit_cents: number | null;
  deposit_status: string | null;
};

/** Both dates are included. */
export type DateRange = { from: string; to: string };

/** A visit that took place: completed, and not marked as missed. */
function isVisit({ status, no_show }: { status: string; no_show: boolean }): boolean {
  return status === 'completed' && !no_show;
}

/** The instants of a range of dates: from its first midnight to the midnight after its last date. */
export function spanOfDates({ from, to }: DateRange, zone: string): Span {
  return {
    start: wallInstant(dayNumber(from) * DAY, zone),
    end: wallInstant((dayNumber(to) + 1) * DAY, zone),
  };
}

/** The same number of dates that end the day before. */
export function datesBefore({ from, to }: DateRange): DateRange {
  const first = dayNumber(from);
  return { from: dateText(first - (dayNumber(to) - first + 1)), to: dateText(first - 1) };
}

/** What a visit brought, and what part of it each of its services: together the total, the rest with the first. */
function sharesOf({ total_cents, services }: InsightBooking): number[] {
  const listed = totalCents(services);
  if (listed === total_cents) return services.map(({ price_cents }) => price_cents);
  const shares = services.map(({ price_cents }) =>
    listed === 0 ? 0 : Math.floor((total_cents * price_cents) / listed),
  );
  shares[0] = (shares[0] ?? 0) + total_cents - shares.reduce((sum, share) => sum + share, 0);
  return shares;
}

/** The figures of a range of dates that follow from its bookings, soonest first. */
export function bookingFigures(bookings: readonly InsightBooking[], dates: DateRange, zone: string, now: number) {
  const { start, end } = spanOfDates(dates, zone);
  const inside = bookings.filter((booking) => booking.start >= start && booking.start < end);
  const visits = inside.filter(isVisit);
  const earned = visits.reduce((sum, { total_cents }) => sum + total_cents, 0);
  const byDay = new Map<string, { earned: number; visits: number }>();
  for (let day = dayNumber(dates.from); day <= dayNumber(dates.to); day++)
    byDay.set(dateText(day), { earned: 0, visits: 0 });
  const byService = new Map<string, { name: string; visits: number; earned: number }>();
  for (const visit of visits) {
    const day = byDay.get(dateText(Math.floor((visit.start + zoneOffset(visit.start, zone)) / DAY)));
    if (day) {
      day.earned += visit.total_cents;
      day.visits++;
    }
    const shares = sharesOf(visit);
    for (const [index, { id, name }] of visit.services.entries()) {
      const row = byService.get(id) ?? { name, visits: 0, earned: 0 };
      byService.set(id, { name, visits: row.visits + 1, earned: row.earned + (shares[index] ?? 0) });
    }
  }
  const cancelled = inside.filter(({ status }) => status === 'cancelled');
  const by = (side: string) => cancelled.filter(({ cancelled_by }) => cancelled_by === side);
  const ofSides = [...by('client'), ...by('professional')];
  const paid = (state: string) =>
    inside.reduce((sum, one) => sum + (one.deposit_status === state ? (one.deposit_cents ?? 0) : 0), 0);
  return {
    earned,
    visits: visits.length,
    average: visits.length === 0 ? null : halfUp(earned, visits.length),
    booked_ahead: inside
      .filter((booking) => booking.status === 'confirmed' && booking.start > now)
      .reduce((sum, { total_cents }) => sum + total_cents, 0),
    missed: inside.filter(({ no_show }) => no_show).length,
    cancelled: {
      by_client: by('client').length,
      by_professional: by('professional').length,
      late: ofSides.filter((one) => one.cancelled_at !== null && one.start - one.cancelled_at < DAY).length,
    },
    deposits: { received: paid('received'), kept: paid('kept'), refund_due: paid('refund_due') },
    by_day: [...byDay].map(([date, figures]) => ({ date, ...figures })),
    by_service: [...byService]
      .map(([id, row]) => ({ id, ...row }))
      .sort((one, other) => other.earned - one.earned || (one.name < other.name ? -1 : 1)),
  };
}

/** The part of each span that is within another, without those outside of it. */
function within({ start, end }: Span, spans: readonly Span[]): Span[] {
  return spans
    .map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) }))
    .filter((span) => span.end > span.start);
}

const minutesOf = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + (end - start), 0) / MINUTE;

/** Minutes of the windows of a range, united, less time off. */
export function openMinutes(range: Span, windows: readonly Span[], off: readonly Span[]): number {
  const open = merged(within(range, windows));
  const blocked = merged(within(range, off));
  return minutesOf(open) - minutesOf(open.flatMap((window) => within(window, blocked)));
}

/** Minutes that bookings take of a range, together and by weekday (Monday first) and hour of the clock. */
export function bookedMinutes(range: Span, bookings: readonly InsightBooking[], zone: string) {
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  const taking = bookings.filter(({ status, no_show }) => ['confirmed', 'completed'].includes(status) && !no_show);
  const spans = within(
    range,
    taking.flatMap(({ segments }) => segments),
  );
  for (const { start, end } of spans) {
    // Clocks change at whole or half hours of UTC, so that none does within a step.
    for (let at = start; at < end; ) {
      const wall = at + zoneOffset(at, zone);
      const next = Math.min(end, at + HOUR - (wall % HOUR), at + HOUR / 2 - (at % (HOUR / 2)));
      const { weekday, hour } = localParts(at, zone);
      const row = hours[(weekday + 6) % 7];
      if (row) row[hour] = (row[hour] ?? 0) + (next - at) / MINUTE;
      at = next;
    }
  }
  return { booked_minutes: minutesOf(spans), by_weekday_hour: hours };
}
