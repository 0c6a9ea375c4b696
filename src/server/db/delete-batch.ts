import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import type { DB } from './types.ts';

/**
 * Deletes at most `limit` rows that meet the condition, few enough to hold locks only briefly, and skips those that a
 * transaction has locked. Returns their number.
 */
export async function deleteBatch(
  db: Db,
  table: keyof DB,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
