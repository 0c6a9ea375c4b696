import { DAY, HOUR } from '../constants.ts';

/** How far from now a start may be that somebody enters; without hours ago it is in the future. */
export type StartBounds = { maxHoursAgo?: number; maxDaysAhead: number };

/** What is wrong with a start, epoch milliseconds; undefined when nothing is. */
export function startFault(start: number, now: number, { maxHoursAgo, maxDaysAhead }: StartBounds): string | undefined {
  if (maxHoursAgo === undefined && start <= now) return 'Start time must be in the future';
  if (start < now - (maxHoursAgo ?? 0) * HOUR) return `Start time must be at most ${maxHoursAgo} hours ago`;
  return start > now + maxDaysAhead * DAY ? `Start time must be at most ${maxDaysAhead} days ahead` : undefined;
}
