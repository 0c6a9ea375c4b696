import { DAY, slotRange } from './constants.ts';

/** When somebody is to be free, as the calls take it: ISO 8601 with `Z`. */
export type SlotRange = { free_from: string; free_to: string };

/** What people say for when; each is the value of an option, and of `when` in an address. */
export const whens = [
  'Today',
  'Tomorrow',
  'This weekend',
  'Next 7 days',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

/** Both instants of a query, if the calls take them; how far ahead they are, the server judges. */
export function rangeIn(query: URLSearchParams): SlotRange | undefined {
  // An unescaped plus of an offset arrives as a blank.
  const at = (name: string) => Date.parse((query.get(name) ?? '').replace(' ', '+'));
  const [from, to] = [at('free_from'), at('free_to')];
  if (!(to > from && to - from <= slotRange.maxDays * DAY)) return undefined;
  return { free_from: new Date(from).toISOString(), free_to: new Date(to).toISOString() };
}
