import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { migrationsPending } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { withTimeout } from '#server/process/with-timeout.ts';

/** A dependency that takes longer than this to answer counts as away, milliseconds. */
const timeout = 2_000;

/**
 * `/livez` says that the process is up and checks nothing else. `/readyz` is 503 when the database is away, migrations
 * are pending or the process shuts down; queue, storage and mail are only reported as degraded (contract 2).
 */
export function health(app: FastifyInstance, deps: Deps): void {
  let migrated = false;
  let probing: Promise<Record<string, 'ok' | 'away'>> | undefined;

  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const [database, others] = await Promise.all([deps.draining ? 'draining' : databaseState(), probedOnce()]);
    const search = deps.search.state();
    const states = { database, search, ...others };
    if (database !== 'ok' || search === 'loading') {
      const reason = database === 'ok' ? 'search loading' : database;
      // Without the database the reason is logged where it was found.
      if (database !== 'away') deps.failed(new Error(`not ready: ${reason}`), 503, { reqId: request.id });
      reply.status(503).header('retry-after', '2');
      return { detail: 'Service temporarily unavailable', status: 'unavailable', ...states };
    }
    const isDegraded = search === 'behind' || Object.values(others).includes('away');
    return { status: isDegraded ? 'degraded' : 'ok', ...states };
  });

  async function databaseState(): Promise<'ok' | 'away' | 'migrations pending'> {
    try {
      await withTimeout(timeout, sql`select 1`.execute(deps.db), `no answer within ${timeout} ms`);
      migrated ||= !(await migrationsPending(deps.db));
      return migrated ? 'ok' : 'migrations pending';
    } catch (error) {
      deps.log.warn({ err: error }, 'failed to reach the database: this process reports that it is not ready');
      return 'away';
    }
  }

  /** Requests that arrive during a probe share its result, so that at most one mail session is open at a time. */
  function probedOnce(): Promise<Record<string, 'ok' | 'away'>> {
    probing ??= probed().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  async function probed(): Promise<Record<string, 'ok' | 'away'>> {
    const states = Object.entries(deps.probes ?? {}).map(async ([name, probe]) => {
      try {
        await withTimeout(timeout, probe(), `no answer within ${timeout} ms`);
        return [name, 'ok'] as const;
      } catch (error) {
        deps.log.warn(
          { err: error, dependency: name },
          'failed to reach a dependency: this process reports that it is degraded',
        );
        return [name, 'away'] as const;
      }
    });
    return Object.fromEntries(await Promise.all(states));
  }
}
