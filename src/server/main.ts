import { pino } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connect, createPool } from './db/connect.ts';
import type { Deps } from './deps.ts';
import { createLimiter } from './rate-limit.ts';
import type { Web } from './web.ts';

/** Where the services are that the process works with: configured or embedded. */
export type Services = { databaseUrl: string };

export type Running = { deps: Deps; address: string; close(): Promise<void> };

/** Everything that requests and jobs work with; `close` ends what it opened. */
export function createDeps(config: Config, { databaseUrl }: Services): { deps: Deps; close(): Promise<void> } {
  const log = pino({ level: config.logLevel });
  const pool = createPool(databaseUrl, { onError: (error) => log.warn({ err: error }, 'an idle database connection broke') });
  const db = connect(pool);
  const limiter = createLimiter(db, config.rateLimitPerMinute, log);
  const deps: Deps = { config, db, pool, limiter, log, now: () => new Date() };
  return {
    deps,
    async close() {
      await limiter.close();
      await db.destroy();
    },
  };
}

/** Starts the roles that ROLE names; `webOf` makes the pages once the database is connected. */
export async function startServer(config: Config, services: Services, webOf?: (deps: Deps) => Promise<Web>): Promise<Running> {
  const { deps, close } = createDeps(config, services);
  const app = config.role === 'worker' ? undefined : await buildApp(deps, await webOf?.(deps));
  const address = app ? await app.listen({ host: config.host, port: config.port }) : '';
  return {
    deps,
    address,
    async close() {
      await app?.close();
      await close();
    },
  };
}
