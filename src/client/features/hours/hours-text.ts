import { MINUTE } from '#shared/constants.ts';
import type { ClockInterval, OwnHours } from '#shared/hours.ts';
import { minutesOfClock } from '#shared/rules/hours.ts';
import { formatSlotTime } from '#shared/time.ts';

const midnight = 24 * 60;

/** `9:30 AM` of `09:30`; `midnight` of `24:00`. */
function clockName(clock: string): string {
  const minutes = minutesOfClock(clock);
  return minutes === midnight ? 'midnight' : formatSlotTime(minutes * MINUTE, 'UTC');
}

/** `9:00 AM to 12:00 PM, 1:00 PM to 5:00 PM`; `Closed` without any. */
export function hoursText(hours: readonly ClockInterval[]): string {
  return hours.length === 0
    ? 'Closed'
    : hours.map(({ start, end }) => `${clockName(start)} to ${clockName(end)}`).join(', ');
}

/** A schedule as it is sent: without its id. */
export type ScheduleEntry = Omit<OwnHours['schedules'][number], 'id'>;

/** `Every week`, `Every second week`, `Every 4 weeks`. */
export function cycleName(everyWeeks: number): string {
  if (everyWeeks === 1) return 'Every week';
  return everyWeeks === 2 ? 'Every second week' : `Every ${everyWeeks} weeks`;
}

/** From Monday, as `weekday` counts them: 1 to 7. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (name, index) => ({ weekday: index + 1, name, short: name.slice(0, 3) }),
);

/**
 * `Tue to Sat, 9:00 AM to 5:00 PM`: weekdays in a row that have the same hours together, one line for each such row.
 */
export function openingHoursLines(opening: readonly { weekday: number; hours: readonly ClockInterval[] }[]): string[] {
  const rows: { first: number; last: number; text: string }[] = [];
  for (const { weekday, hours } of opening) {
    const text = hoursText(hours);
    const before = rows.at(-1);
    if (before && before.last === weekday - 1 && before.text === text) before.last = weekday;
    else rows.push({ first: weekday, last: weekday, text });
  }
  const short = (weekday: number) => weekdays[weekday - 1]?.short;
  return rows.map(
    ({ first, last, text }) => `${first === last ? short(first) : `${short(first)} to ${short(last)}`}, ${text}`,
  );
}
