import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { inSpan } from '#server/tracing/spans.ts';
import type { Pool } from './pool.ts';
import { nameOf } from './statement.ts';

/** A pool as Kysely asks it, whose connections prepare texts that are fixed under their names, once each. */
export function preparing(pool: Pool): PostgresPool {
  // Kysely knows a connection by its client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client, pool.answerWithin);
      clients.set(client, known);
      return known;
    },
  };
}

/**
 * Kysely sends texts without a name, which PostgreSQL parses and plans every time. A text that varies stays so: a
 * connection keeps what it has prepared for as long as it lives.
 */
function preparingClient(client: pg.PoolClient, answerWithin: number | undefined): PostgresPoolClient {
  let silent: Error | undefined;

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
        answerTo(name === undefined ? { text, values } : { name, text, values }),
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // The driver's leads to the socket that it read from.
      Error.captureStackTrace(error);
      // For the log, as PostgreSQL does not tell it.
      throw name === undefined ? error : Object.assign(error, { statement: name });
    }
  }

  // By a callback, and with a timer of ours: what the driver's own promises and timers answered stays in memory until
  // the next full collection (decision 015).
  function answerTo(config: pg.QueryConfig): Promise<PostgresQueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        // The answer may still come, and nothing would tell whose it is.
        silent = new Error('Query read timeout');
        reject(silent);
      };
      const timer = answerWithin === undefined ? undefined : setTimeout(giveUp, answerWithin);
      const answered = (error: Error | undefined | null, result: unknown) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result as PostgresQueryResult<unknown>);
      };
      client.query(new pg.Query(config, answered));
    });
  }

  return { query, release: (destroy) => client.release(destroy || silent !== undefined) };
}
