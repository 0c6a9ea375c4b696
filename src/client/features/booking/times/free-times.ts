import { dayKey, localParts } from '#shared/time.ts';

interface Window {
  id: string;
  start_time: string;
  available_slots: readonly { start_time: string }[];
}

/** A bookable time; `start` in epoch milliseconds. */
export interface FreeTime {
  start: number;
  availabilityId: string;
}

/** Returns the free times in order, without the duplicates of adjacent ranges. */
export function freeTimesOf(windows: readonly Window[]): FreeTime[] {
  const byStart = new Map<number, FreeTime>();
  for (const { id, available_slots } of windows) {
    for (const { start_time } of available_slots)
      byStart.set(Date.parse(start_time), { start: Date.parse(start_time), availabilityId: id });
  }
  return [...byStart.values()].sort((one, other) => one.start - other.start);
}

/** Groups free times by the day of their start in `zone`. A day whose windows are full has an empty list. */
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

export const partsOfDay = ['Morning', 'Afternoon', 'Evening'] as const;

/** The afternoon is from noon to 5 PM. */
export function partOfDay(ms: number, zone: string): (typeof partsOfDay)[number] {
  const { hour } = localParts(ms, zone);
  return hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening';
}

/** Returns the free times closest to an instant, in order. */
export function nearestTo(times: readonly FreeTime[], ms: number, count: number): FreeTime[] {
  const byDistance = [...times].sort((one, other) => Math.abs(one.start - ms) - Math.abs(other.start - ms));
  return byDistance.slice(0, count).sort((one, other) => one.start - other.start);
}
