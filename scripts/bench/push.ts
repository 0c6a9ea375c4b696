import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { migrateDatabase } from '#server/db/migrate.ts';
import { transact } from '#server/db/transact.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { hashToken } from '#server/links/tokens.ts';
import { openTestApp, type TestApp } from '#server/testing/app.ts';
import { socketPath } from '#shared/socket-codes.ts';
import { fire, prepare } from './against.ts';
import { residentOf, root, startServer } from './processes.ts';
import { makeWorks } from './requests.ts';
import { quantile, type Row } from './rows.ts';

const origin = 'http://localhost:4000';
const few = 1_000;
const many = 5_000;
/** Connections that are opened at a time. */
const atOnce = 100;

const told = (times: number[]) => {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  return `p50 ${p50} p99 ${p99} max ${max} ms`;
};

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

  constructor(url: string) {
    this.#url = url.replace('http', 'ws') + socketPath;
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
      const { type, id } = JSON.parse(String(data)) as { type: string; id: string };
      const key = `${token} ${id}`;
      const awaiting = this.#awaited.get(key);
      this.#awaited.delete(key);
      if (awaiting) awaiting(at);
      else if (type === 'notification_created') this.#early.set(key, at);
    });
  }

  /** When a token's socket hears of an id; of a notification also if that was before this call. */
  async arrival(token: string, id: string): Promise<number> {
    const key = `${token} ${id}`;
    const early = this.#early.get(key);
    if (early !== undefined) return early;
    const late = delay(10_000, undefined, { ref: false }).then(() => {
      throw new Error(`no message of ${id} within 10 seconds`);
    });
    return Promise.race([new Promise<number>((resolve) => this.#awaited.set(key, resolve)), late]);
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
      type: 'booking_completed' as const,
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
    const one = (sent * 7_919) % users.length;
    const written = notify(app, users[one] ?? '');
    times.push(written.then(async ({ id, at }) => (await audience.arrival(`bench-${one}`, id)) - at));
  }
  return Promise.all(times);
}

/** What is pushed to browsers: how soon, to how many, and what a socket costs. */
export async function benchPush(progress: (line: string) => void): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-push-'));
  const postgres = await startPostgres({ directory, log: progress });
  const closers: (() => Promise<unknown>)[] = [];
  const rows: Row[] = [];
  const row = (what: string, now: string, goal?: string) => rows.push({ what, now, goal });
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    const app = await openTestApp(postgres.url, { PUBLIC_URL: origin });
    closers.push(app.close);
    const api = await startServer(root, postgres.url, { PUBLIC_URL: origin });
    closers.push(api.stop);
    const users = await addUsers(app, many);
    const tokens = users.map((_, index) => `bench-${index}`);
    const audience = new Audience(api.url);
    closers.push(async () => audience.close());
    const before = residentOf(api.pid);
    for (const [from, to, goal] of [
      [0, few, 'p50 under 10, p99 under 50 ms'],
      [few, many, 'p99 under 25 ms'],
    ] as const) {
      const rate = await audience.open(tokens.slice(from, to));
      row(`sockets ${from} to ${to}: opened and authenticated`, `${rate.toFixed(0)}/s`);
      const times = await measure(app, users.slice(0, to), audience, { perSecond: 50, seconds: 10 });
      row(`from a commit to its message, ${to} sockets, 50 messages a second`, told(times), goal);
    }
    const perSocket = ((residentOf(api.pid) - before) * 1_024) / many;
    row(`memory of a socket, ${many} open`, `${perSocket.toFixed(1)} kB`, 'under 20 kB');
    return rows;
  } finally {
    for (const close of closers.reverse()) await close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Of the booking bench's market: enough free half hours for all that is booked meanwhile. */
const market = { scale: 0.1, pros: 200, clients: 304 };

/** Open threads of the market's people: every client with one professional. Returns the tokens of their sides. */
async function openThreads(superuserUrl: string): Promise<{ id: string; sides: [string, string] }[]> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; pro: number; client: number }>(
    `with pair as (
       select c.id as client_id, p.id as professional_id, substring(cu.email from '\\d+')::int as client,
         substring(pu.email from '\\d+')::int as pro
       from clients c join users cu on cu.id = c.user_id
       join users pu on pu.email = 'bench-' || (substring(cu.email from '\\d+')::int % $1 + 1) || '@example.com'
       join professionals p on p.user_id = pu.id where p.is_active order by c.id limit $2),
     made as (
       insert into threads (professional_id, client_id, requested_at, answered_at)
       select professional_id, client_id, clock_now(), clock_now() from pair returning id, professional_id, client_id),
     sides as (
       insert into thread_sides (professional_id, thread_id, side)
       select professional_id, id, side from made, unnest(array['client', 'professional']) as side)
     select made.id, pair.pro, pair.client from made join pair using (professional_id, client_id)`,
    [market.pros, market.clients],
  );
  await client.end();
  return rows.map(({ id, pro, client: of }) => ({ id, sides: [`bench-token-${pro}`, `bench-token-${of}`] }));
}

/**
 * How soon a message is at the other side’s socket, from the call that sends it, beside the booking bench, whose server
 * is an API process too: jobs have processes of their own.
 */
export async function benchMessages(progress: (line: string) => void): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-messages-'));
  const postgres = await startPostgres({ directory, log: progress });
  const closers: (() => Promise<unknown>)[] = [];
  try {
    await prepare(postgres, directory, market.scale, progress);
    const { works } = await makeWorks(postgres.url);
    const threads = await openThreads(postgres.superuserUrl);
    const api = await startServer(root, postgres.url, { PUBLIC_URL: origin, MESSAGES_PER_HOUR: '0' });
    closers.push(api.stop);
    const audience = new Audience(api.url);
    closers.push(async () => audience.close());
    await audience.open([...new Set(threads.flatMap(({ sides }) => sides))]);
    progress(`${audience.sockets.length} sockets, ${threads.length} threads`);

    async function send(number: number): Promise<number> {
      const { id, sides } = threads[number % threads.length] ?? { id: '', sides: ['', ''] };
      const [from = '', to = ''] = Math.floor(number / threads.length) % 2 ? sides : sides.toReversed();
      const at = performance.now();
      const arrival = audience.arrival(to, id);
      const answer = await fetch(`${api.url}/threads/${id}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${from}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'A message of the bench.' }),
      });
      if (answer.status !== 201) throw new Error(`a message was answered ${answer.status}: ${await answer.text()}`);
      return (await arrival) - at;
    }
    async function sendFor(seconds: number): Promise<string> {
      const times: Promise<number>[] = [];
      const begun = performance.now();
      for (let sent = 0; sent < 50 * seconds; sent++) {
        await delay(Math.max(0, begun + sent * 20 - performance.now()));
        times.push(send(sent));
      }
      return told(await Promise.all(times));
    }
    const what = 'from a call to the other side’s socket, 50 messages a second';
    const rows: Row[] = [{ what: `${what}, alone`, now: await sendFor(10) }];
    const booking = works.booking;
    if (!booking) throw new Error('there is no work called booking');
    const beside = fire(api.url, booking, 16, 12, progress);
    await delay(1_000);
    const now = await sendFor(10);
    rows.push({
      what: `${what}, beside ${(await beside).perSecond.toFixed(0)} bookings a second`,
      now,
      goal: 'p99 under 100 ms',
    });
    return rows;
  } finally {
    for (const close of closers.reverse()) await close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
