import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Pool } from './pool.ts';

const watcher = new pg.Client(inject('postgres').superuserUrl);
beforeAll(() => watcher.connect());
afterAll(() => watcher.end());

async function connectionsOf(name: string): Promise<number> {
  const { rows } = await watcher.query('select 1 from pg_stat_activity where application_name = $1', [name]);
  return rows.length;
}

/** A pool with `count` idle connections. */
async function opened(name: string, count: number): Promise<Pool> {
  const pool = new Pool({ connectionString: inject('postgres').superuserUrl, max: count, application_name: name });
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  for (const client of clients) client.release();
  expect(await connectionsOf(name)).toBe(count);
  return pool;
}

test('after end() the server has no connection of the pool', async () => {
  for (let round = 0; round < 10; round++) {
    const pool = await opened('ended-idle', 8);
    await pool.end();
    expect(await connectionsOf('ended-idle')).toBe(0);
  }
});

test('end() also waits for a connection that was released as broken and without listeners', async () => {
  for (let round = 0; round < 10; round++) {
    const pool = await opened('ended-broken', 1);
    const client = await pool.connect();
    client.removeAllListeners();
    client.release(true);
    await pool.end();
    expect(await connectionsOf('ended-broken')).toBe(0);
  }
});

test('end() does not wait for connections that the server has closed', async () => {
  const pool = await opened('ended-cut', 3);
  const broken: Error[] = [];
  pool.on('error', (error) => broken.push(error));
  await watcher.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ended-cut'");
  await expect.poll(() => broken.length).toBe(3);
  const begun = performance.now();
  await pool.end();
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('end() of an unused pool returns', async () => {
  await new Pool({ connectionString: inject('postgres').url }).end();
});
