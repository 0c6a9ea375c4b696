import { HOUR, MINUTE } from '#shared/constants.ts';
import type { ClockInterval } from '#shared/hours.ts';
import { clockTexts, minutesOfClock } from '#shared/rules/hours.ts';

const hour = HOUR / MINUTE;
/** Minutes below which no break is made in a stretch. */
const shortest = 3 * hour;

/**
 * The hours of a day with an hour's break in the middle of the longest stretch; where that is too short, with empty
 * fields for another one.
 */
export function withBreak(hours: readonly ClockInterval[]): ClockInterval[] {
  const lengths = hours.map(({ start, end }) => (start && end ? minutesOfClock(end) - minutesOfClock(start) : 0));
  const longest = lengths.indexOf(Math.max(...lengths));
  const stretch = hours[longest];
  if (!stretch || (lengths[longest] ?? 0) < shortest) return [...hours, { start: '', end: '' }];
  const [start, end] = [minutesOfClock(stretch.start), minutesOfClock(stretch.end)];
  // From the full hour nearest to it on, as breaks begin: half an hour or more is left on both sides.
  const pause = Math.ceil(((start + end) / 2 - hour) / hour) * hour;
  const parts = [
    { start, end: pause },
    { start: pause + hour, end },
  ];
  return [...hours.slice(0, longest), ...parts.map(clockTexts), ...hours.slice(longest + 1)];
}
