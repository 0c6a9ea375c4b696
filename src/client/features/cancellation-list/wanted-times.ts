import type { ListEntry } from '#shared/cancellation-list.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { isolated } from '#shared/isolated.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { merged } from '#shared/rules/slots.ts';
import { dayKey, formatShortDay, formatSlotTime, wallInstant } from '#shared/time.ts';

/** Who waits, as their professional sees them. */
export const nameOf = ({ client }: ListEntry) => isolated(`${client.first_name} ${client.last_name}`);

/** Parts of the day by the professional's clock: hours since midnight. */
export const dayParts = {
  any: { label: 'Any time', from: 0, to: 24 },
  morning: { label: 'Morning', from: 0, to: 12 },
  afternoon: { label: 'Afternoon', from: 12, to: 17 },
  evening: { label: 'Evening', from: 17, to: 24 },
} as const;
export type DayPart = keyof typeof dayParts;

/** Instead of days: all of them, for so many. */
export const anyDay = 'any';
const anyDays = 28;

interface Asked {
  days: readonly string[];
  part: DayPart;
}
interface Bounds {
  zone: string;
  now: number;
  /** Of the visit. */
  minutes: number;
  /** When the last one ends at the latest. */
  until?: number;
}

/** The windows of days, `2026-11-26`, where there is room left for the visit; consecutive whole days are one. */
export function windowsOf({ days, part }: Asked, { zone, now, minutes, until = Infinity }: Bounds) {
  const { from, to } = dayParts[part];
  const at = (day: string, hour: number) =>
    hour === 24 ? startOfDay(addDays(day, 1), zone) : wallInstant(Date.parse(`${day}T00:00Z`) + hour * HOUR, zone);
  const minute = Math.floor(now / MINUTE) * MINUTE;
  const spans = days.includes(anyDay)
    ? [{ start: minute, end: startOfDay(addDays(dayKey(now, zone), anyDays + 1), zone) }]
    : merged(days.map((day) => ({ start: at(day, from), end: at(day, to) })));
  return spans
    .map(({ start, end }) => ({ start, end: Math.min(end, until) }))
    .filter(({ start, end }) => end - Math.max(start, now) >= minutes * MINUTE)
    .map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}

/** `Sat 28 Nov, 9:00 AM to 12:00 PM`; of whole days the days alone. */
export function windowText({ start, end }: ListEntry['windows'][number], zone: string): string {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const lastDay = dayKey(to - 1, zone);
  const isWhole = to === startOfDay(addDays(lastDay, 1), zone);
  const first = dayKey(from, zone);
  const last = first === lastDay ? '' : ` to ${formatShortDay(to - 1, zone)}`;
  if (isWhole && from === startOfDay(first, zone)) return `${formatShortDay(from, zone)}${last}`;
  const until =
    isWhole && last !== '' ? last.slice(4) : `${last === '' ? '' : `${last.slice(4)}, `}${formatSlotTime(to, zone)}`;
  return `${formatShortDay(from, zone)}, ${formatSlotTime(from, zone)} to ${until}`;
}
