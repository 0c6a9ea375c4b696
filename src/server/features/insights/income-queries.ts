import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { isVisit } from '#server/features/bookings/life/which-queries.ts';
import { clientName, joinClient } from '#server/features/bookings/payments/queries.ts';
import { paymentBounds } from '#shared/constants.ts';
import type { IncomeLine } from '#shared/rules/income.ts';
import type { DateRange } from '#shared/rules/insights.ts';
import { depositsPaid } from '#shared/rules/payments.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';

/** Payments by their date, and deposits by the date on which they came, oldest first. */
export async function incomeLines(
  db: Db,
  professionalId: string,
  { from, to }: DateRange,
  { range, time_zone }: { range: Span; time_zone: string },
): Promise<IncomeLine[]> {
  const { rows } = await sql<IncomeLine>`
    select paid.date::text, case when not b.receipt_voided then b.receipt_number end as receipt, ${clientName} as client,
      paid.method, paid.cents
    from (
      select booking_id, position, paid_on as date, method, amount_cents as cents from payments
      where professional_id = ${professionalId} and paid_on between ${from} and ${to}
      union all
      select d.booking_id, -1, (d.received_at at time zone ${time_zone})::date,
        case when d.pay_to ->> 'kind' = 'bank' then 'bank' else 'payid' end, of.deposit_cents
      from deposits d join bookings of on of.professional_id = d.professional_id and of.id = d.booking_id
      -- As the index has them.
      where d.professional_id = ${professionalId} and d.status in (${sql.join(depositsPaid.map((one) => sql.lit(one)))})
        and d.received_at >= ${iso(range.start)} and d.received_at < ${iso(range.end)}
    ) paid
    -- Each is looked up by its key: without figures of the table the planner would read all bookings for each payment.
    cross join lateral (
      select * from bookings where id = paid.booking_id and professional_id = ${professionalId} offset 0) b ${joinClient}
    order by paid.date, b.start_time, b.id, paid.position`.execute(db);
  return rows;
}

/** How many receipts stand of those issued in a range. */
export async function countStanding(db: Db, professionalId: string, { from, to }: DateRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from receipts
    where professional_id = ${professionalId} and issued_on between ${from} and ${to} and voided_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Visits of a range of which less is paid than they cost, newest first. `start` is epoch milliseconds. */
export async function unpaidVisits(db: Db, professionalId: string, range: Span) {
  const { rows } = await sql<{ booking_id: string; client: string; start: number; open_cents: number }>`
    select b.id as booking_id, ${clientName} as client, ${epochMs('b.start_time')} as start,
      b.total_price_cents - paid.cents as open_cents
    from bookings b
    left join deposits d on d.professional_id = b.professional_id and d.booking_id = b.id
      and d.status = any(${depositsPaid}::text[])
    cross join lateral (select coalesce(b.paid_cents, 0) + case when d.status is null then 0 else b.deposit_cents end as cents) paid
    ${joinClient}
    where b.professional_id = ${professionalId} and b.start_time >= ${iso(range.start)}
      and b.start_time < ${iso(range.end)} and ${isVisit} and paid.cents < b.total_price_cents
    order by b.start_time desc, b.id desc limit ${paymentBounds.unpaid}`.execute(db);
  return rows;
}

export async function isRegisteredForGst(db: Db, professionalId: string): Promise<boolean> {
  const { gst_registered } = await db
    .selectFrom('professionals')
    .select('gst_registered')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow();
  return gst_registered;
}
