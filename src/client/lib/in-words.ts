import { DAY, MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { noonOf } from '#shared/days.ts';
import { formatHours, formatMinutes } from '#shared/duration.ts';
import { dayKey } from '#shared/time.ts';

/** How far away a start is: `in 40 minutes`, `in 2 h 30 min` or, from 24 hours on, by the calendar: `in 3 days`. */
export function inWords(start: number, now: number, zone: string): string {
  const minutes = Math.ceil((start - now) / MINUTE);
  if (minutes < 60) return `in ${formatMinutes(minutes)}`;
  const days = (noonOf(dayKey(start, zone)) - noonOf(dayKey(now, zone))) / DAY;
  return start - now < DAY || days < 1 ? `in ${formatHours(minutes)}` : `in ${counted(days, 'day')}`;
}
