import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { DB } from '#server/db/types.ts';

/**
 * A database whose transactions are parts of an open one: what opens transactions of its own can take part in something larger, which is
 * there whole or not at all. A part that fails fails the whole; there is one connection, so one part at a time.
 */
export function withinTransaction<T>(trx: Transaction<DB>, work: (db: Database) => Promise<T>): Promise<T> {
  return trx.getExecutor().provideConnection((connection) =>
    work(
      new Kysely<DB>({
        dialect: {
          createDriver: () => openedDriver(connection),
          createAdapter: () => new PostgresAdapter(),
          createQueryCompiler: () => new PostgresQueryCompiler(),
          createIntrospector: (db) => new PostgresIntrospector(db),
        },
      }),
    ),
  );
}

/** Everything was opened before, and whoever did it closes it. */
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
