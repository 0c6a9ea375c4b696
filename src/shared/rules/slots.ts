import { MINUTE } from '#shared/constants.ts';
import type { Part } from './visit.ts';

/** Half-open [start, end), epoch milliseconds. */
export type Span = { start: number; end: number };
/** Of a window of hours only the slots that start before `bookable_until` can be booked. */
export type OpenSpan = Span & { bookable_until?: number };
export type AvailabilityWindow = OpenSpan & { id: string };

/**
 * Minutes are whole; `now`, `from` and `to` are epoch milliseconds. `from` and `to` keep only the slots that start in
 * [from, to).
 */
export type SlotRule = {
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  duration_minutes: number;
  /** The parts of the visit that take the professional's time (`visitOf`), by default all of it. */
  parts?: readonly Part[];
  /** Time off: no part of the visit is in it. Sorted, without overlaps. */
  off?: readonly Span[];
  /** A start that is left out: that of the booking which is to get another time. */
  except?: number;
  now: number;
  from?: number | undefined;
  to?: number | undefined;
  /** Most starts that are looked for. */
  limit?: number;
};

/** First instant of a window's grid after `instant`, free or not. Epoch milliseconds. */
export function gridAfter(window: Span, slotIntervalMinutes: number, instant: number): number {
  const step = slotIntervalMinutes * MINUTE;
  return window.start + step * Math.max(0, Math.floor((instant - window.start) / step) + 1);
}

/** Sorted, with those that overlap or touch as one; of any unit. */
export function merged(spans: Iterable<Span>): Span[] {
  const result: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const before = result.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else result.push({ start, end });
  }
  return result;
}

/**
 * Slots of a window (epoch milliseconds, ascending): the whole visit lies in it, and each part of it is clear of
 * busy times by the buffer, and of time off. `busy` is sorted, without overlaps; it must include busy times within the
 * buffer around the window, and may include others.
 */
export function freeSlots(window: OpenSpan, busy: readonly Span[], rule: SlotRule): number[] {
  return slotsBetween(window, stretchesOf(busy, rule), rule);
}

/** `freeSlots` of one window after another: what is the same for all is made once. `busy` may grow in between. */
export function slotFinder(busy: readonly Span[], rule: SlotRule): (window: OpenSpan) => number[] {
  const stretches = stretchesOf(busy, rule);
  return (window) => slotsBetween(window, stretches, rule);
}

function slotsBetween(window: OpenSpan, stretches: Stretch[], rule: SlotRule): number[] {
  const step = rule.slot_interval_minutes * MINUTE;
  const notBefore = window.start + step * Math.max(0, Math.ceil(((rule.from ?? window.start) - window.start) / step));
  const until = Math.min(rule.to ?? Infinity, window.bookable_until ?? Infinity);
  const latest = Math.min(window.end - rule.duration_minutes * MINUTE, until - 1);

  const starts: number[] = [];
  let start = Math.max(
    notBefore,
    gridAfter(window, rule.slot_interval_minutes, rule.now + rule.min_notice_minutes * MINUTE),
  );
  for (const stretch of stretches) stretch.at = firstEndingAfter(stretch.spans, start + stretch.from);
  while (start <= latest) {
    let clearUntil = latest;
    let blockedUntil = start;
    for (const stretch of stretches) {
      while ((stretch.spans[stretch.at]?.end ?? Infinity) <= start + stretch.from) stretch.at++;
      const next = stretch.spans[stretch.at];
      if (!next) continue;
      const lastClear = next.start - stretch.to;
      if (start > lastClear) blockedUntil = Math.max(blockedUntil, next.end - stretch.from);
      else clearUntil = Math.min(clearUntil, lastClear);
    }
    if (blockedUntil > start) start += step * Math.ceil((blockedUntil - start) / step);
    else {
      for (; start <= clearUntil; start += step) {
        if (start !== rule.except) starts.push(start);
        if (starts.length === rule.limit) return starts;
      }
    }
  }
  return starts;
}

/** What must be clear of these spans, milliseconds from the start of a visit; `at` is the span that comes next. */
type Stretch = { from: number; to: number; spans: readonly Span[]; at: number };

/** The parts of a visit, with the buffer around them. */
function stretchesOf(
  busy: readonly Span[],
  { parts, duration_minutes, buffer_minutes, off = [] }: SlotRule,
): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { start, end } of parts ?? [{ start: 0, end: duration_minutes }]) {
    const buffer = buffer_minutes * MINUTE;
    stretches.push({ from: start * MINUTE - buffer, to: end * MINUTE + buffer, spans: busy, at: 0 });
    if (off.length > 0) stretches.push({ from: start * MINUTE, to: end * MINUTE, spans: off, at: 0 });
  }
  return stretches;
}

/**
 * Whether a window has a free slot at exactly this instant, by means of `freeSlots`. `windows` are sorted, without
 * overlaps.
 */
export function isOffered(start: number, windows: readonly OpenSpan[], busy: readonly Span[], rule: SlotRule): boolean {
  const window = windows[firstEndingAfter(windows, start)];
  if (!window || window.start > start) return false;
  const from = Math.max(start, rule.from ?? start);
  const to = Math.min(start + 1, rule.to ?? Infinity);
  return freeSlots(window, busy, { ...rule, from, to }).length > 0;
}

/** Index of the first span that ends after the instant, or the number of spans. */
export function firstEndingAfter(spans: readonly Span[], instant: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? Infinity) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
