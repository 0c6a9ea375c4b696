import { DAY } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { fromLocalInput } from '#shared/time.ts';
import type { DemoProfessional } from './professionals.ts';

/** Days before and after the demo's day that may have appointments. */
const daysBack = 24;
const daysAhead = 28;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A working day; `offset` counts days from the demo's day. Windows are in epoch milliseconds. */
export type OpenDay = { offset: number; windows: Span[] };

/** The professional's working days around a date (`2026-11-26`), with hours in their own zone, across clock changes. */
export function openDays({ hours, zone, name }: DemoProfessional, today: string): OpenDay[] {
  const days: OpenDay[] = [];
  for (let offset = -daysBack; offset <= daysAhead; offset++) {
    const date = new Date(Date.parse(today) + offset * DAY);
    const weekday = weekdays[date.getUTCDay()] ?? '';
    const open = hours.find(([on]) => on.split(' ').includes(weekday))?.slice(1) ?? [];
    const windows = open.map((times) => {
      const [start, end] = times
        .split('-')
        .map((time) => fromLocalInput(`${date.toISOString().slice(0, 10)}T${time}`, zone));
      if (start === undefined || end === undefined || end <= start) throw new Error(`hours of ${name}: ${times}`);
      return { start, end };
    });
    if (windows.length > 0) days.push({ offset, windows });
  }
  return days;
}
