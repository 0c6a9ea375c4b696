import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { type Params, statement } from './statement.ts';

export type Cut = { skip: number; limit: number };

/** Rows of a list up to which most readers get: ten pages of twenty. */
const nearRows = 200;

/**
 * A statement for pages of a list. `cut` closes the query that is ordered. For near pages it also says that no more than the first rows are of
 * interest: PostgreSQL takes an unknown offset and limit for a tenth of the whole list, finds that dear, and would plan anew for each page, which
 * costs more than the page. A page that lies further down has a statement of its own.
 */
export function pageStatement<Values extends Cut, Row>(
  name: string,
  build: (p: Params<Values>, cut: (rows: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const cutAfter = (p: Params<Cut>, bound: RawBuilder<unknown>) => (rows: RawBuilder<unknown>) =>
    sql`select * from (${rows} ${bound}) ordered_rows offset ${p.skip}::int limit ${p.limit}::int`;
  const near = statement(name, (_, p: Params<Values>) => build(p, cutAfter(p, sql`limit ${sql.lit(nearRows)}`)));
  const far = statement(`${name}_far`, (_, p: Params<Values>) => build(p, cutAfter(p, sql``)));
  return {
    execute: (db: Db, values: Values) => (values.skip + values.limit <= nearRows ? near : far).execute(db, values),
  };
}
