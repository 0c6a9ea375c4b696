import { noonOf } from '#shared/days.ts';
import { dayKey, formatDayHeading, localParts } from '#shared/time.ts';

interface Window {
  id: string;
  start_time: string;
  available_slots: readonly { start_time: string }[];
}

/** A bookable time; `start` in epoch milliseconds. */
export interface Slot {
  start: number;
  availabilityId: string;
}

/** `Thursday, November 26, 2026` of `2026-11-26`, as the picker of times has it (contract 6). */
export function slotDayHeading(day: string): string {
  return formatDayHeading(noonOf(day), 'UTC');
}

/** Returns the slots in order, without the duplicates of adjacent ranges. */
export function slotsOf(windows: readonly Window[]): Slot[] {
  const byStart = new Map<number, Slot>();
  for (const { id, available_slots } of windows) {
    for (const { start_time } of available_slots)
      byStart.set(Date.parse(start_time), { start: Date.parse(start_time), availabilityId: id });
  }
  return [...byStart.values()].sort((one, other) => one.start - other.start);
}

/** Groups slots by the day of their start in `zone`. A day whose windows are full has an empty list. */
export function slotDaysOf(windows: readonly Window[], zone: string): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>();
  for (const { start_time, available_slots } of windows) {
    if (available_slots.length === 0) days.set(dayKey(Date.parse(start_time), zone), []);
  }
  for (const time of slotsOf(windows)) {
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

/** Returns the slots closest to an instant, in order. */
export function nearestTo(slots: readonly Slot[], ms: number, count: number): Slot[] {
  const byDistance = [...slots].sort((one, other) => Math.abs(one.start - ms) - Math.abs(other.start - ms));
  return byDistance.slice(0, count).sort((one, other) => one.start - other.start);
}
