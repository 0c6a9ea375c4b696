import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Whether commits wait for a standby. Whoever looks after the servers (Patroni, or `postgres-pair.ts`) empties the
 * setting while there is none, so that commits do not wait for ever.
 */
export async function hasStandby(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select current_setting('synchronous_standby_names') <> '' as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Throws when there is none, for `/readyz`, which then says that the process is degraded. */
export async function requireStandby(db: Db): Promise<void> {
  if (!(await hasStandby(db))) throw new Error('the database has no standby: what is acknowledged is on one server');
}
