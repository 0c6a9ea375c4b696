import type { OwnDate, OwnHours } from '#shared/hours.ts';
import { dateText, dayNumber, type Hours, type Interval, minutesOfClock } from '#shared/rules/hours.ts';

const interval = ({ start, end }: { start: string; end: string }): Interval => ({
  start: minutesOfClock(start),
  end: minutesOfClock(end),
});

/** The rules as the server knows them, of its answers. `holidays`: the dates on which this professional is closed. */
export function rulesOf(
  { schedules }: OwnHours,
  dates: readonly OwnDate[],
  holidays: ReadonlyMap<string, string>,
): Hours {
  return {
    schedules: schedules.map(({ starts_on, ends_on, every_weeks, hours }) => ({
      first: dayNumber(starts_on),
      last: ends_on === null ? Number.POSITIVE_INFINITY : dayNumber(ends_on),
      every_weeks,
      week: [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
        hours
          .filter((one) => one.weekday === weekday)
          .map(interval)
          .toSorted((one, other) => one.start - other.start),
      ),
    })),
    dates: new Map(dates.map(({ date, hours }) => [dayNumber(date), hours.map(interval)])),
    isHoliday: (day) => holidays.has(dateText(day)),
  };
}
