import { DAY, HOUR } from '../constants.ts';
import { dayKey, wallInstant } from '../time.ts';
import { paymentDays } from './payments.ts';
import { missedText, type Pressable, stateText, tooLateToChange } from './real-visit.ts';

// When a client wants to be told that a next visit is due (contract 27). Instants are epoch milliseconds.

/** The weeks that the page offers; any from 1 to 26 can be asked for. */
export const weeksOffered = [4, 6, 8, 10, 12] as const;

/** `4, 6, 8, 10 or 12 weeks`. */
export const weeksText = `${weeksOffered.slice(0, -1).join(', ')} or ${weeksOffered.at(-1)} weeks`;

/** Why nobody can be told of a next visit after this one; undefined where they can. */
export function whyNotDue({ status, no_show, end }: Pressable, now: number): string | undefined {
  if (status !== 'completed') return stateText(status);
  if (no_show) return missedText;
  return now > end + paymentDays * DAY ? tooLateToChange : undefined;
}

/** The day (`YYYY-MM-DD`) so many weeks after that of a visit, and when its client is told: at 10:00 by this clock. */
export function dueDay(start: number, weeks: number, zone: string): { due_on: string; remind: number } {
  const day = Date.parse(dayKey(start, zone)) + weeks * 7 * DAY;
  return { due_on: new Date(day).toISOString().slice(0, 10), remind: wallInstant(day + 10 * HOUR, zone) };
}
