import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { migrationsPending } from './db/migrate.ts';
import type { Deps } from './deps.ts';

/** `/livez`: the process is up; it touches nothing. `/readyz`: 503 when the database is away, migrations are pending or the process drains. */
export function health(app: FastifyInstance, deps: Deps): void {
  let draining = false;
  let migrated = false;
  app.addHook('preClose', async () => {
    draining = true;
  });

  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const database = draining ? 'draining' : await databaseState();
    if (database !== 'ok') reply.status(503).header('retry-after', '2');
    return { status: database === 'ok' ? 'ok' : 'unavailable', database };
  });

  async function databaseState(): Promise<'ok' | 'away' | 'migrations pending'> {
    try {
      await sql`select 1`.execute(deps.db);
      migrated ||= !(await migrationsPending(deps.db));
      return migrated ? 'ok' : 'migrations pending';
    } catch (error) {
      deps.log.warn({ err: error }, 'the database does not answer');
      return 'away';
    }
  }
}
