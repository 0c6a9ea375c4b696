import { DAY, hoursBounds } from '../constants.ts';
import { merged } from './slots.ts';

// Hours as rules (contract 8), in the wall clock of the professional's zone. A date is the number of its day since
// 1970, a time the minutes since midnight, up to 1,440 for 24:00.

/** Half-open, minutes since midnight. */
export type Interval = { start: number; end: number };

/** What a week has, and in which weeks it counts. */
export type Schedule = {
  /** First and last day on which it counts; `last` is Infinity for a schedule without an end. */
  first: number;
  last: number;
  /** It counts in the week (Monday to Sunday) of `first`, and every so many weeks after it. */
  every_weeks: number;
  /** Hours by weekday, from Monday: sorted, neither overlapping nor touching. */
  week: readonly (readonly Interval[])[];
};

/** All rules from which the hours of a date follow. */
export type Hours = {
  schedules: readonly Schedule[];
  /** Dates of their own; none at all closes the day. */
  dates: ReadonlyMap<number, readonly Interval[]>;
  /** Whether a day is a public holiday on which the professional is closed. */
  isHoliday: (day: number) => boolean;
};

export type HoursSource = 'weekly' | 'date';

/** The day of a date such as `2026-11-26`. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY;
}

/** `2026-11-26` of a day. */
export function dateText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** `09:30` as minutes since midnight. */
export function minutesOfClock(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** `09:30`, or `24:00`, of minutes since midnight. */
export function clockText(minutes: number): string {
  const digits = (number: number) => String(number).padStart(2, '0');
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** 0 for Monday. Day 0, the first of January 1970, was a Thursday. */
function weekdayOfDay(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Weeks from Monday, counted from that of day 0. */
function weekOfDay(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** Whether a schedule counts on a day. */
function countsOn({ first, last, every_weeks }: Schedule, day: number): boolean {
  return day >= first && day <= last && (weekOfDay(day) - weekOfDay(first)) % every_weeks === 0;
}

const none: readonly Interval[] = [];

/** The hours of a date: its own, else none on a holiday, else those of all schedules that count on it, united. */
export function hoursOfDay(hours: Hours, day: number): { source: HoursSource; intervals: readonly Interval[] } {
  const own = hours.dates.get(day);
  if (own) return { source: 'date', intervals: own };
  if (hours.isHoliday(day)) return { source: 'weekly', intervals: none };
  const weekday = weekdayOfDay(day);
  const counting = hours.schedules.filter((schedule) => countsOn(schedule, day));
  const [only = none, ...more] = counting.map(({ week }) => week[weekday] ?? none);
  return { source: 'weekly', intervals: more.length === 0 ? only : merged([only, ...more].flat()) };
}

/**
 * What a profile shows: the hours of the schedules that count on any day of the week (Monday to Sunday) of `today`,
 * united, for each weekday (1 for Monday) that has any.
 */
export function openingHours(
  schedules: readonly Schedule[],
  today: number,
): { weekday: number; hours: { start: string; end: string }[] }[] {
  const monday = today - weekdayOfDay(today);
  const days = [0, 1, 2, 3, 4, 5, 6];
  const counting = schedules.filter((schedule) => days.some((day) => countsOn(schedule, monday + day)));
  return days
    .map((day) => ({ weekday: day + 1, hours: merged(counting.flatMap(({ week }) => week[day] ?? none)) }))
    .filter(({ hours }) => hours.length > 0)
    .map(({ weekday, hours }) => ({ weekday, hours: hours.map(clockTexts) }));
}

/** An interval with its times as texts. */
export function clockTexts({ start, end }: Interval): { start: string; end: string } {
  return { start: clockText(start), end: clockText(end) };
}

/**
 * What is wrong with the hours of a day, and with which of them; undefined when nothing is. Messages are those of the
 * form.
 */
export function hoursFault(intervals: readonly Interval[]): { index: number; message: string } | undefined {
  for (const [index, { start, end }] of intervals.entries()) {
    if (end <= start) return { index, message: 'End must be after start' };
    if (end - start < hoursBounds.minMinutes)
      return { index, message: `Hours must be at least ${hoursBounds.minMinutes} minutes long` };
    const other = intervals.findIndex((one, before) => before < index && one.start <= end && start <= one.end);
    if (other >= 0) return { index, message: 'Hours of a day must not overlap or touch' };
  }
  return intervals.length > hoursBounds.intervalsADay
    ? { index: hoursBounds.intervalsADay, message: `A day has at most ${hoursBounds.intervalsADay} stretches of hours` }
    : undefined;
}
