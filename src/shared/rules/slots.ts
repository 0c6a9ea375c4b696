import { defaultSlotMinutes, MINUTE } from '#shared/constants.ts';
import { totalMinutes } from '#shared/duration.ts';

/** Half-open [start, end), epoch milliseconds. */
export type Span = { start: number; end: number };
export type AvailabilityWindow = Span & { id: string };

/**
 * Minutes are whole; `now`, `from` and `to` are epoch milliseconds. `from` and `to` keep only the slots that start in
 * [from, to).
 */
export type SlotRule = {
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  duration_minutes: number;
  now: number;
  from?: number | undefined;
  to?: number | undefined;
};

/** Length of a slot for the chosen services (contract 5), minutes. */
export function slotMinutes(services: readonly { service_duration_minutes: number }[]): number {
  return services.length === 0 ? defaultSlotMinutes : totalMinutes(services);
}

/** First instant of a window's grid after `instant`, free or not. Epoch milliseconds. */
export function gridAfter(window: Span, slotIntervalMinutes: number, instant: number): number {
  const step = slotIntervalMinutes * MINUTE;
  return window.start + step * Math.max(0, Math.floor((instant - window.start) / step) + 1);
}

/**
 * Free starts of a window (epoch milliseconds, ascending). `busy` is sorted, without overlaps; it must include busy
 * times within the buffer around the window, and may include others.
 */
export function freeSlots(window: Span, busy: readonly Span[], rule: SlotRule): number[] {
  const step = rule.slot_interval_minutes * MINUTE;
  const length = rule.duration_minutes * MINUTE;
  const buffer = rule.buffer_minutes * MINUTE;
  const notBefore = window.start + step * Math.max(0, Math.ceil(((rule.from ?? window.start) - window.start) / step));
  const latest = Math.min(window.end - length, (rule.to ?? Infinity) - 1);

  const starts: number[] = [];
  let start = Math.max(
    notBefore,
    gridAfter(window, rule.slot_interval_minutes, rule.now + rule.min_notice_minutes * MINUTE),
  );
  for (let i = firstEndingAfter(busy, start - buffer); start <= latest; i++) {
    const next = busy[i];
    const clearUntil = next ? Math.min(latest, next.start - buffer - length) : latest;
    for (; start <= clearUntil; start += step) starts.push(start);
    if (!next) break;
    const blocked = next.end + buffer - start;
    if (blocked > 0) start += step * Math.ceil(blocked / step);
  }
  return starts;
}

/**
 * The first free start of these windows, which are sorted and do not overlap; undefined when there is none. `busy` as
 * for `freeSlots`. Of both no more is read than it takes: mostly one window and what is in it.
 */
export function firstFree(windows: Iterable<Span>, busy: Iterable<Span>, rule: SlotRule): number | undefined {
  const coming = busy[Symbol.iterator]();
  const known: Span[] = [];
  for (const window of windows) {
    const reach = window.end + rule.buffer_minutes * MINUTE;
    while ((known.at(-1)?.start ?? -Infinity) < reach) {
      const { value, done } = coming.next();
      if (done) break;
      known.push(value);
    }
    const [first] = freeSlots(window, known, rule);
    if (first !== undefined) return first;
  }
  return undefined;
}

/**
 * Whether a window has a free slot at exactly this instant, by means of `freeSlots`. `windows` are sorted, without
 * overlaps.
 */
export function isOffered(start: number, windows: readonly Span[], busy: readonly Span[], rule: SlotRule): boolean {
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
