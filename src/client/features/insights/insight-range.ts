import { addDays, weekOf } from '#shared/days.ts';
import type { DateRange } from '#shared/rules/insights.ts';

export const rangeNames = ['week', 'month', 'quarter', 'year', 'dates'] as const;
export type RangeName = (typeof rangeNames)[number];

/** The dates of a week, month, quarter or year in which a date lies; both are included. */
export function rangeAround(name: Exclude<RangeName, 'dates'>, today: string): DateRange {
  if (name === 'week') {
    const week = weekOf(today);
    return { from: week[0] ?? today, to: week[6] ?? today };
  }
  const [year = 0, month = 1] = today.split('-').map(Number);
  const months = { month: 1, quarter: 3, year: 12 }[name];
  const first = Math.floor((month - 1) / months) * months + 1;
  const after = first + months > 12 ? firstOf(year + 1, 1) : firstOf(year, first + months);
  return { from: firstOf(year, first), to: addDays(after, -1) };
}

/** The quarter before that of a date: the one that is to be declared next. */
export function quarterBefore(date: string): DateRange {
  return rangeAround('quarter', addDays(rangeAround('quarter', date).from, -1));
}

function firstOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}
