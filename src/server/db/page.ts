import { type RawBuilder, sql } from 'kysely';
import type { Params } from './statement.ts';

export type Cut = { skip: number; limit: number };

/** The part of ordered rows that a page shows. */
export function cut(rows: RawBuilder<unknown>, { skip, limit }: Params<Cut>) {
  return sql`${rows} offset ${skip}::int limit ${limit}::int`;
}

/**
 * A row of a page that is joined to the length of its list. Beyond the last page a single row has the total and nothing
 * else.
 */
export type CountedRow<T> = T & { total: number };

/**
 * Takes apart the rows of one statement that reads a page and the length of its list (`counted left join page on
 * true`). They keep the length, which no answer's schema has: copying each row without it costs more than reading it.
 */
export function splitPage<T extends { id: unknown }>(rows: CountedRow<T>[]): { results: T[]; total: number } {
  return { results: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}
