import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { migrationsPending } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { withTimeout } from '#server/process/with-timeout.ts';

/** A dependency that takes longer than this to answer counts as away, milliseconds. */
const timeout = 2_000;
/** How long an answer of the dependencies counts, milliseconds. */
const askAgain = 1_000;

type DatabaseState = 'ok' | 'away' | 'migrations pending';
type States = { database: DatabaseState } & Record<string, string>;

/**
 * `/livez` says that the process is up and checks nothing else. `/readyz` is 503 when the database is away, migrations
 * are pending or the process shuts down; queue, storage and mail are only reported as degraded (contract 2).
 */
export function health(app: FastifyInstance, deps: Deps): void {
  let migrated = false;
  let latest: { at: number; states: States } | undefined;
  let asking: Promise<States> | undefined;

  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { database, ...others } = deps.draining ? { ...latest?.states, database: 'draining' } : await statesOfLate();
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

  async function databaseState(): Promise<DatabaseState> {
    try {
      await withTimeout(timeout, sql`select 1`.execute(deps.db), `no answer within ${timeout} ms`);
      migrated ||= !(await migrationsPending(deps.db));
      return migrated ? 'ok' : 'migrations pending';
    } catch (error) {
      deps.log.warn({ err: error }, 'failed to reach the database: this process reports that it is not ready');
      return 'away';
    }
  }

  /** All dependencies are asked at once, and at most once in `askAgain`; requests in between share the answers. */
  function statesOfLate(): Promise<States> {
    if (latest && performance.now() - latest.at < askAgain) return Promise.resolve(latest.states);
    asking ??= askAll().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function askAll(): Promise<States> {
    const at = performance.now();
    const [database, others] = await Promise.all([databaseState(), probed()]);
    const states = { database, ...others };
    latest = { at, states };
    return states;
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
