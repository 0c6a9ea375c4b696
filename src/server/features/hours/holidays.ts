import { hoursBounds, type State } from '#shared/constants.ts';
import { dayNumber } from '#shared/rules/hours.ts';
import { holidayNames, holidayTables } from './public-holidays.ts';

type Holiday = { date: string; name: string };

/** The public holidays of a state in a year, by date. */
export function holidaysOf(state: State, year: number): Holiday[] {
  const text = holidayTables[state][year - hoursBounds.holidayYears.min] ?? '';
  return text.split(' ').map((entry) => ({
    date: `${year}-${entry.slice(0, 2)}-${entry.slice(2, 4)}`,
    name: holidayNames[Number.parseInt(entry.slice(4), 36)] ?? '',
  }));
}

const daysOfStates = new Map<State, ReadonlySet<number>>();

/** Tells whether a day (since 1970) is a public holiday of a state; null has none. */
export function isHolidayIn(state: State | null): (day: number) => boolean {
  if (state === null) return () => false;
  let days = daysOfStates.get(state);
  if (!days) {
    const { min, max } = hoursBounds.holidayYears;
    const years = Array.from({ length: max - min + 1 }, (_, index) => min + index);
    days = new Set(years.flatMap((year) => holidaysOf(state, year)).map(({ date }) => dayNumber(date)));
    daysOfStates.set(state, days);
  }
  const known = days;
  return (day) => known.has(day);
}
