import { trpc } from '#client/lib/trpc.ts';
import { hoursBounds, type states } from '#shared/constants.ts';

export type State = (typeof states)[number];

/** Public holidays of a state by date, of the year of `today` and the next one; none without a state. */
export function useHolidays(state: State | null, today: string): ReadonlyMap<string, string> {
  const year = Number(today.slice(0, 4));
  const { min, max } = hoursBounds.holidayYears;
  const found = trpc.useQueries((calls) =>
    state === null
      ? []
      : [year, year + 1]
          .filter((one) => one >= min && one <= max)
          .map((one) => calls.hours.holidays({ state, year: one }, { staleTime: Number.POSITIVE_INFINITY })),
  );
  return new Map(found.flatMap(({ data = [] }) => data.map(({ date, name }) => [date, name] as const)));
}
