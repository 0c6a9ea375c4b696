import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { type Params, statement } from './statement.ts';

export type Cut = { skip: number; limit: number };

/** Rows of a list up to which most readers get: ten pages of twenty. */
const nearRows = 200;

/**
 * A statement for pages of a list; `cut` closes the query that is ordered. Near pages say twice what they need at most,
 * since PostgreSQL takes an unknown offset and limit for a tenth of the rows, and would plan anew for each page; pages
 * further down have a statement of their own.
 */
export function pageStatement<Values extends Cut, Row>(
  name: string,
  build: (p: Params<Values>, cut: (rows: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const cutFar = (p: Params<Cut>) => (rows: RawBuilder<unknown>) =>
    sql`select * from (${rows}) ordered_rows offset ${p.skip}::int limit ${p.limit}::int`;
  const cutNear = (p: Params<Cut>) => (rows: RawBuilder<unknown>) =>
    sql`select * from (${cutFar(p)(sql`${rows} limit ${sql.lit(nearRows)}`)}) page_rows limit ${p.limit}::int`;
  const near = statement(name, (_, p: Params<Values>) => build(p, cutNear(p)));
  const far = statement(`${name}_far`, (_, p: Params<Values>) => build(p, cutFar(p)));
  return {
    execute: (db: Db, values: Values) => (values.skip + values.limit <= nearRows ? near : far).execute(db, values),
  };
}
