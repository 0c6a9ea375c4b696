import { trpc } from '#client/lib/trpc.ts';
import { hoursBounds, type State } from '#shared/constants.ts';

/**
 * Public holidays of a state by date, of the year of `today` and the next one; none without a state. Until each of
 * `years` has come, days on which one is closed would pass for open ones.
 */
export function useHolidays(state: State | null, today: string) {
  const year = Number(today.slice(0, 4));
  const { min, max } = hoursBounds.holidayYears;
  const years = trpc.useQueries((calls) =>
    state === null
      ? []
      : [year, year + 1]
          .filter((one) => one >= min && one <= max)
          .map((one) => calls.hours.holidays({ state, year: one }, { staleTime: Number.POSITIVE_INFINITY })),
  );
  return { years, holidays: namesByDate(years.flatMap(({ data = [] }) => data)) };
}

export function namesByDate(holidays: readonly { date: string; name: string }[]): ReadonlyMap<string, string> {
  return new Map(holidays.map(({ date, name }) => [date, name]));
}
