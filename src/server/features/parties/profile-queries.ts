import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';

/** A day that is over in no zone: PostgreSQL need not know the zones that a professional may choose. */
const yesterday = sql`(clock_now() at time zone 'UTC')::date - 1`;

/** Whether a professional has hours or a window ahead: who works by dates of their own or windows alone has, too. */
export function hasHours(id: string) {
  return sql<boolean>`(exists (select from hour_schedules where professional_id = ${id} and hours <> '{}'
      and coalesce(ends_on, 'infinity') >= ${yesterday})
    or exists (select from hour_dates where professional_id = ${id} and hours <> '{}' and date >= ${yesterday})
    or exists (select from availability where professional_id = ${id} and end_time > clock_now()))`;
}

/**
 * Makes somebody who was invited public once location, an active service and hours are there; asked after each change
 * that may be the last one, under the professional's lock.
 */
export async function becomeActiveIfComplete(trx: Db, id: string): Promise<void> {
  const complete = await trx
    .selectFrom('professionals')
    .select('id')
    .where('id', '=', id)
    .where('waits_for', '=', 'offer')
    .where(
      sql<boolean>`exists (select from services where professional_id = ${id} and is_active and deleted_at is null)`,
    )
    .where(hasHours(id))
    .executeTakeFirst();
  if (complete)
    await trx.updateTable('professionals').set({ is_active: true, waits_for: null }).where('id', '=', id).execute();
}

/** Notes that something else that the profile's page shows has changed: sitemaps say when. */
export async function touchProfessional(trx: Db, id: string): Promise<void> {
  await trx.updateTable('professionals').set({ updated_at: clockNow }).where('id', '=', id).execute();
}

/** The zone in which a professional's dates are meant. */
export async function findZone(db: Db, professionalId: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('professionals')
    .select('time_zone')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow();
  return time_zone;
}
