import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { openTestApp } from '#server/testing/app.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY } from '#shared/constants.ts';

// This file kills PostgreSQL, so it starts its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });
const emails = full ? 50 : 15;

let directory: string;
let postgres: EmbeddedPostgres;
let t: Awaited<ReturnType<typeof openTestApp>>;
const workers: ServerProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-restart-'));
  postgres = await startPostgres({ directory });
  await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
  t = await openTestApp(postgres.url);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await t.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Kills PostgreSQL with SIGQUIT, as `pg_ctl -m immediate` does, and waits until it is back. */
async function restartPostgres(): Promise<void> {
  const cluster = (await readPidFile(join(directory, 'data'))) ?? expect.fail('no PostgreSQL');
  process.kill(cluster.pid, 'SIGQUIT');
  await vi.waitFor(() => t.deps.pool.query('select 1'), { timeout: 30_000, interval: 100 });
}

test('J13: a mail server that takes 9, 3 and 5 seconds gets each email once, while PostgreSQL is killed twice', async () => {
  const { professionalId, ...professional } = await t.make.professional();
  const client = await t.make.client();
  for (let i = 0; i < emails; i++) {
    const { bookingId: id } = await t.make.booking({ professionalId, clientId: client.clientId, start: Date.now() + (i + 2) * DAY });
    expect((await t.rest.call(professional, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  }
  let waiting = 0;
  t.inbox.pause = { greeting: 9_000, recipient: 3_000 };
  t.inbox.onEmail = async () => {
    waiting++;
    await delay(5_000);
  };
  for (let i = 0; i < 2; i++) workers.push(await startProcess(postgres.url, { SMTP_URL: t.inbox.url }, 'worker'));
  const received = () => t.inbox.to(client.email).map(({ messageId }) => messageId);
  // Once while emails wait for their answers, and once while answers arrive.
  await vi.waitFor(() => expect(waiting).toBeGreaterThan(0), { timeout: 60_000, interval: 20 });
  await restartPostgres();
  await vi.waitFor(() => expect(received().length).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });
  await restartPostgres();
  await vi.waitFor(() => expect(new Set(received()).size).toBe(emails), { timeout: 180_000, interval: 100 });
  const open = async () => (await t.deps.pool.query('select id from deliveries where sent_at is null')).rows;
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000, interval: 100 });
  // Nothing is left that could send a second copy: no connection to the mail server, and no open row.
  await vi.waitFor(() => expect(t.inbox.connections()).toBe(0), { timeout: 60_000, interval: 100 });
  expect(received()).toHaveLength(emails);
});
