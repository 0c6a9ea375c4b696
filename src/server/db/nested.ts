import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import type { Database } from './connect.ts';
import type { DB } from './types.ts';

const nested = new WeakSet<Database>();

/** Whether a database was made by `withinTransaction`. */
export function isNested(db: Database): boolean {
  return nested.has(db);
}

/**
 * A database whose transactions are parts of an open one, so that functions with transactions of their own become parts
 * of a larger one. A failing part fails the whole. There is one connection, so only one part can run at a time.
 */
export function withinTransaction<T>(trx: Transaction<DB>, work: (db: Database) => Promise<T>): Promise<T> {
  return trx.getExecutor().provideConnection((connection) => {
    const db = new Kysely<DB>({
      dialect: {
        createDriver: () => openedDriver(connection),
        createAdapter: () => new PostgresAdapter(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (made) => new PostgresIntrospector(made),
      },
    });
    nested.add(db);
    return work(db);
  });
}

/** Does nothing: the caller opens and closes connection and transaction. */
function openedDriver(connection: DatabaseConnection): Driver {
  const nothing = async () => {};
  return {
    init: nothing,
    destroy: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
  };
}
