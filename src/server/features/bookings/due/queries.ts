import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { isBlocked } from '#server/features/parties/blocked.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import { iso } from '#shared/time.ts';
import type { Party } from '../life/which-queries.ts';

type Owner = { professional_id: string; id: string };

/** Of a reminder `d` of a visit `bookings`: the two have had a later visit since it was asked for. */
const isOver = sql`exists (select from bookings later
  where later.professional_id = d.professional_id and later.client_id = d.client_id and later.status = 'completed'
    and not later.no_show and later.start_time > bookings.start_time and later.end_time > d.created_at)`;

/** The day on which the client of `bookings` is told, as `YYYY-MM-DD`. */
export const dueOn = sql<
  string | null
>`case when bookings.status = 'completed' and bookings.client_id is not null then (
  select d.due_on::text from due_reminders d
  where d.professional_id = bookings.professional_id and d.booking_id = bookings.id and not ${isOver}) end`;

/**
 * In place of one that the two had; false where the professional has left. `due_on` is `YYYY-MM-DD`, `remind` epoch
 * milliseconds.
 */
export async function putDue(
  trx: Db,
  { professional_id, id, client_id }: Owner & { client_id: string },
  { due_on, remind }: { due_on: string; remind: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into due_reminders (professional_id, client_id, booking_id, due_on, remind_at)
    select p.id, ${client_id}, ${id}, ${due_on}::date, ${iso(remind)}
    from professionals p where p.id = ${professional_id} and p.user_id is not null
    on conflict (professional_id, client_id) do update set booking_id = excluded.booking_id, due_on = excluded.due_on,
      remind_at = excluded.remind_at, created_at = excluded.created_at
    returning booking_id`.execute(trx);
  return rows.length > 0;
}

/** Whether there was one. */
export async function dropDue(trx: Db, { professional_id, id }: Owner): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('due_reminders')
    .where('professional_id', '=', professional_id)
    .where('booking_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** After a change of the professional's zone the same hour of the same day. */
export async function keepDueHours(trx: Db, professional_id: string): Promise<void> {
  await sql`
    update due_reminders d set remind_at = (d.due_on + time '10:00') at time zone p.time_zone
    from professionals p where p.id = ${professional_id} and d.professional_id = p.id`.execute(trx);
}

/** Ids of visits whose reminder is due, most overdue first. */
export async function findDue(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from due_reminders
    where remind_at <= clock_now() and booking_id <> all(${without}::uuid[]) order by remind_at limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Ends a reminder that is due; `is_wanted`: nothing has made it needless. Undefined where another process has it. */
export async function takeDue(trx: Db, bookingId: string) {
  const { rows } = await sql<{ professional_id: string; version: number; is_wanted: boolean }>`
    with d as (
      delete from due_reminders where booking_id = ${bookingId} and remind_at <= clock_now() returning *)
    select d.professional_id, bookings.version, ${isVisible('p')} and not bookings.no_show and not ${isOver}
      and not exists (select from bookings ahead
        where ahead.professional_id = d.professional_id and ahead.client_id = d.client_id
          and ahead.status in ('pending', 'confirmed') and ahead.start_time > clock_now())
      and not ${isBlocked(sql`p.id`, sql`d.client_id`)}
      and not exists (select from threads t join thread_sides side on side.thread_id = t.id
        where t.professional_id = p.id and t.client_id = d.client_id and side.blocked_at is not null) as is_wanted
    from d join bookings on bookings.professional_id = d.professional_id and bookings.id = d.booking_id
    join professionals p on p.id = d.professional_id`.execute(trx);
  return rows[0];
}

/** At the end of either's account. */
export async function forgetDue(trx: Db, { role, id }: Party): Promise<void> {
  await trx.deleteFrom('due_reminders').where(`${role}_id`, '=', id).execute();
}
