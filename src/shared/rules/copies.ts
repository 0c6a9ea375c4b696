import { addDays, weekdayOf } from '../days.ts';
import { dayKey, fromLocalInput, toLocalInput } from '../time.ts';

/** A window of availability, epoch milliseconds. */
interface Span {
  start: number;
  end: number;
}

/** Moves a window by whole days: the same hours of the clock in `zone`, whatever daylight saving does in between. */
function moved({ start, end }: Span, days: number, zone: string): Span {
  const at = (ms: number) => {
    const local = toLocalInput(ms, zone);
    return fromLocalInput(`${addDays(local.slice(0, 10), days)}${local.slice(10)}`, zone) ?? ms;
  };
  return { start: at(start), end: at(end) };
}

/**
 * Returns the windows of one day again on each chosen weekday (0 for Sunday) of the `weeks` that follow the day, in
 * order.
 */
export function copiesOfDay(
  windows: readonly Span[],
  weekdays: readonly number[],
  weeks: number,
  zone: string,
): Span[] {
  const first = windows[0];
  if (!first) return [];
  const day = dayKey(first.start, zone);
  const copies: Span[] = [];
  for (let days = 1; days <= weeks * 7; days++) {
    if (!weekdays.includes(weekdayOf(addDays(day, days)))) continue;
    for (const window of windows) copies.push(moved(window, days, zone));
  }
  return copies;
}

/** Returns the windows of one week again in each of the `weeks` that follow it, in order. */
export function copiesOfWeek(windows: readonly Span[], weeks: number, zone: string): Span[] {
  return Array.from({ length: weeks }, (_, week) =>
    windows.map((window) => moved(window, 7 * (week + 1), zone)),
  ).flat();
}
