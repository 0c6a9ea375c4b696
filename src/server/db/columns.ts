import { type RawBuilder, type SelectType, sql } from 'kysely';
import type { DB } from './types.ts';

/** Expressions by the names of the columns that they become. */
type Columns = Record<string, RawBuilder<unknown>>;

/** The row that such columns make. Its type follows from them, so that a field without a column is none. */
export type RowOf<Given extends Columns> = {
  [Name in keyof Given]: Given[Name] extends RawBuilder<infer Value> ? Value : never;
};

type ColumnsOf<Table extends keyof DB, Name extends keyof DB[Table]> = {
  [One in Name]: RawBuilder<SelectType<DB[Table][One]>>;
};

/** Columns of a table under an alias: `columnsOf('professionals as p', ['id'])`. */
export function columnsOf<Table extends keyof DB & string, Name extends keyof DB[Table] & string>(
  source: `${Table} as ${string}`,
  names: readonly Name[],
): ColumnsOf<Table, Name> {
  const alias = source.slice(source.lastIndexOf(' ') + 1);
  return Object.fromEntries(names.map((name) => [name, sql.ref(`${alias}.${name}`)])) as ColumnsOf<Table, Name>;
}

/** Columns as what a `select` lists. */
export function listed(columns: Columns): RawBuilder<unknown> {
  return sql.join(Object.entries(columns).map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`));
}
