import { defaultTimeZone, HOUR } from '#shared/constants.ts';
import { addDays, weekdayOf } from '#shared/days.ts';
import type { SlotRange } from '#shared/slot-range.ts';
import { dayKey, formatShortDay, formatTimes, wallInstant, weekdays } from '#shared/time.ts';

/** Parts of a day, by the hours of its clock; the afternoon is from noon to 5 PM, as in the picker. */
export const dayParts = { Morning: [0, 12], Afternoon: [12, 17], Evening: [17, 24] } as const;
export type DayPart = keyof typeof dayParts;

/** A day's clock at full hours, epoch milliseconds; 24 is the next midnight. */
function at(day: string, hour: number, zone: string): number {
  return wallInstant(Date.parse(`${day}T00:00:00Z`) + hour * HOUR, zone);
}

function range(from: number, to: number): SlotRange {
  return { free_from: new Date(from).toISOString(), free_to: new Date(to).toISOString() };
}

/** A calendar day, or a part of it. */
export function dayRange(day: string, zone: string, part?: DayPart): SlotRange {
  const [from, to] = part ? dayParts[part] : [0, 24];
  return range(at(day, from, zone), at(day, to, zone));
}

/** What one of `whens` means at an instant in a zone: a weekday is the next one, or today; undefined for other texts. */
export function rangeOfWhen(when: string, now: number, zone = defaultTimeZone): SlotRange | undefined {
  const today = dayKey(now, zone);
  const days = (first: string, count: number) => range(at(first, 0, zone), at(addDays(first, count), 0, zone));
  if (when === 'Today') return days(today, 1);
  if (when === 'Tomorrow') return days(addDays(today, 1), 1);
  if (when === 'Next 7 days') return days(today, 7);
  if (when === 'This weekend') {
    // On a Sunday, what is left of it.
    const saturday = addDays(today, 6 - weekdayOf(today));
    return weekdayOf(today) === 0 ? days(today, 1) : days(saturday, 2);
  }
  const weekday = weekdays.indexOf(when);
  return weekday === -1 ? undefined : days(addDays(today, (weekday - weekdayOf(today) + 7) % 7), 1);
}

/** The day in which a range lies, with its part if it is one; undefined for a range of several days. */
export function dayOf({ free_from, free_to }: SlotRange, zone: string): { day: string; part?: DayPart } | undefined {
  const [from, to] = [Date.parse(free_from), Date.parse(free_to)];
  const day = dayKey(from, zone);
  if (dayKey(to - 1, zone) !== day) return undefined;
  const part = (Object.keys(dayParts) as DayPart[]).find((name) => {
    const own = dayRange(day, zone, name);
    return Date.parse(own.free_from) === from && Date.parse(own.free_to) === to;
  });
  return part ? { day, part } : { day };
}

/** `Sat 28 Nov`, `Sat 28 Nov, morning`, `Sat 28 Nov to Sun 29 Nov`, `Sat 28 Nov, 9:00 AM to 1:00 PM`. */
export function rangeText(asked: SlotRange, zone: string): string {
  const [from, to] = [Date.parse(asked.free_from), Date.parse(asked.free_to)];
  const isMidnight = (ms: number) => at(dayKey(ms, zone), 0, zone) === ms;
  const first = formatShortDay(from, zone);
  if (isMidnight(from) && isMidnight(to)) {
    const last = formatShortDay(to - 1, zone);
    return first === last ? first : `${first} to ${last}`;
  }
  const part = dayOf(asked, zone)?.part;
  return `${first}, ${part ? part.toLowerCase() : formatTimes(from, to, zone)}`;
}
