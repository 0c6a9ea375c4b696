import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { openTestApp } from '#server/testing/app.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY, MINUTE } from '#shared/constants.ts';

// This file kills PostgreSQL, so it starts its own, with the durability of production.
vi.setConfig({ testTimeout: full ? 600_000 : 120_000, hookTimeout: 120_000 });
const kills = full ? 30 : 6;
const killEvery = full ? 10_000 : 2_500;
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

let directory: string;
let postgres: EmbeddedPostgres;
let t: Awaited<ReturnType<typeof openTestApp>>;
const roles = ['api', 'api', 'worker'] as const;
let processes: ServerProcess[];

const startAs = (role: (typeof roles)[number]) => startProcess(postgres.url, { SMTP_URL: t.inbox.url }, role);
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-durable-'));
  postgres = await startPostgres({ directory });
  await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
  t = await openTestApp(postgres.url);
  processes = await Promise.all(roles.map(startAs));
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await t.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** One attempt to book, found again by its notes: whether it was acknowledged, and which change by the professional was. */
type Attempt = { name: string; booked: 'yes' | 'no' | 'unknown'; id?: string; moved?: 'confirmed' | 'cancelled' };

/** The answer; undefined for a broken connection or a 5xx, after which either outcome is possible. */
async function ask(...[token, method, path, body]: Parameters<ServerProcess['call']>) {
  const server = processes[Math.floor(Math.random() * 2)];
  const answer = await server?.call(token, method, path, body).catch(() => undefined);
  return answer === undefined || answer.status >= 500 ? undefined : answer;
}

test('B12: acknowledged bookings are stored and refused ones are not, while processes and PostgreSQL are killed', async () => {
  const shops = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const professional = await t.make.professional({ slot_interval_minutes: 15 });
      for (let i = 0; i < 20; i++) await t.make.window(professional.professionalId, day + i * DAY, day + (i + 1) * DAY);
      return { ...professional, service: await t.make.service(professional.professionalId) };
    }),
  );
  const clients = await Promise.all(Array.from({ length: 20 }, () => t.make.client()));
  const attempts: Attempt[] = [];
  let running = true;

  async function attempt(client: ClientPerson): Promise<void> {
    const shop = shops[Math.floor(Math.random() * shops.length)] ?? expect.fail('no shop');
    const start = day + Math.floor(Math.random() * 19 * 24 * 4) * 15 * MINUTE;
    const name = `attempt ${attempts.length}`;
    const made: Attempt = { name, booked: 'unknown' };
    attempts.push(made);
    const wish = {
      professional_id: shop.professionalId,
      service_ids: [shop.service],
      start_time: new Date(start).toISOString(),
      notes: name,
    };
    const answer = await ask(client.token, 'POST', '/bookings/', wish);
    if (answer === undefined) return;
    made.booked = answer.status === 201 ? 'yes' : 'no';
    if (answer.status !== 201) return;
    made.id = (JSON.parse(answer.text) as { id: string }).id;
    const status = Math.random() < 0.5 ? 'confirmed' : 'cancelled';
    if ((await ask(shop.token, 'PATCH', `/bookings/${made.id}`, { status }))?.status === 200) made.moved = status;
  }

  let reads = 0;
  async function read(): Promise<void> {
    const found = await overlaps(t.deps.pool).catch(() => undefined);
    if (found === undefined) return;
    reads++;
    expect(found).toBe(0);
  }

  async function repeatedly(work: () => Promise<void>, pause: number): Promise<void> {
    while (running) {
      await work();
      await delay(pause);
    }
  }

  /** Kills each process in turn, and PostgreSQL with SIGQUIT, as `pg_ctl -m immediate` does. */
  async function killAll(): Promise<void> {
    for (let turn = 0; turn < kills; turn++) {
      await delay(killEvery);
      const index = turn % (roles.length + 1);
      const role = roles[index];
      if (role === undefined) {
        const cluster = await vi.waitFor(async () => (await readPidFile(join(directory, 'data'))) ?? expect.fail('no PostgreSQL'), 30_000);
        process.kill(cluster.pid, 'SIGQUIT');
      } else {
        await processes[index]?.kill();
        processes[index] = await startAs(role);
      }
    }
    running = false;
  }

  await Promise.all([...clients.map((client) => repeatedly(() => attempt(client), 50)), repeatedly(read, 200), killAll()]);
  await vi.waitFor(read, { timeout: 30_000, interval: 200 });

  const rows = await vi.waitFor(() => t.deps.db.selectFrom('bookings').select(['id', 'notes', 'status']).execute(), 30_000);
  const stored = new Map(rows.map((row) => [row.notes, row]));
  expect(stored.size).toBe(rows.length);
  const wrong = attempts.filter(({ name, booked, id, moved }) => {
    const row = stored.get(name);
    if (booked === 'no') return row !== undefined;
    if (booked === 'unknown') return false;
    return row?.id !== id || (moved !== undefined && row?.status !== moved);
  });
  expect(wrong).toEqual([]);
  const count = (booked: Attempt['booked']) => attempts.filter((one) => one.booked === booked).length;
  // The test is worth something only if all three outcomes happened, and if overlaps were checked many times.
  expect(Math.min(count('yes') / 50, count('no'), count('unknown'), reads / 20)).toBeGreaterThanOrEqual(1);
});
