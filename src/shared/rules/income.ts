import type { DateRange } from './insights.ts';
import { gstOf, type PaymentMethod } from './payments.ts';

/** What somebody was paid (contract 26): a payment, or a deposit that came and stays. Money is whole cents. */
export type IncomeLine = {
  /** A date of the professional's clock. */
  date: string;
  /** The number of the receipt that stands. */
  receipt: number | null;
  client: string;
  method: PaymentMethod;
  cents: number;
};

/** The tax in lines: of each an eleventh by itself, so that all sums agree; null without registration. */
export function gstOfLines(lines: readonly { cents: number }[], isRegistered: boolean): number | null {
  return isRegistered ? lines.reduce((sum, { cents }) => sum + gstOf(cents), 0) : null;
}

const sumOf = (lines: readonly { cents: number }[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

/** Sums of the lines of a range of dates. */
export function incomeOf(lines: readonly IncomeLine[], dates: DateRange, isRegistered: boolean) {
  const byMethod = Map.groupBy(lines, ({ method }) => method);
  const byMonth = Map.groupBy(lines, ({ date }) => date.slice(0, 7));
  return {
    paid: sumOf(lines),
    gst: gstOfLines(lines, isRegistered),
    by_method: [...byMethod]
      .map(([method, own]) => ({ method, amount: sumOf(own) }))
      .sort((one, other) => other.amount - one.amount || (one.method < other.method ? -1 : 1)),
    by_month: monthsOf(dates).map((month) => {
      const own = byMonth.get(month) ?? [];
      return { month, paid: sumOf(own), gst: gstOfLines(own, isRegistered) };
    }),
  };
}

/** Every month that a range touches, `YYYY-MM`. */
function monthsOf({ from, to }: DateRange): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, index = 0] = month.split('-').map(Number);
  return index === 12 ? `${year + 1}-01` : `${year}-${String(index + 1).padStart(2, '0')}`;
}
