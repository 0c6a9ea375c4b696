import { sql } from 'kysely';
import type { Span } from '#shared/rules/slots.ts';
import { epochMs } from './sql.ts';

/** Start and end of each, epoch milliseconds; null is none. */
export type Spans = [start: number, end: number][] | null;

/** Joins `start_time` and `end_time` of a group's rows as `Spans`, in this order. */
export function joinSpans(alias: string, order?: 'start_time' | 'end_time') {
  const [start, end] = [epochMs(`${alias}.start_time`), epochMs(`${alias}.end_time`)];
  return sql<Spans>`json_agg(json_build_array(${start}, ${end}) ${order ? sql`order by ${sql.ref(`${alias}.${order}`)}` : sql``})`;
}

export function spansOf(spans: Spans): Span[] {
  return spans?.map(([start, end]) => ({ start, end })) ?? [];
}
