import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { openTestApp } from '#server/testing/app.ts';
import { confirmedClient } from '#server/testing/confirmed-client.ts';
import { inDatabase } from '#server/testing/db.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { full } from '#server/testing/repetitions.ts';

// This file kills PostgreSQL, so it starts its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const emails = full ? 50 : 15;

let directory: string;
let postgres: EmbeddedPostgres;
let redis: TestRedis | undefined;
const workers: ServerProcess[] = [];

/** An app with a database of its own, whose workers use one kind of queue, and what its slow mail server has. */
type Side = Awaited<ReturnType<typeof openSide>>;
const sides: Side[] = [];

async function openSide(name: string, env: Record<string, string>) {
  const superuser = new pg.Client(postgres.superuserUrl);
  await superuser.connect();
  await superuser.query(`create database ${name} owner ${new URL(postgres.ownerUrl).username}`);
  await superuser.end();
  const databaseUrl = inDatabase(postgres.url, name);
  await migrateDatabase({ databaseUrl, migrationDatabaseUrl: inDatabase(postgres.ownerUrl, name) });
  const t = await openTestApp(databaseUrl);
  const client = await t.make.client();
  let waiting = 0;
  t.inbox.pause = { greeting: 9_000, recipient: 3_000 };
  t.inbox.onEmail = async () => {
    waiting++;
    await delay(5_000);
  };
  return {
    t,
    client,
    waiting: () => waiting,
    received: () => t.inbox.to(client.email).map(({ messageId }) => messageId),
    startWorkerProcess: async () =>
      void workers.push(await startProcess(databaseUrl, { SMTP_URL: t.inbox.url, ...env }, 'worker')),
  };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-restart-'));
  postgres = await startPostgres({ directory });
  sides.push(await openSide('jobs_in_postgres', {}));
  if (!redisFound) return;
  redis = await startRedis();
  sides.push(await openSide('jobs_in_redis', { REDIS_URL: redis.url }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const { t } of sides) await t.close();
  await redis?.stop();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Kills PostgreSQL with SIGQUIT, as `pg_ctl -m immediate` does, and waits until it is back. */
async function restartPostgres(): Promise<void> {
  const cluster = (await readPidFile(join(directory, 'data'))) ?? expect.fail('no PostgreSQL');
  process.kill(cluster.pid, 'SIGQUIT');
  for (const { t } of sides) await vi.waitFor(() => t.deps.pool.query('select 1'), { timeout: 30_000, interval: 100 });
}

async function forEachSide(
  check: (side: Side) => unknown,
  { timeout, interval }: { timeout: number; interval: number },
): Promise<void> {
  await Promise.all(sides.map((side) => vi.waitFor(() => check(side), { timeout, interval })));
}

test('J13: a slow mail server gets each email once while PostgreSQL is killed twice, with jobs there and in Redis', async () => {
  for (const { t, client } of sides) await confirmedClient(t, emails, { client });
  for (const side of [...sides, ...sides]) await side.startWorkerProcess();
  // Once while emails wait for their answers, and once while answers arrive.
  await forEachSide(({ waiting }) => expect(waiting()).toBeGreaterThan(0), { timeout: 60_000, interval: 20 });
  await restartPostgres();
  await forEachSide(({ received }) => expect(received().length).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });
  await restartPostgres();
  await forEachSide(({ received }) => expect(new Set(received()).size).toBe(emails), {
    timeout: 180_000,
    interval: 100,
  });
  const open = async ({ t }: Side) => (await t.deps.pool.query('select id from deliveries where sent_at is null')).rows;
  await forEachSide(async (side) => expect(await open(side)).toEqual([]), { timeout: 60_000, interval: 100 });
  // Nothing is left that could send a second copy: no connection to the mail server, and no open row.
  await forEachSide(({ t }) => expect(t.inbox.connections()).toBe(0), { timeout: 60_000, interval: 100 });
  for (const { received } of sides) expect(received()).toHaveLength(emails);
});
