import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** How many connections to this database wait for a lock. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
