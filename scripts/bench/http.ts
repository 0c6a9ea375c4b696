import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { environmentWith, readConfig } from '#server/config.ts';
import { connect, createPool, type Database } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { buildApp } from '#server/http/app.ts';
import { createDeps } from '#server/main.ts';
import { factories } from '#server/testing/make.ts';
import { fillDiary, iso, type Market, makeMarket } from './market.ts';
import type { Script } from './minimal-server.ts';
import { statementsOf } from './recording.ts';

const rounds = 3;
const bookingsPerRound = 1_200;
const looksPerRound = 400;
const contendedRounds = 20;
const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', BOOKINGS_PER_HOUR: '0', SEED_DEMO: 'false', ROLE: 'api' };

type Server = { address: string; stop(): void };
export type HttpFigures = {
  booking: { ours: number; minimal: number };
  slots: { ours: number; minimal: number };
  contended: { p99: number; won: number; lost: number; other: number; deadlocks: number };
};

/** Measures requests a second of our server and of the minimal one, on one database in alternating rounds; then 64 clients on one slot. */
export async function benchHttp(progress: (line: string) => void): Promise<HttpFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  const postgres = await startPostgres({ directory });
  const services = { databaseUrl: postgres.url };
  const { deps, close } = createDeps(readConfig(quiet), services);
  // Only the owner may empty and analyze tables.
  const owner = connect(createPool(postgres.ownerUrl, { max: 1 }));
  const servers: Server[] = [];
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    progress('making people, windows and bookings');
    const make = factories(deps);
    const market = await makeMarket(owner, make);
    const script = await record(deps, services.databaseUrl, market);
    const ours = await serve('our-server.ts', { databaseUrl: services.databaseUrl });
    const minimal = await serve('minimal-server.ts', script);
    servers.push(ours, minimal);

    const booking = { ours: 0, minimal: 0 };
    const slots = { ours: 0, minimal: 0 };
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      for (const [name, server] of [
        ['ours', ours],
        ['minimal', minimal],
      ] as const) {
        await sql`truncate bookings, booking_services, busy_times, outbox cascade`.execute(owner);
        booking[name] += (await book(server, market)) / rounds;
      }
      await fillDiary(owner, market);
      for (const [name, server] of [
        ['minimal', minimal],
        ['ours', ours],
      ] as const)
        slots[name] += (await look(server, market)) / rounds;
    }
    progress('64 clients on one slot');
    const contended = await contend(owner, ours, market);
    return { booking, slots, contended };
  } finally {
    for (const server of servers) server.stop();
    await owner.destroy();
    await close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function serve(file: string, message: Script | { databaseUrl: string }): Promise<Server> {
  const child: ChildProcess = fork(join(import.meta.dirname, file), {
    env: environmentWith(quiet),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(message);
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (answer: { address: string }) => resolve(answer.address));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { address, stop: () => void child.kill('SIGKILL') };
}

/** Books once and reads the free times once through our server, and returns the SQL statements that these calls sent. */
async function record(
  deps: Parameters<typeof buildApp>[0],
  databaseUrl: string,
  { professionals, clients, days }: Market,
): Promise<Script> {
  const [professional] = professionals;
  const [client] = clients;
  if (!professional || !client) throw new Error('the market is empty');
  const app = await buildApp(deps);
  const headers = { authorization: `Bearer ${client.token}` };
  const start = iso(days[0] ?? 0);
  let made = '';
  const payload = { professional_id: professional.id, service_ids: [professional.service], start_time: start };
  const booking = await statementsOf(async () => {
    made = (await app.inject({ method: 'POST', url: '/bookings/', headers, payload })).body;
  });
  const slots = await statementsOf(() => app.inject({ method: 'GET', url: `/availability/professional/${professional.id}` }));
  await app.close();
  const { id, end_time } = JSON.parse(made);
  const window = await deps.db.selectFrom('bookings').select('availability_id').where('id', '=', id).executeTakeFirstOrThrow();
  const me = await deps.db
    .selectFrom('clients')
    .innerJoin('bookings', 'bookings.client_id', 'clients.id')
    .select(['clients.id', 'clients.user_id'])
    .executeTakeFirstOrThrow();
  const session = createHash('sha256').update(client.token).digest('hex');
  const requestId = String(booking.at(-2)?.values.at(-1));
  return {
    databaseUrl,
    booking,
    slots,
    recorded: {
      session,
      professional: professional.id,
      service: professional.service,
      client: me.id,
      user: me.user_id,
      start,
      end: end_time,
      window: window.availability_id ?? '',
      id,
      requestId,
    },
  };
}

type Shot = { path: string; token?: string; body?: object };

/** Sends each request once over `connections` connections. Returns requests a second, the count of each status, and p99 in milliseconds. */
async function fire(
  { address }: Server,
  shots: Shot[],
  connections: number,
): Promise<{ perSecond: number; statuses: Map<number, number>; p99: number }> {
  let next = 0;
  const statuses = new Map<number, number>();
  const begun = performance.now();
  const result = await autocannon({
    url: address,
    connections,
    amount: shots.length,
    timeout: 30,
    requests: [
      {
        setupRequest: (request) => {
          const shot = shots[next++ % shots.length];
          if (!shot) return request;
          const headers = {
            ...(shot.token ? { authorization: `Bearer ${shot.token}` } : {}),
            ...(shot.body ? { 'content-type': 'application/json' } : {}),
          };
          return {
            ...request,
            method: shot.body ? 'POST' : 'GET',
            path: shot.path,
            headers,
            body: shot.body ? JSON.stringify(shot.body) : undefined,
          };
        },
        onResponse: (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
      },
    ],
  });
  return { perSecond: (shots.length / (performance.now() - begun)) * 1_000, statuses, p99: result.latency.p99 };
}

/** Books distinct slots over 16 connections. Returns bookings a second. */
async function book(server: Server, { professionals, clients, days }: Market): Promise<number> {
  const shots = Array.from({ length: bookingsPerRound }, (_, count): Shot => {
    const professional = professionals[count % professionals.length];
    const slot = Math.floor(count / professionals.length);
    const start = (days[Math.floor(slot / 16)] ?? 0) + (slot % 16) * 30 * 60_000;
    const body = { professional_id: professional?.id, service_ids: [professional?.service], start_time: iso(start) };
    return { path: '/bookings/', token: clients[count % clients.length]?.token, body };
  });
  const { perSecond, statuses } = await fire(server, shots, 16);
  if (statuses.get(201) !== shots.length) throw new Error(`bookings were answered ${JSON.stringify([...statuses])}`);
  return perSecond;
}

/** Reads the free times of the `busy` professional over 8 connections. Returns requests a second. */
async function look(server: Server, { busy }: Market): Promise<number> {
  const shots = Array.from({ length: looksPerRound }, (): Shot => ({ path: `/availability/professional/${busy.id}` }));
  const { perSecond, statuses } = await fire(server, shots, 8);
  if (statuses.get(200) !== shots.length) throw new Error(`looks were answered ${JSON.stringify([...statuses])}`);
  return perSecond;
}

/** Lets 64 clients ask for one slot at once; each round has another slot. */
async function contend(db: Database, server: Server, { professionals, clients, days }: Market): Promise<HttpFigures['contended']> {
  const deadlocks = async () => {
    const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(
      db,
    );
    return Number(rows[0]?.deadlocks);
  };
  await sql`truncate bookings, booking_services, busy_times, outbox cascade`.execute(db);
  const before = await deadlocks();
  const total = { p99: 0, won: 0, lost: 0, other: 0, deadlocks: 0 };
  for (let round = 0; round < contendedRounds; round++) {
    const professional = professionals[round % professionals.length];
    const body = { professional_id: professional?.id, service_ids: [professional?.service], start_time: iso(days[30] ?? 0) };
    const shots = clients.slice(round * 64, (round + 1) * 64).map(({ token }): Shot => ({ path: '/bookings/', token, body }));
    const { statuses, p99 } = await fire(server, shots, 64);
    const won = statuses.get(201) ?? 0;
    const lost = statuses.get(409) ?? 0;
    total.won += won;
    total.lost += lost;
    total.other += shots.length - won - lost;
    total.p99 = Math.max(total.p99, p99);
  }
  return { ...total, deadlocks: (await deadlocks()) - before };
}
