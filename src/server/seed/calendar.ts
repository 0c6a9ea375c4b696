import { DAY } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { fromLocalInput } from '#shared/time.ts';
import type { DemoProfessional } from './professionals.ts';

/** How far the demo's windows reach from its day: enough behind it for a past, four weeks ahead. */
const daysBack = 24;
const daysAhead = 28;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A day on which somebody works; `offset` counts from the demo's day. The windows are instants, epoch milliseconds. */
export type OpenDay = { offset: number; windows: Span[] };

/** The professional's working days around a date (`2026-11-26`), each in the hours of their own clock, whatever it does in between. */
export function openDays({ hours, zone, name }: DemoProfessional, today: string): OpenDay[] {
  const days: OpenDay[] = [];
  for (let offset = -daysBack; offset <= daysAhead; offset++) {
    const date = new Date(Date.parse(today) + offset * DAY);
    const weekday = weekdays[date.getUTCDay()] ?? '';
    const open = hours.find(([on]) => on.split(' ').includes(weekday))?.slice(1) ?? [];
    const windows = open.map((times) => {
      const [start, end] = times.split('-').map((time) => fromLocalInput(`${date.toISOString().slice(0, 10)}T${time}`, zone));
      if (start === undefined || end === undefined || end <= start) throw new Error(`hours of ${name}: ${times}`);
      return { start, end };
    });
    if (windows.length > 0) days.push({ offset, windows });
  }
  return days;
}
