import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type PostgresPair, startPair } from '#server/embedded/postgres-pair.ts';
import { openTestApp } from '#server/testing/app.ts';
import { openBalancer } from '#server/testing/balancer.ts';
import { enterSocket } from '#server/testing/entered-socket.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';

// A writer and its standby, two API processes and a worker, whose connections a proxy sends to whoever takes writes.
vi.setConfig({ testTimeout: 360_000, hookTimeout: 180_000 });
/** Pause between two bookings, milliseconds: 20 a second. */
const pace = 50;
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
const origin = 'http://localhost:4000';

let directory: string;
let proxy: Awaited<ReturnType<typeof openBalancer>>;
let pair: PostgresPair;
let t: Awaited<ReturnType<typeof openTestApp>>;
let processes: ServerProcess[];
let clients: ClientPerson[];
let shops: (ProfessionalPerson & { service: string })[];
/** What the pair says of itself. */
const said: string[] = [];

const throughProxy = (address: string) => {
  const url = new URL(address);
  url.port = String(proxy.port);
  return url.href;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-pair-'));
  pair = await startPair(directory, (line) => said.push(line));
  const asks = (checkerPort: number) => `http://127.0.0.1:${checkerPort}/primary`;
  const targets = pair.servers.map(({ port, checkerPort }) => ({ port, asks: asks(checkerPort) }));
  proxy = await openBalancer({ breaks: true }, targets);
  await migrateDatabase({ databaseUrl: throughProxy(pair.url), migrationDatabaseUrl: throughProxy(pair.ownerUrl) });
  t = await openTestApp(throughProxy(pair.url));
  processes = await Promise.all(
    (['api', 'api', 'worker'] as const).map((role) =>
      startProcess(throughProxy(pair.url), { SMTP_URL: t.inbox.url, PUBLIC_URL: origin }, role),
    ),
  );
  // A slow machine books for longer: three have 2,160 hours, and a client at most five pending bookings with each.
  shops = [];
  while (shops.length < 3) {
    const professional = await t.make.professional({ slot_interval_minutes: 15 });
    for (let i = 0; i < 30; i++) await t.make.window(professional.professionalId, day + i * DAY, day + (i + 1) * DAY);
    shops.push({ ...professional, service: await t.make.service(professional.professionalId) });
  }
  // One by one: each commit waits for the standby.
  clients = [];
  for (let i = 0; i < 200; i++) clients.push(await t.make.client());
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((one) => one.kill()));
  await t?.close();
  await proxy?.close();
  await pair?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** `at`: when it was answered. */
type Attempt = { at: number; status: number | undefined; text?: string | undefined; id?: string };
let booked = 0;
const nextShop = () => shops[booked % shops.length] ?? expect.fail('no professional');

async function book(): Promise<Attempt> {
  const shop = nextShop();
  const number = booked++;
  const client = clients[number % clients.length] ?? expect.fail('no client');
  const wish = {
    professional_id: shop.professionalId,
    service_ids: [shop.service],
    start_time: new Date(day + Math.floor(number / shops.length) * HOUR).toISOString(),
  };
  const answer = await processes[number % 2]?.call(client.token, 'POST', '/bookings/', wish).catch(() => undefined);
  const id = answer?.status === 201 ? (JSON.parse(answer.text) as { id: string }).id : undefined;
  return { at: performance.now(), status: answer?.status, text: answer?.text, ...(id === undefined ? {} : { id }) };
}

/** Books at a steady pace until `work` has ended, and then until bookings succeed again for a second. */
async function bookDuring(work: () => Promise<void>): Promise<Attempt[]> {
  const attempts: Promise<Attempt>[] = [];
  let running = true;
  const pacing = (async () => {
    while (running) {
      attempts.push(book());
      await delay(pace);
    }
  })();
  await work();
  await delay(1_000);
  running = false;
  await pacing;
  return Promise.all(attempts);
}

/** The longest time between two bookings that succeeded, milliseconds. */
function longestGap(attempts: Attempt[]): number {
  const times = attempts
    .filter(({ status }) => status === 201)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

async function expectAllThere(attempts: Attempt[]): Promise<void> {
  const acknowledged = attempts.flatMap(({ id }) => id ?? []);
  const rows = await t.deps.db.selectFrom('bookings').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(await findBroken(t.deps.db)).toEqual([]);
  // A process that cannot ask its writer says so, and nothing else.
  expect(
    attempts.filter(({ status }) => ![201, 503].includes(status ?? 503)).map(({ status, text }) => `${status} ${text}`),
  ).toEqual([]);
}

const untilSynchronous = () => vi.waitFor(() => expect(pair.state().standby).toBe('synchronous'), 120_000);

/**
 * Sends the writer a signal at a moment when the standby has everything: one that fell behind, as on a slow machine,
 * does not take over. Resolves once it has.
 */
async function untilTakenOver(signal: NodeJS.Signals, timeout: number): Promise<void> {
  await untilSynchronous();
  const { writer } = pair.state();
  pair.processOf('writer')?.kill(signal);
  await vi.waitFor(() => expect(pair.state().writer, said.join('\n')).not.toBe(writer), { timeout, interval: 20 });
}

test('what is acknowledged is on both servers', async () => {
  await untilSynchronous();
  const { rows } = await t.deps.pool.query('show synchronous_commit');
  expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  const state = await t.deps.pool.query('show synchronous_standby_names');
  expect(state.rows[0].synchronous_standby_names).not.toBe('');
});

test('/readyz says degraded without a standby, where one is meant to be', async () => {
  await untilSynchronous();
  const expecting = await openTestApp(throughProxy(pair.url), { DATABASE_STANDBY: 'true' });
  const standby = async () => (await expecting.app.inject('/readyz')).json();
  try {
    await expecting.deps.search.start();
    expect(await standby()).toMatchObject({ status: expect.stringMatching(/ok|degraded/), standby: 'ok' });
    // The pair starts it again, sooner than it is asked after.
    const killed = async () => {
      pair.processOf('standby')?.kill('SIGKILL');
      expect(await standby()).toMatchObject({ status: 'degraded', standby: 'away' });
    };
    await vi.waitFor(killed, { timeout: 15_000, interval: 50 });
    await untilSynchronous();
  } finally {
    await expecting.close();
  }
});

test('B12: the standby is killed: bookings go on within 10 seconds, and it comes back', async () => {
  await untilSynchronous();
  const attempts = await bookDuring(async () => {
    await delay(500);
    // The pair may start it again before it is asked after.
    const killed = () => {
      pair.processOf('standby')?.kill('SIGKILL');
      expect(pair.state().standby).toBe('away');
    };
    await vi.waitFor(killed, { timeout: 10_000, interval: 20 });
    await untilSynchronous();
  });
  expect(longestGap(attempts)).toBeLessThan(10_000);
  await expectAllThere(attempts);
});

/** Asks both checkers again and again who takes writes; the sets of names that did at the same time. */
function watchCheckers(): { stop(): Promise<Set<string>> } {
  const seen = new Set<string>();
  let running = true;
  const watching = (async () => {
    for (; running; await delay(20)) seen.add((await serversAt('/primary')).join(' and '));
  })();
  return {
    async stop() {
      running = false;
      await watching;
      return seen;
    },
  };
}

async function serversAt(path: '/primary' | '/replica'): Promise<string[]> {
  const names = pair.servers.map(async ({ name, checkerPort }) => {
    const { ok } = await fetch(`http://127.0.0.1:${checkerPort}${path}`);
    return ok ? [name] : [];
  });
  return (await Promise.all(names)).flat();
}

/** Each checker asks its own server, a copy's a moment after the writer's, or later on a slow machine. */
const untilBalanced = (writer: string, copy: string) =>
  vi.waitFor(
    async () => expect([await serversAt('/primary'), await serversAt('/replica')]).toEqual([[writer], [copy]]),
    { timeout: 30_000, interval: 100 },
  );

async function askServer(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: pair.superuserUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('B12: after the writer is killed the standby takes over in seconds: nothing is lost, no process is restarted', async () => {
  await untilSynchronous();
  const { writer } = pair.state();
  const other = pair.servers.find(({ name }) => name !== writer)?.name ?? expect.fail('no other server');
  await untilBalanced(writer, other);
  // Is gone once the former writer is a copy of the other one.
  const mark = join(directory, writer, 'data', 'left-behind');
  await writeFile(mark, '');
  const checkers = watchCheckers();
  const attempts = await bookDuring(async () => {
    await delay(1_000);
    await untilTakenOver('SIGKILL', 20_000);
    // It waits for nobody until its copy is there.
    expect(await askServer('show synchronous_standby_names')).toEqual([{ synchronous_standby_names: '' }]);
    // The former writer is copied anew, and gets no traffic before.
    await untilSynchronous();
  });
  expect([...(await checkers.stop())].sort()).toEqual(['', writer, other].sort());
  await untilBalanced(other, writer);
  expect(existsSync(mark)).toBe(false);
  expect(attempts.filter(({ status }) => status === 201).length).toBeGreaterThan(20);
  expect(longestGap(attempts)).toBeLessThan(20_000);
  await expectAllThere(attempts);
  // Queue and leases recover: each acknowledged booking has its mail, once but for what a lost record repeats.
  const acknowledged = attempts.filter(({ id }) => id !== undefined).length;
  await vi.waitFor(
    async () => {
      const { rows } = await t.deps.pool.query(
        'select count(*)::int as open from outbox where done_at is null union all select count(*)::int ' +
          'from deliveries where sent_at is null',
      );
      expect(rows).toEqual([{ open: 0 }, { open: 0 }]);
    },
    { timeout: 90_000, interval: 500 },
  );
  const ids = new Set(shops.flatMap(({ email }) => t.inbox.to(email).map(({ messageId }) => messageId)));
  expect(ids.size).toBeGreaterThanOrEqual(acknowledged);
});

test('after the takeover sockets and searches hear again in every process, without a restart', async () => {
  const apis = processes.slice(0, 2);
  for (const api of apis) {
    await vi.waitFor(
      async () => expect(await readyzOf(api)).toMatchObject({ database: 'ok', search: 'current' }),
      30_000,
    );
  }
  const shop = nextShop();
  const sockets = await Promise.all(apis.map((api) => enterSocket(api.url, origin, shop.token)));
  const before = sockets.map(({ messages }) => messages.length);
  expect((await book()).status).toBe(201);
  for (const [index, { messages }] of sockets.entries())
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(before[index] ?? 0), 20_000);
  for (const socket of sockets) socket.end();

  const service = { name: 'Zephyr braids', category: 'Styling', service_duration_minutes: 30, price: 20 };
  const made = await apis[0]?.call(shop.token, 'POST', '/services/', service);
  expect(made?.status).toBe(201);
  for (const api of apis) {
    const found = async () => {
      const answer = await fetch(`${api.url}/services/?search=zephyr`);
      expect(await answer.json()).toMatchObject({ total: 1 });
    };
    await vi.waitFor(found, { timeout: 20_000, interval: 100 });
  }
});

async function readyzOf({ url }: ServerProcess): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

test.runIf(full)('B12: a writer that takes no new connections is ended, and the standby takes over', async () => {
  const attempts = await bookDuring(async () => {
    // Its backends still answer those who are connected.
    await untilTakenOver('SIGSTOP', 30_000);
    await untilSynchronous();
  });
  expect(longestGap(attempts)).toBeLessThan(20_000);
  await expectAllThere(attempts);
});

test('B12: the standby takes over from a writer that answers once more without its sender after it was killed', async () => {
  await untilSynchronous();
  const { writer } = pair.state();
  const { port } = pair.servers.find(({ name }) => name === writer) ?? expect.fail('no writer');
  const direct = new pg.Client({ connectionString: pair.superuserUrl });
  direct.on('error', () => {});
  await direct.connect();
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    if (this.port !== port || !String(args[0]).includes('pg_stat_replication')) return query.apply(this, args);
    asked.mockRestore();
    // So that the standby does not ask for another sender at once.
    const standby = pair.processOf('standby');
    standby?.kill('SIGSTOP');
    await direct.query('select pg_terminate_backend(pid, 5000) from pg_stat_replication');
    const answer = await query.apply(this, args);
    pair.processOf('writer')?.kill('SIGKILL');
    standby?.kill('SIGCONT');
    expect(answer).toMatchObject({ rows: [{ isStreaming: false }] });
    return answer;
  });
  try {
    await vi.waitFor(() => expect(pair.state().writer, said.join('\n')).not.toBe(writer), {
      timeout: 20_000,
      interval: 20,
    });
  } finally {
    asked.mockRestore();
    await direct.end().catch(() => {});
  }
});
