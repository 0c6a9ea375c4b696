import { sql } from 'kysely';

/** The one clock of every decision: the database's, one value a transaction. */
export const clockNow = sql<string>`clock_now()`;

/** Milliseconds since 1970 of an instant column. */
export function epochMs(column: string) {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

/** A text that `like` takes literally, found anywhere. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
