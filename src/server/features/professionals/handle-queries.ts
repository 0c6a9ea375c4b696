import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import { handleBounds } from '#shared/constants.ts';
import { handlePattern } from '#shared/rules/handle.ts';

/** Null without one. */
export async function currentHandle(db: Db, professionalId: string): Promise<string | null> {
  const row = await db
    .selectFrom('handles')
    .select('handle')
    .where('professional_id', '=', professionalId)
    .where('leads_until', 'is', null)
    .executeTakeFirst();
  return row?.handle ?? null;
}

/** Returns false where the handle is somebody else's, or ever was. */
export async function takeHandle(trx: Db, professionalId: string, handle: string): Promise<boolean> {
  const taken = await trx
    .insertInto('handles')
    .values({ handle, professional_id: professionalId })
    .onConflict((conflict) =>
      conflict
        .column('handle')
        .doUpdateSet({ professional_id: professionalId, leads_until: null })
        .where('handles.professional_id', '=', professionalId),
    )
    .returning('handle')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Counts a change of the handle. Returns the seconds to wait where the professional has made as many as they may
 * within the days of the limit.
 */
export async function countHandleChange(trx: Db, professionalId: string): Promise<number | undefined> {
  const { changes, days } = handleBounds;
  const since = sql<string>`clock_now() - make_interval(days => ${days}::int)`;
  await trx
    .deleteFrom('handle_changes')
    .where('professional_id', '=', professionalId)
    .where('changed_at', '<=', since)
    .execute();
  const first = await trx
    .selectFrom('handle_changes')
    .select(epochMs(sql`changed_at + make_interval(days => ${days}::int) - clock_now()`).as('left'))
    .where('professional_id', '=', professionalId)
    .orderBy('changed_at', 'desc')
    .offset(changes - 1)
    .limit(1)
    .executeTakeFirst();
  if (first) return Math.max(1, Math.ceil(first.left / 1_000));
  await trx.insertInto('handle_changes').values({ professional_id: professionalId }).execute();
  return undefined;
}

/** Whose handle it is or was, in any case of letters, with the one they have now; undefined where nobody sees them. */
export async function findByHandle(db: Db, handle: string) {
  const wanted = handle.toLowerCase();
  if (!handlePattern.test(wanted)) return undefined;
  return db
    .selectFrom('handles')
    .innerJoin('professionals', 'professionals.id', 'handles.professional_id')
    .leftJoin('handles as own', (join) =>
      join.onRef('own.professional_id', '=', 'professionals.id').on('own.leads_until', 'is', null),
    )
    .select(['professionals.id', 'professionals.display_name', 'own.handle as current'])
    .where('handles.handle', '=', wanted)
    .where(isVisible('professionals'))
    .executeTakeFirst();
}
