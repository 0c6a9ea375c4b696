import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { preparing } from './client.ts';
import { Pool, type PoolConfig } from './pool.ts';
import type { DB } from './types.ts';

/** The database or an open transaction; the first parameter of every query. */
export type Db = Kysely<DB> | Transaction<DB>;
export type Database = Kysely<DB>;

/** Time limits of every wait (reliability, O3 and O4), milliseconds. */
const bounds = {
  connect: 2_000,
  statement: 5_000,
  lock: 2_000,
  idleInTransaction: 10_000,
  answer: 6_000,
  maintenanceConnect: 10_000,
  maintenanceLock: 60_000,
};

/** Turns PostgreSQL's `2026-11-26 09:30:00.5+00` (the connection's zone is UTC) into `2026-11-26T09:30:00.500Z`. */
function instantOf(text: string): string {
  if (text.length === 22) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`;
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, instantOf],
  [pg.types.builtins.INT8, Number],
]);

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

interface PoolOptions {
  /** Most connections. */
  max?: number;
  onError?: (error: Error) => void;
}

/** Connections of requests: every wait ends within seconds, also the one for a connection. */
export function createPool(url: string, options: PoolOptions = {}): Pool {
  return openPool(url, options, {
    server: {
      idle_in_transaction_session_timeout: bounds.idleInTransaction,
      statement_timeout: bounds.statement,
      lock_timeout: bounds.lock,
    },
    // Longer than the server's own limits, for a network that loses the server's answer.
    client: { connectionTimeoutMillis: bounds.connect, answerWithin: bounds.answer },
    name: 'saluni',
  });
}

/** Connections of work that is no request: migrations, seed, command line. Statements take as long as they need. */
export function createMaintenancePool(url: string, options: PoolOptions = {}): Pool {
  return openPool(url, options, {
    server: { idle_in_transaction_session_timeout: 0, statement_timeout: 0, lock_timeout: bounds.maintenanceLock },
    client: { connectionTimeoutMillis: bounds.maintenanceConnect },
    name: 'saluni maintenance',
  });
}

type Limits = {
  server: Record<string, number>;
  client: Pick<PoolConfig, 'connectionTimeoutMillis' | 'answerWithin'>;
  name: string;
};

function openPool(url: string, { max = 10, onError }: PoolOptions, { server, client, name }: Limits): Pool {
  const settings = Object.entries({ timezone: 'UTC', jit: 'off', ...server }).map(
    ([key, value]) => `-c ${key}=${value}`,
  );
  const given = new URL(url);
  const asked = given.searchParams.get('options');
  given.searchParams.delete('options');
  const pool = new Pool({
    connectionString: given.href,
    max,
    types,
    options: asked ? `${settings.join(' ')} ${asked}` : settings.join(' '),
    ...client,
    keepAlive: true,
    application_name: name,
  });
  // An error event without a listener would end the process. The pool reports idle connections that break, a client
  // itself while in use.
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  return pool;
}

export function connect(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}
