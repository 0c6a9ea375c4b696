import type { Db } from '#server/db/connect.ts';
import { findZone } from '#server/features/parties/profile-queries.ts';
import { csvText } from '#shared/csv.ts';
import type { Income, InsightsQuery } from '#shared/insights.ts';
import { gstOfLines, incomeOf } from '#shared/rules/income.ts';
import { spanOfDates } from '#shared/rules/insights.ts';
import { toDollars } from '#shared/rules/price.ts';
import { iso } from '#shared/time.ts';
import { countStanding, incomeLines, isRegisteredForGst, unpaidVisits } from './income-queries.ts';

async function linesOf(db: Db, professionalId: string, dates: InsightsQuery) {
  const time_zone = await findZone(db, professionalId);
  const range = spanOfDates(dates, time_zone);
  const isRegistered = await isRegisteredForGst(db, professionalId);
  return { range, isRegistered, lines: await incomeLines(db, professionalId, dates, { range, time_zone }) };
}

const dollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents));

/** What a professional was paid between two dates of their clock. */
export async function showIncome(db: Db, professionalId: string, dates: InsightsQuery): Promise<Income> {
  const { range, isRegistered, lines } = await linesOf(db, professionalId, dates);
  const { paid, gst, by_method, by_month } = incomeOf(lines, dates, isRegistered);
  const unpaid = await unpaidVisits(db, professionalId, range);
  return {
    paid: toDollars(paid),
    gst: dollarsOrNull(gst),
    by_method: by_method.map(({ method, amount }) => ({ method, amount: toDollars(amount) })),
    by_month: by_month.map((row) => ({ month: row.month, paid: toDollars(row.paid), gst: dollarsOrNull(row.gst) })),
    receipts: await countStanding(db, professionalId, dates),
    unpaid: unpaid.map(({ booking_id, client, start, open_cents }) => ({
      booking_id,
      client,
      start_time: iso(start),
      open: toDollars(open_cents),
    })),
  };
}

const columns = ['date', 'receipt', 'client', 'method', 'amount', 'gst'];

/** The payments and deposits between two dates, a line each. */
export async function incomeCsv(db: Db, professionalId: string, dates: InsightsQuery): Promise<string> {
  const { isRegistered, lines } = await linesOf(db, professionalId, dates);
  const rows = lines.map((line) => {
    const gst = gstOfLines([line], isRegistered);
    const { date, receipt, client, method, cents } = line;
    const number = receipt === null ? '' : String(receipt);
    return [date, number, client, method, toDollars(cents).toFixed(2), gst === null ? '' : toDollars(gst).toFixed(2)];
  });
  return csvText([columns, ...rows]);
}
