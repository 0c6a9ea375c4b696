import type { Span } from '#shared/rules/slots.ts';
import { dayKey, formatShortDay, formatSlotTime, formatTimes, localParts } from '#shared/time.ts';

/**
 * `Thu 26 Nov, 12:00 PM to 5:00 PM`, `Thu 26 Nov, 1:00 PM to midnight`, `Thu 26 Nov, all day`, `Thu 26 Nov to Fri 4
 * Dec`. A day of another year than now's says its own; without `now`, than the start's.
 */
export function timeOffText({ start, end }: Span, zone: string, now = start): string {
  const from = formatShortDay(start, zone, now);
  const last = formatShortDay(end - 1, zone, now);
  if (isMidnight(end, zone)) {
    if (isMidnight(start, zone)) return last === from ? `${from}, all day` : `${from} to ${last}`;
    if (last === from) return `${from}, ${formatSlotTime(start, zone)} to midnight`;
  }
  return dayKey(start, zone) === dayKey(end, zone)
    ? `${from}, ${formatTimes(start, end, zone)}`
    : `${from}, ${formatSlotTime(start, zone)} to ${formatShortDay(end, zone, now)}, ${formatSlotTime(end, zone)}`;
}

/** The same for the calendar of a day, which says its date: `12:00 PM to 5:00 PM` if it begins and ends on one. */
export function timeOffTimes(span: Span, zone: string): string {
  const { start, end } = span;
  return dayKey(start, zone) === dayKey(end, zone) ? formatTimes(start, end, zone) : timeOffText(span, zone);
}

function isMidnight(at: number, zone: string): boolean {
  const { hour, minute } = localParts(at, zone);
  return hour === 0 && minute === 0;
}
