import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { Mailer } from './mail/transport.ts';
import type { Limiter } from './rate-limit.ts';

/** What the process counts as it works. */
export type Meter = {
  /** `route` is the template, never the address that was asked for: ids must not make series. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  loginFailed(): void;
};

/** What the server works with: one plain object, built once, passed down. It has no clock: decisions ask the database for the time. */
export type Deps = {
  config: Config;
  db: Database;
  pool: pg.Pool;
  limiter: Limiter;
  /** For jobs alone: a request writes an event down and waits for nobody. */
  mailer: Mailer;
  /** Dependencies whose loss degrades the product (queue, storage, mail): each answers, or throws when it is away. */
  probes?: Record<string, () => Promise<unknown>>;
  /** Only where somebody reads it. */
  meter?: Meter;
  /** Set when the process is about to go. */
  draining: boolean;
  log: Logger;
};
