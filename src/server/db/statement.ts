import {
  type CompiledQuery,
  type DeleteResult,
  type InsertResult,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
  type UpdateResult,
} from 'kysely';
import type { Db } from './connect.ts';

/** A value that a statement gets when it runs, as an expression of the query that is built once. */
export type Params<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** What is left of a query builder or an sql template after compiling. */
type Built<Row> = { compile(provider: QueryExecutorProvider): CompiledQuery<Row> };

/** Rows that a statement without `returning` does not have. */
type Returned<Row> = Row extends DeleteResult | InsertResult | UpdateResult ? never : Row;

/** A statement with a fixed text; `db` is the database or an open transaction. */
export type Statement<Values, Row> = {
  execute(db: Db, values: Values): Promise<Returned<Row>[]>;
  executeTakeFirst(db: Db, values: Values): Promise<Returned<Row> | undefined>;
  /** How many rows an insert, update or delete wrote. */
  affected(db: Db, values: Values): Promise<number>;
};

/** Holds the position of a value in the parameters of a compiled query. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_, name) => sql`${new Placeholder(String(name))}` });

/**
 * Most bytes of texts that are sent by name: each connection keeps text and plan of each of them, the plan being some
 * ten times as large.
 */
const namedBytes = 256 * 1024;
const names = new Map<string, string>();
const taken = new Set<string>();
let bytes = 0;
let unnamed = 0;

/** The name under which a connection prepares this text; undefined for a text that is not fixed. */
export function nameOf(text: string): string | undefined {
  return names.get(text);
}

/** How much is sent by name, and how many fixed texts found no more room and are parsed each time. */
export function namedStatements(): { named: number; bytes: number; unnamed: number } {
  return { named: names.size, bytes, unnamed };
}

function register(name: string, text: string): void {
  if (bytes + text.length > namedBytes) return void unnamed++;
  bytes += text.length;
  names.set(text, name);
}

/**
 * Builds a query once, at its first use, and from then on sends only values: the text cannot depend on one, so a list
 * goes in as an array (`= any(${p.ids}::uuid[])`). The name is unique, for the log and `pg_prepared_statements`.
 */
export function statement<Values, Row>(
  name: string,
  build: (q: Db, p: Params<Values>) => Built<Row>,
): Statement<Values, Row> {
  if (taken.has(name)) throw new Error(`two statements are called ${name}`);
  taken.add(name);
  let compiled: CompiledQuery<Row> | undefined;

  function run(db: Db, values: Values) {
    if (!compiled) {
      compiled = build(db, placeholders as Params<Values>).compile(db);
      register(name, compiled.sql);
    }
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return db.executeQuery({ ...compiled, parameters });
  }

  return {
    execute: async (db, values) => (await run(db, values)).rows as Returned<Row>[],
    executeTakeFirst: async (db, values) => (await run(db, values)).rows[0] as Returned<Row> | undefined,
    affected: async (db, values) => Number((await run(db, values)).numAffectedRows ?? 0),
  };
}
