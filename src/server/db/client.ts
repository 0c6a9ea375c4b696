import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { inSpan } from '#server/tracing/spans.ts';
import { nameOf } from './statement.ts';

/** A pool as Kysely asks it, whose connections prepare texts that are fixed under their names, once each. */
export function preparing(pool: pg.Pool): PostgresPool {
  // Kysely knows a connection by its client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
  };
}

/**
 * Kysely sends texts without a name, which PostgreSQL parses and plans every time. A text that varies stays so: a
 * connection keeps what it has prepared for as long as it lives.
 */
function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let silent: unknown;

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('no query is read by a cursor');
    return silent ? Promise.reject(silent) : ask(text, [...values]);
  }

  async function ask(text: string, values: unknown[]) {
    const name = nameOf(text);
    try {
      return await inSpan(`statement ${name ?? text.slice(0, 40)}`, { 'db.query.text': text }, () =>
        name === undefined ? client.query(text, values) : client.query({ name, text, values }),
      );
    } catch (error) {
      // The answer may still come, and nothing would tell whose it is.
      if (error instanceof Error && error.message === 'Query read timeout') silent = error;
      // For the log, as PostgreSQL does not tell it.
      throw name !== undefined && error instanceof Error ? Object.assign(error, { statement: name }) : error;
    }
  }

  return { query, release: (destroy) => client.release(destroy || silent !== undefined) };
}
