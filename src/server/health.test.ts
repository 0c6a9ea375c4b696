import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import type { Deps } from './deps.ts';
import { openTestApp, useTestApp } from './testing/app.ts';

const t = useTestApp();

async function ready(deps: Deps) {
  const app = await buildApp(deps);
  const [livez, readyz] = [await app.inject('/livez'), await app.inject('/readyz')];
  await app.close();
  return { livez: livez.statusCode, readyz: readyz.statusCode, body: readyz.json(), headers: readyz.headers };
}

describe('/livez and /readyz', () => {
  test('ready when the database is there and migrated', async () => {
    expect(await ready({ ...t.deps, probes: { queue: async () => 'PONG' } })).toMatchObject({
      livez: 200,
      readyz: 200,
      body: { status: 'ok', database: 'ok', queue: 'ok' },
    });
  });

  test('queue, storage and mail only degrade it, and are not waited for', async () => {
    const probes = {
      queue: () => new Promise(() => {}),
      storage: () => Promise.reject(new Error('refused')),
      mail: async () => undefined,
    };
    const begun = performance.now();
    expect(await ready({ ...t.deps, probes })).toMatchObject({
      livez: 200,
      readyz: 200,
      body: { status: 'degraded', database: 'ok', queue: 'away', storage: 'away', mail: 'ok' },
    });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('a database that is away: not ready, but alive; calls say so', async () => {
    const nowhere = await openTestApp('postgres://nobody@127.0.0.1:1/none');
    expect(await ready(nowhere.deps)).toMatchObject({
      livez: 200,
      readyz: 503,
      body: { detail: 'Service temporarily unavailable', status: 'unavailable', database: 'away' },
      headers: { 'retry-after': '2' },
    });
    for (const door of nowhere.doors) {
      expect(await door.call(null, 'services.list')).toMatchObject({
        status: 503,
        body: { detail: 'Service temporarily unavailable' },
        headers: { 'retry-after': '2' },
      });
    }
    await nowhere.close();
  });

  test('pending migrations: not ready until they have run', async () => {
    const applied = await sql<{ name: string }>`delete from kysely_migration returning *`.execute(t.deps.db);
    expect(await ready(t.deps)).toMatchObject({ livez: 200, readyz: 503, body: { database: 'migrations pending' } });
    await t.deps.db
      .insertInto('kysely_migration' as never)
      .values(applied.rows as never)
      .execute();
    expect((await ready(t.deps)).readyz).toBe(200);
  });
});
