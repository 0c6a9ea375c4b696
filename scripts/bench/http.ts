import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { environmentWith, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { createDeps } from '#server/main.ts';
import { factories } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Script } from './minimal-server.ts';
import { statementsOf } from './recording.ts';

/** What stands in the database: enough that indexes matter, little enough that it is made in seconds. */
const size = { professionals: 40, clients: 4_000, bookingsOfOne: 1_000 };
const rounds = 3;
const bookingsPerRound = 1_200;
const looksPerRound = 400;
const contendedRounds = 20;
const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', SEED_DEMO: 'false', ROLE: 'api' };

type Server = { address: string; stop(): void };
type Person = { token: string };
type Market = {
  professionals: { id: string; service: string }[];
  clients: Person[];
  busy: { id: string; service: string };
  days: number[];
};
export type HttpFigures = {
  booking: { ours: number; minimal: number };
  slots: { ours: number; minimal: number };
  contended: { p99: number; won: number; lost: number; other: number; deadlocks: number };
};

/** Requests a second of ours beside the minimal server's, on one database, in alternating rounds; then 64 clients on one slot. */
export async function benchHttp(progress: (line: string) => void): Promise<HttpFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  const postgres = await startPostgres({ directory });
  const services = { databaseUrl: postgres.url };
  const { deps, close } = createDeps(readConfig(quiet), services);
  const servers: Server[] = [];
  try {
    await migrate(deps.db);
    progress('making people, windows and bookings');
    const make = factories(deps);
    const market = await makeMarket(deps.db, make);
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
        await sql`truncate bookings, booking_services, busy_times, outbox cascade`.execute(deps.db);
        booking[name] += (await book(server, market)) / rounds;
      }
      await fillDiary(deps.db, market);
      for (const [name, server] of [
        ['minimal', minimal],
        ['ours', ours],
      ] as const)
        slots[name] += (await look(server, market)) / rounds;
    }
    progress('64 clients on one slot');
    const contended = await contend(deps.db, ours, market);
    return { booking, slots, contended };
  } finally {
    for (const server of servers) server.stop();
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

/** Professionals with sixty days of eight hours each, clients with sessions, one professional with a full diary. */
async function makeMarket(db: Database, make: ReturnType<typeof factories>): Promise<Market> {
  const tomorrow = Math.ceil(Date.now() / DAY) * DAY + DAY;
  const days = Array.from({ length: 60 }, (_, day) => tomorrow + day * DAY);
  const professionals = [];
  for (let count = 0; count <= size.professionals; count++) {
    const { professionalId: id } = await make.professional();
    professionals.push({ id, service: await make.service(id, { service_duration_minutes: 30 }) });
    await db
      .insertInto('availability')
      .values(days.map((start) => ({ professional_id: id, start_time: iso(start), end_time: iso(start + (count === 0 ? 13 : 8) * HOUR) })))
      .execute();
  }
  const [busy, ...others] = professionals;
  if (!busy) throw new Error('no professional was made');
  // People straight in the tables: their passwords and profiles are not what is measured.
  const tokens = Array.from({ length: size.clients }, () => randomUUID());
  await sql`
    with people as (
      insert into users (role, email, username) select 'client', 'bench-' || n || '@example.com', 'Bench' from generate_series(1, ${size.clients}::int) n returning id
    ), numbered as (select id, row_number() over () as n from people),
    made as (insert into clients (user_id, first_name, last_name) select id, 'Bench', 'Client' from people)
    insert into sessions (id, user_id, expires_at, ends_at)
    select hash, numbered.id, clock_now() + interval '9 days', clock_now() + interval '30 days'
    from unnest(${tokens.map((token) => createHash('sha256').update(token).digest('hex'))}::text[]) with ordinality as given (hash, n)
    join numbered on numbered.n = given.n`.execute(db);
  await sql`analyze`.execute(db);
  return { professionals: others, clients: tokens.map((token) => ({ token })), busy, days };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** A thousand confirmed bookings of the one with the full diary, scattered over her sixty days. */
async function fillDiary(db: Database, { busy, days }: Market): Promise<void> {
  const starts = days
    .flatMap((day) => Array.from({ length: 26 }, (_, half) => day + half * 30 * 60_000))
    .filter((_, index) => (index * 7) % 26 < 17);
  await sql`
    with starts as (select uuidv7() as id, start::timestamptz from unnest(${starts.slice(0, size.bookingsOfOne).map(iso)}::text[]) start),
    made as (
      insert into bookings (professional_id, id, client_id, status, start_time, end_time, total_price_cents, expires_at, due_at)
      select ${busy.id}, starts.id, (select id from clients limit 1), 'confirmed', start, start + interval '30 minutes', 9500, start, start + interval '30 minutes' from starts)
    insert into busy_times (professional_id, booking_id, start_time, end_time)
    select ${busy.id}, id, start, start + interval '30 minutes' from starts`.execute(db);
  await sql`analyze bookings, busy_times`.execute(db);
}

/** One booking and one look through our own server, with the statements that they sent. */
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

/** Fires every shot once over so many connections; answers requests a second and how each was answered. */
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

/** Distinct slots, a client for each few of them, over 16 connections. */
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

async function look(server: Server, { busy }: Market): Promise<number> {
  const shots = Array.from({ length: looksPerRound }, (): Shot => ({ path: `/availability/professional/${busy.id}` }));
  const { perSecond, statuses } = await fire(server, shots, 8);
  if (statuses.get(200) !== shots.length) throw new Error(`looks were answered ${JSON.stringify([...statuses])}`);
  return perSecond;
}

/** 64 clients at once on one slot, a new one each round. */
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
