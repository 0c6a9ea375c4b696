import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { migrateDatabase } from '#server/db/migrate.ts';
import { transact } from '#server/db/transact.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { hashToken } from '#server/links/tokens.ts';
import { openTestApp, type TestApp } from '#server/testing/app.ts';
import { redisFound, startRedis } from '#server/testing/redis.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { socketPath } from '#shared/socket-codes.ts';
import { cores, type Program, residentOf, startProgram } from './processes.ts';
import type { BenchRow } from './report.ts';

const origin = 'http://localhost:4000';
const quiet = {
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MINUTE: '0',
  BOOKINGS_PER_HOUR: '0',
  SEED_DEMO: 'false',
  PUBLIC_URL: origin,
};
const few = 1_000;
const many = 5_000;
/** Messages that no buffer on the way to a socket holds. */
const unread = 200_000;
/** Connections that are opened at a time. */
const atOnce = 100;

type Times = { p50: number; p99: number; max: number };
const timesOf = (values: number[]): Times => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
};
const told = ({ p50, p99, max }: Times) => `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} max ${max.toFixed(1)} ms`;

/** Users `from` to `to` with a session each, whose token is `bench-N`. Returns the users' ids by number. */
async function addUsers({ deps: { pool } }: TestApp, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (role, email, username, password_hash)
     select 'client', 'socket-' || n || '@bench.example', 'socket-' || n, '$argon2id$bench'
       from generate_series(1, $1::int) n returning id`,
    [count],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    `insert into sessions (id, user_id, expires_at, ends_at)
     select hash, id, clock_now() + interval '9 days', clock_now() + interval '30 days'
       from unnest($1::text[], $2::uuid[]) as one (hash, id)`,
    [ids.map((_, index) => hashToken(`bench-${index}`)), ids],
  );
  return ids;
}

/** Sockets of one server, and when the message of a notification arrived. */
class Audience {
  readonly sockets: WebSocket[] = [];
  readonly #awaited = new Map<string, (at: number) => void>();
  readonly #early = new Map<string, number>();
  readonly #url: string;

  constructor(port: number) {
    this.#url = `ws://127.0.0.1:${port}${socketPath}`;
  }

  /** Opens and authenticates a socket for each token. Returns how many a second. */
  async open(tokens: string[]): Promise<number> {
    const begun = performance.now();
    for (let at = 0; at < tokens.length; at += atOnce)
      await Promise.all(tokens.slice(at, at + atOnce).map((token) => this.#enter(token)));
    return (tokens.length / (performance.now() - begun)) * 1_000;
  }

  async #enter(token: string): Promise<void> {
    const socket = new WebSocket(this.#url, { headers: { origin }, perMessageDeflate: false });
    this.sockets.push(socket);
    await once(socket, 'open');
    const authenticated = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'authenticate', token }));
    await authenticated;
    socket.on('message', (data) => {
      const at = performance.now();
      const { id } = JSON.parse(String(data)) as { id: string };
      const awaiting = this.#awaited.get(id);
      this.#awaited.delete(id);
      if (awaiting) awaiting(at);
      else this.#early.set(id, at);
    });
  }

  /** When the notification's message arrived, also if that was before this call. */
  async arrival(id: string): Promise<number> {
    const early = this.#early.get(id);
    if (early !== undefined) return early;
    const late = delay(10_000, undefined, { ref: false }).then(() => {
      throw new Error(`no message of ${id} within 10 seconds`);
    });
    return Promise.race([new Promise<number>((resolve) => this.#awaited.set(id, resolve)), late]);
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
  }
}

/** Writes a notification as a job does. Returns its id and when its commit was asked for. */
async function notify({ deps: { db, fanOut } }: TestApp, user_id: string): Promise<{ id: string; at: number }> {
  let at = 0;
  const written = await transact(db, async (trx) => {
    const row = {
      user_id,
      event_id: crypto.randomUUID(),
      type: 'bench',
      message: 'A message of the bench.',
      booking_id: null,
    };
    const added = await insertNotifications(trx, [row]);
    await fanOut.tell(trx, added);
    at = performance.now();
    return added;
  });
  await fanOut.committed(written);
  return { id: written[0]?.id ?? '', at };
}

/** Notifications for one user after another, so many a second for so long. */
async function measure(
  app: TestApp,
  users: string[],
  audience: Audience,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const times: Promise<number>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await delay(Math.max(0, begun + (sent * 1_000) / perSecond - performance.now()));
    // Spread over the users.
    const written = notify(app, users[(sent * 7_919) % users.length] ?? '');
    times.push(written.then(async ({ id, at }) => (await audience.arrival(id)) - at));
  }
  return timesOf(await Promise.all(times));
}

/** From a booking's request, and from its answer, to the message at the professional's socket. */
async function measureBookings(app: TestApp, api: Program, count: number): Promise<{ asked: Times; answered: Times }> {
  const audience = new Audience(api.port);
  const start = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
  const professionals = await Promise.all(Array.from({ length: 20 }, () => app.make.professional()));
  const services = new Map<string, string>();
  for (const { professionalId } of professionals) {
    services.set(professionalId, await app.make.service(professionalId));
    await app.make.window(professionalId, start, start + 20 * HOUR);
  }
  await audience.open(professionals.map(({ token }) => token));
  const [asked, answered]: [number[], number[]] = [[], []];
  for (let made = 0; made < count; made++) {
    const professional = professionals[made % professionals.length];
    if (!professional) continue;
    const client = await app.make.client();
    const at = start + Math.floor(made / professionals.length) * HOUR;
    const body = {
      professional_id: professional.professionalId,
      service_ids: [services.get(professional.professionalId)],
      start_time: new Date(at).toISOString(),
    };
    const socket = audience.sockets[made % professionals.length] as WebSocket;
    const arrived = once(socket, 'message').then(() => performance.now());
    const before = performance.now();
    const answer = await fetch(`http://127.0.0.1:${api.port}/bookings/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const after = performance.now();
    if (answer.status !== 201) throw new Error(`a booking was answered ${answer.status}: ${await answer.text()}`);
    const arrival = await arrived;
    asked.push(arrival - before);
    answered.push(Math.max(0, arrival - after));
    await delay(30);
  }
  audience.close();
  return { asked: timesOf(asked), answered: timesOf(answered) };
}

/**
 * A socket that does not read gets more than it may leave unread. Returns what others wait meanwhile, and whether it
 * was cut off.
 */
async function measureSlowReader(
  app: TestApp,
  users: string[],
  audience: Audience,
): Promise<{ others: Times; isCut: boolean }> {
  const [deaf] = audience.sockets;
  const victim = users[0] ?? '';
  if (!deaf) throw new Error('no socket is open');
  deaf.pause();
  const flood = (async () => {
    for (let sent = 0; sent < unread; sent += 500) {
      await app.deps.pool.query(
        `select pg_notify('sockets', 'notification ${victim} ' || gen_random_uuid()) from generate_series(1, 500)`,
      );
      await delay(5);
    }
  })();
  const others = await measure(app, users.slice(1, few), audience, { perSecond: 50, seconds: 6 });
  await flood;
  const closed = once(deaf, 'close');
  deaf.resume();
  const isCut = await Promise.race([closed.then(() => true), delay(3_000, false, { ref: false })]);
  return { others, isCut };
}

/** What is pushed to browsers: how soon, to how many, and what a socket costs. */
export async function benchPush(progress: (line: string) => void): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-push-'));
  const postgres = await startPostgres({ directory, log: progress });
  const closers: (() => Promise<unknown>)[] = [];
  const rows: BenchRow[] = [];
  const row = (what: string, ours: string, goal: string) => {
    progress(`${what}: ${ours}`);
    rows.push({ what, ours, minimal: '', ratio: '', goal });
  };
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    const app = await openTestApp(postgres.url, { PUBLIC_URL: origin });
    closers.push(app.close);
    const api = await startProgram(
      'our-server.ts',
      { databaseUrl: postgres.url },
      { ...quiet, ROLE: 'api' },
      cores.server,
    );
    closers.push(api.stop);
    const users = await addUsers(app, many);
    const tokens = users.map((_, index) => `bench-${index}`);
    // It listens and has loaded what it loads at its start.
    await delay(2_000);
    const audience = new Audience(api.port);
    closers.push(async () => audience.close());
    const before = residentOf(api.pid);
    await audience.open(tokens.slice(0, few));
    const commit = await measure(app, users.slice(0, few), audience, { perSecond: 50, seconds: 10 });
    row(
      'from the commit of a notification to its message, 1,000 sockets',
      told(commit),
      'p50 under 10, p99 under 50 ms',
    );

    const worker = await startProgram(
      'our-server.ts',
      { databaseUrl: postgres.url, smtpUrl: app.inbox.url },
      { ...quiet, ROLE: 'worker' },
      cores.database,
    );
    closers.push(worker.stop);
    await delay(2_000);
    const { asked, answered } = await measureBookings(app, api, 60);
    row("from a booking's answer to the professional's message", told(answered), 'p50 under 100 ms from the commit');
    row("from a booking's request to the professional's message", told(asked), '');

    const slow = await measureSlowReader(app, users, audience);
    row(
      'the same beside a socket that does not read',
      `${told(slow.others)}, ${slow.isCut ? 'cut off' : 'NOT cut off'}`,
      'cut off, hurts nobody',
    );

    const rate = await audience.open(tokens.slice(few));
    row('5,000 sockets: opened and authenticated', `${rate.toFixed(0)}/s`, '');
    const perSocket = ((residentOf(api.pid) - before) * 1_024) / many;
    row('memory of a socket, 5,000 open', `${perSocket.toFixed(1)} kB`, 'under 20 kB');
    const crowd = await measure(app, users.slice(1), audience, { perSecond: 50, seconds: 10 });
    row('from the commit to the message, 5,000 sockets, 50 messages a second', told(crowd), 'p99 under 25 ms');

    if (redisFound) {
      const redis = await startRedis();
      closers.push(() => redis.stop());
      const env = { REDIS_URL: redis.url };
      const onRedis = await openTestApp(postgres.url, { PUBLIC_URL: origin, ...env });
      closers.push(onRedis.close);
      const other = await startProgram(
        'our-server.ts',
        { databaseUrl: postgres.url },
        { ...quiet, ...env, ROLE: 'api' },
        cores.server,
      );
      closers.push(other.stop);
      await delay(2_000);
      const listeners = new Audience(other.port);
      closers.push(async () => listeners.close());
      audience.close();
      await listeners.open(tokens.slice(0, few));
      const byRedis = await measure(onRedis, users.slice(0, few), listeners, { perSecond: 50, seconds: 10 });
      row('from the commit to the message over Redis, 1,000 sockets', told(byRedis), 'p50 under 10, p99 under 50 ms');
    }
    return rows;
  } finally {
    for (const close of closers.reverse()) await close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
