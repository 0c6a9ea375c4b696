import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { buildApp } from '#server/http/app.ts';
import { createDeps } from '#server/main.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import type { BenchRow } from './report.ts';
import { median } from './slots.ts';

const professionals = 10;
/** Measured requests of each kind, after as many as prepare statements and connections. */
const requests = 200;
const before = 40;
/** A backend tells what it has read ten seconds after its last transaction at the latest. */
const toldWithin = 11_000;
/** A client of a booking and a request is below the limits that are counted. */
const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', BOOKINGS_PER_HOUR: '20', SEED_DEMO: 'false' };

type Cost = { buffers: number; wal: number; ms: number };

/**
 * What a booking, and another time for it, cost one after the other through the whole API on a small database: pages of PostgreSQL
 * that were looked at, WAL without whole pages, and time.
 */
export async function benchCosts(progress: (line: string) => void): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-costs-'));
  const postgres = await startPostgres({ directory, log: progress });
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    await superuser.connect();
    await load(superuser);
    const config = readConfig({ ...process.env, ...quiet });
    const { deps, close } = await createDeps(config, { databaseUrl: postgres.url, smtpUrl: config.smtpUrl });
    // Without what a process does beside its requests.
    const app = await buildApp(deps);
    try {
      return rowsOf(await measure(superuser, app, progress));
    } finally {
      await app.close();
      await close();
    }
  } finally {
    await superuser.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

type Costs = Record<'booking' | 'asking' | 'accepting' | 'at once', Cost>;

function rowsOf({ booking, asking, accepting, 'at once': atOnce }: Costs): BenchRow[] {
  const share = (of: Cost) =>
    (['buffers', 'wal', 'ms'] as const).map((what) => (of[what] / booking[what]).toFixed(2)).join(', ');
  const row = (what: string, cost: Cost, goal = ''): BenchRow => ({
    what,
    ours: `${cost.buffers.toFixed(1)} buffers, ${cost.wal.toFixed(0)} bytes of WAL, p50 ${cost.ms.toFixed(2)} ms`,
    minimal: '',
    ratio: cost === booking ? '' : `${share(cost)} bookings`,
    goal,
  });
  const both = {
    buffers: asking.buffers + accepting.buffers,
    wal: asking.wal + accepting.wal,
    ms: asking.ms + accepting.ms,
  };
  return [
    row('a booking', booking),
    row('asking for another time', asking),
    row('accepting it', accepting),
    row('both', both, 'at most 2 bookings'),
    row('another time at once', atOnce, 'at most 2 bookings'),
  ];
}

async function measure(superuser: pg.Client, app: FastifyInstance, progress: (line: string) => void): Promise<Costs> {
  const number = (text: string) =>
    superuser.query<{ n: string }>(`select (${text}) as n`).then(({ rows }) => Number(rows[0]?.n));
  const told = async () => {
    await delay(toldWithin);
    await superuser.query('select pg_stat_force_next_flush()');
    return {
      buffers: await number("select sum(hits + reads) from pg_stat_io where backend_type = 'client backend'"),
      wal: await number("select pg_current_wal_insert_lsn() - '0/0'"),
    };
  };
  const send = async (who: string, method: 'POST' | 'PATCH', url: string, body: object, status: number) => {
    const begun = performance.now();
    const answer = await app.inject({ method, url, headers: { authorization: `Bearer ${who}` }, payload: body });
    const ms = performance.now() - begun;
    if (answer.statusCode !== status)
      throw new Error(`${method} ${url} was answered ${answer.statusCode}: ${answer.body}`);
    return { json: answer.json<{ id: string }>(), ms };
  };

  /** The costs of a call for each booking from the first measured one on; the earlier ones prepare. */
  const each = async (what: string, call: (n: number) => Promise<{ ms: number }>): Promise<Cost> => {
    for (let n = 0; n < before; n++) await call(n);
    // What was planned over empty tables is planned anew.
    await superuser.query('analyze');
    const start = await told();
    const took: number[] = [];
    for (let n = before; n < before + requests; n++) took.push((await call(n)).ms);
    const end = await told();
    const cost = {
      buffers: (end.buffers - start.buffers) / requests,
      wal: (end.wal - start.wal) / requests,
      ms: median(took),
    };
    progress(`${what}: ${cost.buffers.toFixed(1)} buffers, ${cost.wal.toFixed(0)} bytes, ${cost.ms.toFixed(2)} ms`);
    return cost;
  };

  // Half-hour services back to back, and the other times twenty days later.
  const tomorrow = Math.ceil(Date.now() / DAY) * DAY + DAY;
  const startOf = (n: number, days = 0) =>
    new Date(tomorrow + days * DAY + Math.floor(n / professionals) * 30 * MINUTE).toISOString();
  const booked: string[] = [];
  const asked: string[] = [];
  const bookOne = async (n: number, days = 0) => {
    const [professional_id, service] = ['professional', 'service'].map((kind) =>
      uuidOf(`${kind}-${n % professionals}`),
    );
    const input = { professional_id, service_ids: [service], start_time: startOf(n, days) };
    const made = await send(`client-${n}`, 'POST', '/bookings/', input, 201);
    booked[n] = made.json.id;
    return made;
  };
  const ask = async (n: number, days: number) => {
    const made = await send(
      `client-${n}`,
      'POST',
      `/bookings/${booked[n]}/reschedules`,
      { start_time: startOf(n, days) },
      201,
    );
    asked[n] = made.json.id;
    return made;
  };
  const booking = await each('a booking', bookOne);
  await superuser.query("update bookings set status = 'confirmed', due_at = end_time");
  await superuser.query('vacuum (analyze)');
  const asking = await each('asking', (n) => ask(n, 20));
  const accepting = await each('accepting', (n) =>
    send(
      `professional-${n % professionals}`,
      'PATCH',
      `/bookings/${booked[n]}/reschedules/${asked[n]}`,
      { status: 'accepted' },
      200,
    ),
  );
  for (let n = 0; n < before + requests; n++) await bookOne(n, 6);
  await superuser.query('vacuum (analyze)');
  return { booking, asking, accepting, 'at once': await each('at once', (n) => ask(n, 30)) };
}

/** In SQL, and the same here. */
const idOf = (kind: string, n: string) => `md5('${kind}-' || ${n})::uuid`;
const uuidOf = (text: string) => hash('md5', text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Professionals who are there day and night, each with a service, and a client for each booking. */
async function load(superuser: pg.Client): Promise<void> {
  const rows = `generate_series(0, ${professionals - 1}) n`;
  const everyDay = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [weekday, 0, 1_440]);
  // Whole pages after a checkpoint would hide what a request writes.
  await superuser.query('alter system set full_page_writes = off');
  // Tables of a few pages would be read whole, and large ones along their indexes.
  await superuser.query('alter system set enable_seqscan = off');
  await superuser.query('select pg_reload_conf()');
  await superuser.query(`
    insert into users (id, role, email, username)
    select ${idOf('user-professional', 'n')}, 'professional', 'professional-' || n || '@example.com', 'Bench' from ${rows}`);
  await superuser.query(`
    insert into professionals (id, user_id, display_name, professional_type, location, time_zone)
    select ${idOf('professional', 'n')}, ${idOf('user-professional', 'n')}, 'Bench', 'barber', 'Melbourne', 'UTC' from ${rows}`);
  await superuser.query(`
    insert into services (id, professional_id, name, category, service_duration_minutes, price_cents)
    select ${idOf('service', 'n')}, ${idOf('professional', 'n')}, 'Bench', 'Haircut', 30, 5000 from ${rows}`);
  await superuser.query(
    `insert into hour_schedules (professional_id, position, starts_on, every_weeks, hours)
     select ${idOf('professional', 'n')}, 0, current_date - 7, 1, $1 from ${rows}`,
    [everyDay],
  );
  const clients = `generate_series(0, ${before + requests - 1}) n`;
  await superuser.query(`
    insert into users (id, role, email, username)
    select ${idOf('user-client', 'n')}, 'client', 'client-' || n || '@example.com', 'Bench' from ${clients}`);
  await superuser.query(`
    insert into clients (id, user_id, first_name, last_name, phone_number)
    select ${idOf('client', 'n')}, ${idOf('user-client', 'n')}, 'Zoe', 'Adjei', '0400111222' from ${clients}`);
  for (const [kind, series] of [
    ['professional', rows],
    ['client', clients],
  ])
    await superuser.query(`
      insert into sessions (id, user_id, expires_at, ends_at)
      select encode(sha256(convert_to('${kind}-' || n, 'utf8')), 'hex'), md5('user-${kind}-' || n)::uuid,
        clock_now() + interval '1 day', clock_now() + interval '1 day' from ${series}`);
  await superuser.query('vacuum (analyze)');
}
