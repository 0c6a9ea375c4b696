import { DAY, MINUTE, windowBounds } from '../constants.ts';
import { wallInstant, zoneOffset } from '../time.ts';
import { type Hours, type HoursSource, hoursOfDay, type Interval } from './hours.ts';
import { firstEndingAfter, type Span } from './slots.ts';

type HourWindow = Span & { source: HoursSource };

/** Shortest window, milliseconds. */
const shortestWindow = windowBounds.minMinutes * MINUTE;

/** The day (since 1970) of an instant in a zone. */
export function dayOf(ms: number, zone: string): number {
  return Math.floor((ms + zoneOffset(ms, zone)) / DAY);
}

/**
 * The windows that hours make (contract 8) and that overlap a range, whole and soonest first: the hours of each date as
 * instants, cut around single windows, without what is left under 15 minutes. `singles` are sorted, do not overlap, and
 * include all that overlap such a window.
 */
export function windowsOfHours(hours: Hours, zone: string, range: Span, singles: readonly Span[]): HourWindow[] {
  const windows: HourWindow[] = [];
  const earlier: Span[] = [];
  let reach = -Infinity;
  // Where a date is left out, its hours move on to the next; earlier dates cut what is read.
  const last = dayOf(range.end, zone) + 1;
  for (let day = dayOf(range.start, zone) - 3; day <= last; day++) {
    const { source, intervals } = hoursOfDay(hours, day);
    if (intervals.length === 0) continue;
    const instants = instantsOf(day, intervals, zone);
    const spans =
      (instants[0]?.start ?? reach) < reach
        ? instants.flatMap((span) => (span.start < reach ? without(span, earlier.toSorted(byStart)) : span))
        : instants;
    for (const span of spans) {
      for (const { start, end } of singles.length > 0 ? without(span, singles) : [span]) {
        if (end - start >= shortestWindow && end > range.start && start < range.end)
          windows.push({ start, end, source });
      }
    }
    earlier.push(...spans);
    reach = Math.max(reach, spans.at(-1)?.end ?? reach);
  }
  return windows.sort(byStart);
}

const byStart = (one: Span, other: Span) => one.start - other.start;

/** What is left of a span beside others, which are sorted and do not overlap. */
function without(span: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let { start } = span;
  for (let i = firstEndingAfter(others, start); start < span.end; i++) {
    const next = others[i];
    if (!next || next.start >= span.end) {
      left.push({ start, end: span.end });
      break;
    }
    if (next.start > start) left.push({ start, end: next.start });
    start = next.end;
  }
  return left;
}

/**
 * The hours of a date, sorted and without overlaps, as instants; those that a clock change makes overlap are united,
 * those that touch stay two.
 */
function instantsOf(day: number, intervals: readonly Interval[], zone: string): Span[] {
  const midnight = day * DAY;
  const offset = zoneOffset(midnight - DAY, zone);
  // No zone changes twice within these days, so that equal offsets around the date are those of the date.
  if (offset === zoneOffset(midnight + 2 * DAY, zone)) {
    const begin = midnight - offset;
    return intervals.map(({ start, end }) => ({ start: begin + start * MINUTE, end: begin + end * MINUTE }));
  }
  const spans = intervals.map(({ start, end }) => ({
    start: wallInstant(midnight + start * MINUTE, zone),
    end: wallInstant(midnight + end * MINUTE, zone),
  }));
  const result: Span[] = [];
  for (const span of spans.filter(({ start, end }) => end > start).sort(byStart)) {
    const before = result.at(-1);
    if (before && span.start < before.end) before.end = Math.max(before.end, span.end);
    else result.push(span);
  }
  return result;
}

/** How many of these spans windows, taken together, do not cover. `windows` are sorted and do not overlap. */
export function countUncovered(spans: readonly Span[], windows: readonly Span[]): number {
  const covered: Span[] = [];
  for (const { start, end } of windows) {
    const before = covered.at(-1);
    if (before?.end === start) before.end = end;
    else covered.push({ start, end });
  }
  return spans.filter((span) => {
    const holder = covered[firstEndingAfter(covered, span.start)];
    return !holder || holder.start > span.start || holder.end < span.end;
  }).length;
}
