import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

/** The one clock of every decision: the database's, one value a transaction. */
export const clockNow = sql<string>`clock_now()`;

/** Whole milliseconds since 1970 of an instant, or of an interval its length; a text names a column. */
export function epochMs(value: string | RawBuilder<unknown>) {
  return sql<number>`(date_part('epoch', ${typeof value === 'string' ? sql.ref(value) : value}) * 1000)::bigint`;
}

/** What that clock says now, in epoch milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(epochMs(clockNow).as('now')).executeTakeFirstOrThrow();
  return now;
}

/** A text that `like` takes literally, found anywhere. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
