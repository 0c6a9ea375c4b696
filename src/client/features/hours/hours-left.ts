import type { TimeOff } from '#shared/hours.ts';
import type { Interval } from '#shared/rules/hours.ts';
import { dayKey, localParts } from '#shared/time.ts';

const wholeDay = 24 * 60;

/** What time off leaves of the hours of a date, both in minutes since midnight of `zone`. */
export function hoursLeft(
  hours: readonly Interval[],
  date: string,
  timeOff: readonly Pick<TimeOff, 'start' | 'end'>[],
  zone: string,
): Interval[] {
  const minuteOf = (instant: string) => {
    const at = Date.parse(instant);
    const day = dayKey(at, zone);
    const { hour, minute } = localParts(at, zone);
    return day < date ? 0 : day > date ? wholeDay : hour * 60 + minute;
  };
  return timeOff.reduce<Interval[]>(
    (left, off) => {
      const [from, to] = [minuteOf(off.start), minuteOf(off.end)];
      return left
        .flatMap(({ start, end }) => [
          { start, end: Math.min(end, from) },
          { start: Math.max(start, to), end },
        ])
        .filter(({ start, end }) => start < end);
    },
    [...hours],
  );
}
