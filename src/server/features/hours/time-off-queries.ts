import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { timeOffBounds } from '#shared/constants.ts';
import type { TimeOff, TimeOffInput } from '#shared/hours.ts';
import { longestBooking } from './queries.ts';

/** How many pending and confirmed bookings have a part in the time off of this alias. */
function bookingsInside(off: string) {
  const o = sql.ref(off);
  return sql<number>`(
    select count(distinct t.booking_id)::int
    from busy_times t join bookings b on b.professional_id = t.professional_id and b.id = t.booking_id
    where t.professional_id = ${o}.professional_id and t.kind = 'booking' and b.status in ('pending', 'confirmed')
      and t.start_time > ${o}.start_time - ${longestBooking} and t.start_time < ${o}.end_time and t.end_time > ${o}.start_time)`;
}

function columns(off: string) {
  const o = sql.ref(off);
  return sql`${o}.id, ${o}.start_time as start, ${o}.end_time as "end", ${o}.reason, ${bookingsInside(off)} as bookings_inside`;
}

/** Two texts, so that the index finds what is ahead. */
function timeOffOf(name: string, ended: RawBuilder<unknown>) {
  return statement(
    name,
    (_, p: Params<{ professional_id: string; skip: number; limit: number }>) => sql<CountedRow<TimeOff>>`
      with own as materialized (select * from time_off where professional_id = ${p.professional_id} ${ended})
      select ${columns('page')}, counted.total
      from (select count(*)::int as total from own) counted
      left join (select * from own order by start_time, id offset ${p.skip}::int limit ${p.limit}::int) page on true
      order by page.start_time, page.id`,
  );
}
const allTimeOff = timeOffOf('time_off_of_professional', sql``);
const timeOffAhead = timeOffOf('time_off_ahead', sql`and end_time > clock_now()`);

/** One page, soonest first; without `include_past` only what has not ended. */
export async function listTimeOff(
  db: Db,
  professional_id: string,
  { skip, limit, include_past }: { skip: number; limit: number; include_past: boolean },
) {
  const read = include_past ? allTimeOff : timeOffAhead;
  return splitPage(await read.execute(db, { professional_id, skip, limit }));
}

/** Needs the professional's lock. Undefined when the limit of what has not ended is reached. */
export async function insertTimeOff(
  trx: Db,
  professionalId: string,
  { start, end, reason }: TimeOffInput,
): Promise<TimeOff | undefined> {
  const { rows } = await sql<TimeOff>`
    with made as (
      insert into time_off (professional_id, start_time, end_time, reason)
      select ${professionalId}::uuid, ${start}::timestamptz, ${end}::timestamptz, ${reason}::text
      where (select count(*) from time_off
             where professional_id = ${professionalId}::uuid and end_time > clock_now()) < ${timeOffBounds.maxAhead}
      returning *)
    select ${columns('made')} from made`.execute(trx);
  return rows[0];
}

/** Needs the professional's lock. Returns false for an unknown one and for somebody else's. */
export async function deleteTimeOff(trx: Db, professionalId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('time_off')
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
