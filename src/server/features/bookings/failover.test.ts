import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type PostgresPair, startPair } from '#server/embedded/postgres-pair.ts';
import { openTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { DAY, MINUTE } from '#shared/constants.ts';

// A writer and its standby, two API processes and a worker, whose connections a proxy sends to whoever takes writes.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
/** Pause between two bookings, milliseconds: 20 a second. */
const pace = 50;
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

let directory: string;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let pair: PostgresPair;
let t: Awaited<ReturnType<typeof openTestApp>>;
let processes: ServerProcess[];
let clients: ClientPerson[];
let shop: ProfessionalPerson & { service: string };

const throughProxy = (address: string) => {
  const url = new URL(address);
  url.port = new URL(proxy.url).port;
  return url.href;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-pair-'));
  proxy = await openProxy('postgres://127.0.0.1:1');
  pair = await startPair(directory, (url) => proxy.setTarget(url));
  await migrateDatabase({ databaseUrl: throughProxy(pair.url), migrationDatabaseUrl: throughProxy(pair.ownerUrl) });
  t = await openTestApp(throughProxy(pair.url));
  processes = await Promise.all(
    (['api', 'api', 'worker'] as const).map((role) =>
      startProcess(throughProxy(pair.url), { SMTP_URL: t.inbox.url }, role),
    ),
  );
  const professional = await t.make.professional({ slot_interval_minutes: 15 });
  for (let i = 0; i < 30; i++) await t.make.window(professional.professionalId, day + i * DAY, day + (i + 1) * DAY);
  shop = { ...professional, service: await t.make.service(professional.professionalId) };
  // A client has at most five pending bookings with a professional.
  // One by one: each commit waits for the standby.
  clients = [];
  for (let i = 0; i < 200; i++) clients.push(await t.make.client());
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((one) => one.kill()));
  await t?.close();
  await pair?.stop();
  await proxy?.close();
  await rm(directory, { recursive: true, force: true });
});

/** `at`: when it was answered. */
type Attempt = { at: number; status: number | undefined; id?: string };
let booked = 0;

async function book(): Promise<Attempt> {
  const number = booked++;
  const client = clients[number % clients.length] ?? expect.fail('no client');
  const wish = {
    professional_id: shop.professionalId,
    service_ids: [shop.service],
    start_time: new Date(day + number * 60 * MINUTE).toISOString(),
  };
  const answer = await processes[number % 2]?.call(client.token, 'POST', '/bookings/', wish).catch(() => undefined);
  const id = answer?.status === 201 ? (JSON.parse(answer.text) as { id: string }).id : undefined;
  return { at: performance.now(), status: answer?.status, ...(id === undefined ? {} : { id }) };
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
    [...new Set(attempts.map(({ status }) => status))].filter((status) => ![201, 503].includes(status ?? 503)),
  ).toEqual([]);
}

const untilSynchronous = () => vi.waitFor(() => expect(pair.state().standby).toBe('synchronous'), 60_000);

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
    pair.processOf('standby')?.kill('SIGKILL');
    await vi.waitFor(() => expect(pair.state().standby).toBe('away'), { timeout: 10_000, interval: 20 });
    await untilSynchronous();
  });
  expect(longestGap(attempts)).toBeLessThan(10_000);
  await expectAllThere(attempts);
});

test('B12: after the writer is killed the standby takes over in seconds: nothing is lost, no process is restarted', async () => {
  await untilSynchronous();
  const { writer } = pair.state();
  const attempts = await bookDuring(async () => {
    await delay(1_000);
    pair.processOf('writer')?.kill('SIGKILL');
    await vi.waitFor(() => expect(pair.state().writer).not.toBe(writer), { timeout: 20_000, interval: 20 });
    // The former writer is copied anew, and gets no traffic before.
    await untilSynchronous();
  });
  expect(attempts.filter(({ status }) => status === 201).length).toBeGreaterThan(20);
  expect(longestGap(attempts)).toBeLessThan(20_000);
  await expectAllThere(attempts);
  // Queue, leases and sockets recover: each acknowledged booking of both faults has its mail.
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
  expect(t.inbox.to(shop.email).length).toBeGreaterThanOrEqual(acknowledged);
});
