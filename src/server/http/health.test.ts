import { beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { buildApp } from './app.ts';

const t = useTestApp();
beforeAll(() => t.deps.search.start());

async function ready(deps: Deps) {
  const app = await buildApp(deps);
  const [livez, readyz] = [await app.inject('/livez'), await app.inject('/readyz')];
  await app.close();
  return { livez: livez.statusCode, readyz: readyz.statusCode, body: readyz.json(), headers: readyz.headers };
}

describe('/livez and /readyz', () => {
  test('ready: 200 when the database answers and is migrated', async () => {
    expect(await ready({ ...t.deps, probes: { queue: async () => 'PONG' } })).toMatchObject({
      livez: 200,
      readyz: 200,
      body: { status: 'ok', database: 'ok', search: 'current', queue: 'ok' },
    });
  });

  test('without queue, storage or mail: 200 and degraded, within a few seconds', async () => {
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

  test('without the database: /readyz and calls answer 503, /livez 200', async () => {
    const nowhere = await openTestApp('postgres://nobody@127.0.0.1:1/none');
    expect(await ready(nowhere.deps)).toMatchObject({
      livez: 200,
      readyz: 503,
      body: { detail: 'Service temporarily unavailable', status: 'unavailable', database: 'away' },
      headers: { 'retry-after': '2' },
    });
    for (const api of nowhere.apis) {
      expect(await api.call(null, 'services.list')).toMatchObject({
        status: 503,
        body: { detail: 'Service temporarily unavailable' },
        headers: { 'retry-after': '2' },
      });
    }
    await nowhere.close();
  });

  test('with pending migrations: 503 until they have run', async () => {
    await asOwner(t.databaseUrl, 'alter table kysely_migration rename to kysely_migration_away');
    expect(await ready(t.deps)).toMatchObject({ livez: 200, readyz: 503, body: { database: 'migrations pending' } });
    await asOwner(t.databaseUrl, 'alter table kysely_migration_away rename to kysely_migration');
    await asOwner(
      t.databaseUrl,
      `update kysely_migration set name = name || ' away' where name = (select max(name) from kysely_migration)`,
    );
    expect(await ready(t.deps)).toMatchObject({ livez: 200, readyz: 503, body: { database: 'migrations pending' } });
    await asOwner(t.databaseUrl, `update kysely_migration set name = replace(name, ' away', '')`);
    expect((await ready(t.deps)).readyz).toBe(200);
  });
});
