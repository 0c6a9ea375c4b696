import { DAY, HOUR, MINUTE } from '../constants.ts';
import { addDays, noonOf } from '../days.ts';
import { fromLocalInput, zoneOffset } from '../time.ts';
import type { Span } from './slots.ts';

/** Where something lies on the hours of a day, minutes from the first hour shown. */
export interface GridPosition {
  at: number;
  length: number;
}

/**
 * A whole hour of the clock, 0 to 23; `isAgain` is the second one of its name, in a night in which the clocks go back.
 */
interface HourMark {
  at: number;
  hour: number;
  isAgain: boolean;
}

export interface HourGrid {
  /** Minutes from the first hour to the last. */
  length: number;
  hours: HourMark[];
  /** Undefined if the span does not touch the day. A span over midnight lies on both days. */
  position: (span: Span, day: string) => GridPosition | undefined;
  /** The last quarter of an hour of a day that begins at or before so many minutes of the grid, epoch milliseconds. */
  quarterAt: (minutes: number, day: string) => number;
  /**
   * The stretch of hours that a day does not have: an hour that is skipped, or one that only another day of the grid
   * has twice.
   */
  missing: (day: string) => GridPosition | undefined;
}

/**
 * The change of the clocks within a day: the first instant after it, and the time of day when it comes, by the clock
 * before.
 */
interface Change {
  day: string;
  at: number;
  clock: number;
  /** Milliseconds that the clock goes back; negative if it goes forward. */
  back: number;
}

/** Hours that are shown even when nothing lies in them. */
const always = { from: 9 * HOUR, to: 17 * HOUR };

/** The first instant of a day, epoch milliseconds. */
export function startOfDay(day: string, zone: string): number {
  return fromLocalInput(`${day}T00:00`, zone) ?? noonOf(day);
}

/**
 * Lays days side by side along the hours of the clock in `zone`, from the earliest of `spans` to the latest. A day on
 * which the clocks go back has an hour twice: the grid then has it twice, and the other days have a gap there, so that
 * lengths stay true.
 */
export function hourGrid(days: readonly string[], zone: string, spans: readonly Span[]): HourGrid {
  const boundsOf = (day: string) => ({ start: startOfDay(day, zone), end: startOfDay(addDays(day, 1), zone) });
  const bounds = new Map(days.map((day) => [day, boundsOf(day)]));
  const change = days.map((day) => changeOf(day, bounds.get(day), zone)).find((found) => found !== undefined);
  const twice = change && change.back > 0 ? change : undefined;
  const inserted = twice?.back ?? 0;
  const ofClock = (clock: number) => (twice && clock >= twice.clock ? clock + inserted : clock);

  /** Milliseconds from midnight along the grid. */
  function along(ms: number, day: string) {
    const clock = modulo(ms + zoneOffset(ms, zone), DAY);
    if (twice?.day === day && ms >= twice.at && clock < twice.clock) return clock + inserted;
    return ofClock(clock);
  }
  function lies(span: Span, day: string): Span | undefined {
    const bound = bounds.get(day);
    if (!bound || !(span.start < bound.end && span.end > bound.start)) return undefined;
    // The end is looked for just before it, because the next instant may be another day's or lie after a change of the
    // clocks.
    const end = along(Math.min(span.end, bound.end) - 1, day) + 1;
    return { start: along(Math.max(span.start, bound.start), day), end };
  }

  const marks: { at: number; hour: number; isAgain: boolean }[] = [];
  for (let hour = 0; hour < 24; hour++) marks.push({ at: ofClock(hour * HOUR), hour, isAgain: false });
  if (twice) {
    for (let clock = Math.ceil((twice.clock - inserted) / HOUR) * HOUR; clock < twice.clock; clock += HOUR) {
      marks.push({ at: clock + inserted, hour: (clock / HOUR) % 24, isAgain: true });
    }
  }
  marks.sort((one, other) => one.at - other.at);
  const whole = DAY + inserted;
  const shown = days.flatMap((day) => spans.map((span) => lies(span, day)).filter((found) => found !== undefined));
  const first = Math.min(ofClock(always.from), ...shown.map(({ start }) => start));
  const last = Math.max(ofClock(always.to), ...shown.map(({ end }) => end));
  const from = Math.max(...marks.map(({ at }) => at).filter((at) => at <= first));
  const to = Math.min(whole, ...marks.map(({ at }) => at).filter((at) => at >= last));

  const onGrid = ({ start, end }: Span): GridPosition | undefined => {
    const [begin, stop] = [Math.max(start, from), Math.min(end, to)];
    return begin < stop ? { at: (begin - from) / MINUTE, length: (stop - begin) / MINUTE } : undefined;
  };
  return {
    length: (to - from) / MINUTE,
    hours: marks.filter(({ at }) => at >= from && at < to).map((mark) => ({ ...mark, at: (mark.at - from) / MINUTE })),
    position(span, day) {
      const found = lies(span, day);
      return found && onGrid(found);
    },
    quarterAt(minutes, day) {
      const { start, end } = boundsOf(day);
      let found = start;
      for (let at = start; at < end && along(at, day) - from <= minutes * MINUTE; at += 15 * MINUTE) found = at;
      return found;
    },
    missing(day) {
      if (!change) return undefined;
      const skipped = change.back < 0 && day === change.day;
      const onlyElsewhere = change.back > 0 && day !== change.day;
      return skipped || onlyElsewhere
        ? onGrid({ start: change.clock, end: change.clock + Math.abs(change.back) })
        : undefined;
    },
  };
}

/** Undefined for a day on which the clocks do not change. */
function changeOf(day: string, bound: Span | undefined, zone: string): Change | undefined {
  if (!bound) return undefined;
  const before = zoneOffset(bound.start, zone);
  const after = zoneOffset(bound.end - 1, zone);
  if (before === after) return undefined;
  let [low, high] = [bound.start, bound.end - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle, zone) === before) low = middle;
    else high = middle;
  }
  return { day, at: high, clock: modulo(low + before, DAY) + 1, back: before - after };
}

function modulo(value: number, by: number) {
  return ((value % by) + by) % by;
}
