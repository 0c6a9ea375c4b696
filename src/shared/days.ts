import { DAY } from './constants.ts';
import { localParts } from './time.ts';

// A calendar day is the text `2026-11-26`, as `dayKey` makes it of an instant.

/** Returns noon UTC of a day, to format its weekday and date in `UTC`. */
export function noonOf(key: string): number {
  return Date.parse(`${key}T12:00:00Z`);
}

export function addDays(key: string, days: number): string {
  return new Date(noonOf(key) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the seven days of a day's week, from Monday. */
export function weekOf(key: string): string[] {
  const monday = addDays(key, -((weekdayOf(key) + 6) % 7));
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
}

/** 0 for Sunday. */
export function weekdayOf(key: string): number {
  return localParts(noonOf(key), 'UTC').weekday;
}
