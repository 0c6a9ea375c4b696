import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { openTestApp, type TestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { ListedService } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

// This file kills PostgreSQL, so it starts its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const first = Math.ceil(Date.now() / DAY) * DAY + DAY;
const range = { free_from: iso(first), free_to: iso(first + 5 * DAY) };

let directory: string;
let postgres: EmbeddedPostgres;
let t: TestApp & { close(): Promise<void> };
let processes: ServerProcess[];
const offers: (ProfessionalPerson & { service: string })[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-search-'));
  postgres = await startPostgres({ directory });
  await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
  t = await openTestApp(postgres.url);
  for (let at = 0; at < 3; at++) {
    const person = await t.make.professional({ display_name: `Person ${at}`, slot_interval_minutes: 60 });
    const service = await t.make.service(person.professionalId, { name: `Braids ${at}`, service_duration_minutes: 60 });
    offers.push({ ...person, service });
    await t.make.window(person.professionalId, first + at * HOUR, first + (at + 2) * HOUR);
  }
  processes = await Promise.all([startProcess(postgres.url), startProcess(postgres.url)]);
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await t.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

async function ask(server: ServerProcess, path: string): Promise<unknown> {
  const { status, text } = await server.call('', 'GET', path);
  return status === 200 ? JSON.parse(text) : status;
}

/** Every service that a process finds, by its name, with its soonest start. */
async function found(server: ServerProcess): Promise<unknown> {
  const query = new URLSearchParams({ search: 'braids', sort: 'soonest', limit: '100', ...range });
  const answer = await ask(server, `/services/?${query}`);
  const { results } = answer as { results?: ListedService[] };
  return results?.map(({ name, professional }) => `${name} ${professional.next_free}`) ?? answer;
}

/** The same by asking for the slots of each service, which no process remembers. */
async function naively(server: ServerProcess): Promise<string[]> {
  const rows = await t.deps.db
    .selectFrom('services')
    .select(['id', 'name', 'professional_id'])
    .where('deleted_at', 'is', null)
    .execute();
  const starts = await Promise.all(
    rows.map(async ({ id, name, professional_id }) => {
      const query = new URLSearchParams({ service_ids: id, from: range.free_from, to: range.free_to });
      const windows = (await ask(server, `/availability/professional/${professional_id}?${query}`)) as
        | AvailabilityWithSlots[]
        | number;
      const slots = typeof windows === 'number' ? [] : windows.flatMap((one) => one.available_slots);
      return { name, start: slots[0]?.start_time };
    }),
  );
  return starts
    .filter(({ start }) => start !== undefined)
    .sort((a, b) => Date.parse(a.start ?? '') - Date.parse(b.start ?? '') || (a.name < b.name ? -1 : 1))
    .map(({ name, start }) => `${name} ${start}`);
}

/** Changes times and listings, both while nothing follows them. */
async function change(at: number): Promise<void> {
  const person = offers[at % offers.length] ?? expect.fail('nobody');
  const day = first + (1 + at) * DAY;
  await t.deps.db.deleteFrom('availability').where('professional_id', '=', person.professionalId).execute();
  await t.make.window(person.professionalId, day, day + 2 * HOUR);
  await t.make.service(person.professionalId, { name: `Braids again ${at}`, service_duration_minutes: 120 });
}

async function allRight(services: number): Promise<void> {
  for (const server of processes) {
    await vi.waitFor(
      async () => {
        const expected = await naively(server);
        expect(expected).toHaveLength(services);
        expect(await found(server)).toEqual(expected);
        expect(await ask(server, '/readyz')).toMatchObject({ search: 'current' });
      },
      { timeout: 60_000, interval: 100 },
    );
  }
}

test('a killed process, lost listening connections and a killed PostgreSQL: then every process finds what is true', async () => {
  await allRight(3);

  await processes[0]?.kill();
  await change(0);
  processes[0] = await startProcess(postgres.url);
  await allRight(4);

  await t.deps.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ~* '^(listen|select pg_notify)' and pid <> pg_backend_pid()`,
  );
  await change(1);
  await allRight(5);

  const started = async () =>
    (await t.deps.pool.query('select pg_postmaster_start_time()::text as at')).rows[0]?.at as string;
  const before = await started();
  const cluster = (await readPidFile(join(directory, 'data'))) ?? expect.fail('no PostgreSQL');
  process.kill(cluster.pid, 'SIGQUIT');
  await vi.waitFor(async () => expect(await started()).not.toBe(before), { timeout: 30_000, interval: 20 });
  await change(2);
  await allRight(6);
});
