import { DAY, MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { noonOf } from '#shared/days.ts';
import { formatHours, formatMinutes } from '#shared/duration.ts';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';

/** How far away a start is: `in 40 minutes`, `in 2 h 30 min` or, from 24 hours on, by the calendar: `in 3 days`. */
export function inWords(start: number, now: number, zone: string): string {
  const minutes = Math.ceil((start - now) / MINUTE);
  if (minutes < 60) return `in ${formatMinutes(minutes)}`;
  const days = (noonOf(dayKey(start, zone)) - noonOf(dayKey(now, zone))) / DAY;
  return start - now < DAY || days < 1 ? `in ${formatHours(minutes)}` : `in ${counted(days, 'day')}`;
}

/** When something was said: `Just now`, `5 minutes ago`, `Today, 9:30 AM`, `Yesterday, 9:30 AM`, `Thu 26 Nov, 9:30 AM`. */
export function sinceInWords(instant: number, now: number, zone: string): string {
  const minutes = Math.floor((now - instant) / MINUTE);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  const days = (noonOf(dayKey(now, zone)) - noonOf(dayKey(instant, zone))) / DAY;
  const day = days === 0 ? 'Today' : days === 1 ? 'Yesterday' : formatShortDay(instant, zone, now);
  return `${day}, ${formatSlotTime(instant, zone)}`;
}
