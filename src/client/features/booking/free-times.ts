import { DAY } from '#shared/constants.ts';
import { dayKey, localParts } from '#shared/time.ts';

interface Window {
  id: string;
  start_time: string;
  available_slots: readonly { start_time: string }[];
}

/** A time that can be booked; `start` in epoch milliseconds. */
export interface FreeTime {
  start: number;
  availabilityId: string;
}

/** Free times soonest first, each once: answers for neighbouring ranges may repeat one. */
export function freeTimesOf(windows: readonly Window[]): FreeTime[] {
  const byStart = new Map<number, FreeTime>();
  for (const { id, available_slots } of windows) {
    for (const { start_time } of available_slots)
      byStart.set(Date.parse(start_time), { start: Date.parse(start_time), availabilityId: id });
  }
  return [...byStart.values()].sort((one, other) => one.start - other.start);
}

/** Free times by the day on which they start in `zone`; a day with a window and nothing free has an empty list. */
export function freeDaysOf(windows: readonly Window[], zone: string): Map<string, FreeTime[]> {
  const days = new Map<string, FreeTime[]>();
  for (const { start_time, available_slots } of windows) {
    if (available_slots.length === 0) days.set(dayKey(Date.parse(start_time), zone), []);
  }
  for (const time of freeTimesOf(windows)) {
    const key = dayKey(time.start, zone);
    days.set(key, [...(days.get(key) ?? []), time]);
  }
  return days;
}

/** Noon of a day `2026-11-26` on the calendar itself, for reading its weekday and date in `UTC`. */
export function noonOf(key: string) {
  return Date.parse(`${key}T12:00:00Z`);
}

export function addDays(key: string, days: number) {
  return new Date(noonOf(key) + days * DAY).toISOString().slice(0, 10);
}

/** The seven days, Monday first, of the week that a day is in. */
export function weekOf(key: string): string[] {
  const monday = addDays(key, -((localParts(noonOf(key), 'UTC').weekday + 6) % 7));
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
}

export const partsOfDay = ['Morning', 'Afternoon', 'Evening'] as const;

/** Noon and 5 PM divide the day. */
export function partOfDay(ms: number, zone: string): (typeof partsOfDay)[number] {
  const { hour } = localParts(ms, zone);
  return hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening';
}

/** The free times closest to an instant, soonest first. */
export function nearestTo(times: readonly FreeTime[], ms: number, count: number): FreeTime[] {
  const byDistance = [...times].sort((one, other) => Math.abs(one.start - ms) - Math.abs(other.start - ms));
  return byDistance.slice(0, count).sort((one, other) => one.start - other.start);
}
