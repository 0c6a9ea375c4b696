import { DAY, MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { formatHours, formatMinutes } from '#shared/duration.ts';

/** How far away something is, of milliseconds: `in 40 minutes`, `in 2 h 30 min` or `in 3 days`. */
export function inWords(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE);
  if (minutes < 60) return `in ${formatMinutes(minutes)}`;
  if (ms < DAY) return `in ${formatHours(minutes)}`;
  return `in ${counted(Math.floor(ms / DAY), 'day')}`;
}
