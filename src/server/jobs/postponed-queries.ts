import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';

/** Pauses of 5, 25, 125 and 625 seconds, then of an hour. */
const pause = sql`make_interval(secs => least(3600, 5 ^ (postponed_transitions.attempts + 1)))`;

/** Rows whose transition failed; `waits`: their next attempt is not due yet. */
export function findPostponed(db: Db, transition: string): Promise<{ row_id: string; waits: boolean }[]> {
  return db
    .selectFrom('postponed_transitions')
    .select(['row_id', sql<boolean>`next_attempt_at > clock_now()`.as('waits')])
    .where('transition', '=', transition)
    .execute();
}

export async function postpone(db: Db, transition: string, rowId: string, error: unknown): Promise<void> {
  const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
  await sql`
    insert into postponed_transitions (transition, row_id, last_error, next_attempt_at)
    values (${transition}, ${rowId}, ${last_error}, clock_now() + interval '5 seconds')
    on conflict (transition, row_id) do update set attempts = postponed_transitions.attempts + 1, last_error = excluded.last_error,
      next_attempt_at = clock_now() + ${pause}`.execute(db);
}

export async function forgetPostponed(db: Db, transition: string, rowId: string): Promise<void> {
  await db
    .deleteFrom('postponed_transitions')
    .where('transition', '=', transition)
    .where('row_id', '=', rowId)
    .execute();
}

/** Rows that are still due are tried every hour; those that waited a day longer were changed by somebody else. */
export function deleteOldPostponed(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'postponed_transitions', sql`next_attempt_at < clock_now() - interval '1 day'`, limit);
}
