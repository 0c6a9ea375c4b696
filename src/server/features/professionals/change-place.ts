import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { refuseMore } from '#server/errors.ts';
import { DAY, placeBounds } from '#shared/constants.ts';

/**
 * Notes that the address of a professional, who is locked, is another one: calendars show it at once, and whoever has a
 * confirmed booking ahead is told a little later. Throws 429 after too many changes that somebody is told of.
 */
export async function noteChangedPlace(trx: Db, professionalId: string): Promise<void> {
  const { changesADay, toldAfterMinutes } = placeBounds;
  const { rows } = await sql<{ changes: number; first: number; now: number }>`
    with raised as (
      -- A pending one is touched as well, so that whoever confirms it at the same moment is waited for, or waits.
      update bookings set sequence = sequence + (status = 'confirmed')::int,
        updated_at = case when status = 'confirmed' then clock_now() else updated_at end
      where professional_id = ${professionalId} and status in ('pending', 'confirmed') and start_time > clock_now()
      returning status)
    insert into place_changes as before (professional_id, changed_at, tell_at)
    select ${professionalId}, array[clock_now()], clock_now() + make_interval(mins => ${toldAfterMinutes})
    where exists (select from raised where status = 'confirmed')
    on conflict (professional_id) do update set tell_at = excluded.tell_at, changed_at = excluded.changed_at || array(
      select at from unnest(before.changed_at) at where at > clock_now() - interval '24 hours' order by at desc)
    returning cardinality(changed_at) as changes, ${epochMs(sql`changed_at[cardinality(changed_at)]`)} as first,
      ${epochMs(sql`clock_now()`)} as now`.execute(trx);
  const [noted] = rows;
  if (noted && noted.changes > changesADay) refuseMore('changes', noted.first + DAY - noted.now, 'hours');
}
