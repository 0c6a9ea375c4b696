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
import { socketPath } from '#shared/socket-codes.ts';
import { residentOf, root, startServer } from './processes.ts';
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
    const written = notify(app, users[(sent * 7_919) % users.length] ?? '');
    times.push(written.then(async ({ id, at }) => (await audience.arrival(id)) - at));
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
