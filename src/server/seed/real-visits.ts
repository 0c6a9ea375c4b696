import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { learnLengths } from '#server/features/bookings/life/learn-lengths.ts';
import { press } from '#server/features/bookings/life/press.ts';
import { issueReceipt, voidReceiptOf } from '#server/features/bookings/payments/issue-receipt.ts';
import { writePayments } from '#server/features/bookings/payments/write-payments.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import { paymentMethods } from '#shared/rules/payments.ts';
import { toDollars } from '#shared/rules/price.ts';
import { minuteOf } from '#shared/rules/real-visit.ts';
import { iso } from '#shared/time.ts';
import type { Cast } from './people.ts';
import { carryOutAll, withoutEmails } from './play.ts';

/** Who presses Start and Done, and what their receipts say. */
const pressing = [
  { key: 'amara', business_name: 'Okafor Braids', abn: '51824753556', gst_registered: true },
  { key: 'dele', business_name: null, abn: null, gst_registered: false },
];
/** Days: the latest are played with the product's own functions, older ones are rows that nobody was told of. */
const played = 14;
/** Minutes late, and how many times as long as booked, one after another. */
const late = [0, -4, 3, 6, 0, 9, 2, -2, 19, 4];
const longer = [1.12, 1.05, 1.2, 0.95, 1.08, 1.15, 1];
const of = (list: number[]) =>
  sql`(array[${sql.join(list.map((one) => sql.lit(one)))}]::float8[])[1 + turn % ${sql.lit(list.length)}]`;

type World = { db: Db; config: Config; cast: Cast; now: number; moveClock(instant: number): Promise<void> };

/** Visits of two professionals as they really were: pressed, paid in each way, on paper; the newest of all is unpaid. */
export async function insertRealVisits(world: World): Promise<void> {
  for (const { key, ...business } of pressing) {
    const professionalId = world.cast.callers.get(key)?.professional_id ?? '';
    await world.db.updateTable('professionals').set(business).where('id', '=', professionalId).execute();
    await insertOlder(world.db, professionalId, iso(world.now - played * DAY));
    await withoutEmails(world.db, () => playLatest(world, key, professionalId));
    await world.moveClock(world.now);
    await learnLengths(world.db, professionalId);
  }
}

async function insertOlder(db: Db, professionalId: string, until: string): Promise<void> {
  await sql`
    with visits as (
      select b.id, start_time, end_time, total_price_cents - case when d.status in ('received', 'applied', 'kept')
          then deposit_cents else 0 end as cents, row_number() over (order by start_time)::int as turn
      from bookings b left join deposits d on d.professional_id = b.professional_id and d.booking_id = b.id
      where b.professional_id = ${professionalId} and b.status = 'completed' and not no_show and start_time < ${until}),
    pressed as (
      update bookings b set paid_cents = cents, started_at = began,
        finished_at = began + make_interval(mins => (extract(epoch from v.end_time - v.start_time) / 60 * ${of(longer)})::int)
      from (select *, start_time + make_interval(mins => (${of(late)})::int) as began from visits) v
      where b.professional_id = ${professionalId} and b.id = v.id returning b.id, b.finished_at),
    held as (
      update busy_times t set end_time = least(t.end_time, finished_at) from pressed
      where t.professional_id = ${professionalId} and t.booking_id = pressed.id)
    insert into payments (professional_id, booking_id, position, method, amount_cents, paid_on)
    select ${professionalId}, v.id, 0, (${sql.val([...paymentMethods])}::text[])[1 + turn % ${sql.lit(paymentMethods.length)}], cents,
      (v.end_time at time zone p.time_zone)::date
    from visits v join professionals p on p.id = ${professionalId} where cents > 0`.execute(db);
}

async function playLatest({ db, config, cast, now, moveClock }: World, key: string, professionalId: string) {
  const caller = cast.callers.get(key);
  if (!caller) throw new Error(`nobody is called ${key}`);
  const { rows } = await sql<{ id: string; start: number; end: number; is_guest: boolean }>`
    select id, ${epochMs('start_time')} as start, ${epochMs('end_time')} as "end", client_id is null as is_guest from bookings
    where professional_id = ${professionalId} and status = 'completed' and not no_show
      and start_time >= ${iso(now - played * DAY)} order by start_time`.execute(db);
  const call = { db, deps: { config }, requestId: 'demo', caller, professionalId, setStatus: () => {} };
  const unpaid = rows.at(-1);
  let receipts = 0;
  for (const [turn, { id, start, end, is_guest }] of rows.entries()) {
    const began = start + (late[turn % late.length] ?? 0) * MINUTE;
    const over = Math.min(minuteOf(began + (end - start) * (longer[turn % longer.length] ?? 1)), minuteOf(now));
    await moveClock(over);
    await press(call, { id, press: 'start', at: iso(began) });
    const done = await press(call, { id, press: 'finish', at: iso(over) });
    if (id === unpaid?.id) continue;
    const method = paymentMethods[turn % paymentMethods.length] ?? 'cash';
    const open = Math.round(done.total_price * 100) - Math.round((done.paid ?? 0) * 100);
    if (open > 0) await writePayments(call, { id, payments: [{ method, amount: toDollars(open) }] });
    if (!is_guest && receipts++ < 3) {
      await issueReceipt(call, id);
      if (receipts === 2) await voidReceiptOf(call, id);
    }
    await carryOutAll(db);
  }
}
