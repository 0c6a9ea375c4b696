import { type Spans, spansOf } from '#server/db/spans.ts';
import { DAY, type State } from '#shared/constants.ts';
import { type BooksOpen, nextOpening } from '#shared/rules/books-open.ts';
import { dayOf, windowsOfHours } from '#shared/rules/hour-windows.ts';
import { type Hours, type HoursSource, type Interval, openingHours, type Schedule } from '#shared/rules/hours.ts';
import type { AvailabilityWindow } from '#shared/rules/slots.ts';
import { isHolidayIn } from './holidays.ts';
import { windowIdsOf } from './window-ids.ts';

// How windows come about (decision 048): single windows are rows, those of hours are expanded when they are read.
// `queries.ts` beside this has the columns and joins for it.

/** Where a window comes from. */
type WindowSource = 'single' | HoursSource;
export type SourcedWindow = AvailabilityWindow & { source: WindowSource };

/** What windows between two instants follow from. Days are numbered since 1970, times are minutes since midnight. */
export type WindowSources = {
  time_zone: string;
  booking_horizon_days: number;
  closed_on_holidays_of: State | null;
  books_open: BooksOpen | null;
  schedules: [first: number, last: number | null, everyWeeks: number, week: number[]][] | null;
  dates: [day: number, hours: number[]][] | null;
  /** Ids of single windows between commas, and start and end of each, soonest first. */
  single_ids: string | null;
  singles: Spans;
};

/**
 * Instants are epoch milliseconds; `withEnded` leaves those windows of hours in that have ended. A month that opened less
 * than `openFor` ago counts as closed.
 */
type Asked = { now: number; from: number; to: number; withEnded?: boolean; openFor?: number };
type OpenWindow = Omit<SourcedWindow, 'id'> & { id?: string };

/**
 * The windows that overlap [from, to), soonest first: single ones, and those of hours that have not ended, up to the
 * horizon. What begins in a month that is not open yet cannot be booked (`bookable_until`).
 */
export function openBetween(
  sources: WindowSources,
  { now, from, to, withEnded = false, openFor = 0 }: Asked,
): OpenWindow[] {
  const { books_open, time_zone } = sources;
  const closedFrom = books_open ? nextOpening(books_open, time_zone, now - openFor).closedFrom : Infinity;
  const ids = sources.single_ids?.split(',') ?? [];
  const singles = spansOf(sources.singles);
  const windows: OpenWindow[] = [];
  for (const [index, { start, end }] of singles.entries()) {
    if (end > from && start < to)
      windows.push({ id: ids[index] ?? '', start, end, source: 'single', bookable_until: closedFrom });
  }
  if (!sources.schedules && !sources.dates) return windows;
  const horizon = now + sources.booking_horizon_days * DAY;
  const bookable_until = Math.min(horizon, closedFrom);
  const range = { start: from, end: Math.min(to, horizon) };
  for (const { start, end, source } of windowsOfHours(hoursOf(sources), time_zone, range, singles)) {
    if (withEnded || end > now) windows.push({ start, end, source, bookable_until });
  }
  return windows.sort((one, other) => one.start - other.start);
}

/** `openBetween` with the ids of the windows. */
export function windowsBetween(sources: WindowSources, professionalId: string, asked: Asked): SourcedWindow[] {
  const windows = openBetween(sources, asked);
  let idOf: ((start: number) => string) | undefined;
  for (const window of windows) {
    if (window.id !== undefined) continue;
    idOf ??= windowIdsOf(professionalId);
    window.id = idOf(window.start);
  }
  return windows.filter(hasId);
}

const hasId = (window: OpenWindow): window is SourcedWindow => window.id !== undefined;

/** The rules as the rules of hours read them. */
export function hoursOf({ schedules, dates, closed_on_holidays_of }: WindowSources): Hours {
  return {
    schedules: decoded(schedules),
    dates: new Map(dates?.map(([day, hours]) => [day, intervalsOf(hours)])),
    isHoliday: isHolidayIn(closed_on_holidays_of),
  };
}

function decoded(rows: WindowSources['schedules']): Schedule[] {
  return (rows ?? []).map(([first, last, every_weeks, week]) => ({
    first,
    last: last ?? Infinity,
    every_weeks,
    week: weekOf(week),
  }));
}

/** What a profile shows of the schedules of this week in the professional's zone. */
export function openingHoursOf(schedules: WindowSources['schedules'], zone: string, now: number) {
  return schedules ? openingHours(decoded(schedules), dayOf(now, zone)) : [];
}

/** The intervals of each weekday, from Monday. */
function weekOf(flat: readonly number[]): Interval[][] {
  const week: Interval[][] = [[], [], [], [], [], [], []];
  for (let i = 0; i < flat.length; i += 3)
    week[(flat[i] ?? 1) - 1]?.push({ start: flat[i + 1] ?? 0, end: flat[i + 2] ?? 0 });
  return week;
}

export function intervalsOf(flat: readonly number[]): Interval[] {
  const intervals: Interval[] = [];
  for (let i = 0; i < flat.length; i += 2) intervals.push({ start: flat[i] ?? 0, end: flat[i + 1] ?? 0 });
  return intervals;
}
