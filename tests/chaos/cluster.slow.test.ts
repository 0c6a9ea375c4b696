import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { environmentWith, readConfig } from '#server/config.ts';
import { findBroken } from '#server/db/invariants.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { openTestApp, testEnv } from '#server/testing/app.ts';
import { enterSocket } from '#server/testing/entered-socket.ts';
import { type Inbox, openInbox } from '#server/testing/inbox.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { settablePort } from '#server/testing/ports.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { haproxy } from '../../scripts/cluster/haproxy.ts';
import { openCluster } from '../../scripts/cluster/start.ts';
import { checkOutBuildBefore } from './build-before.ts';

vi.setConfig({ testTimeout: full ? 600_000 : 180_000, hookTimeout: 180_000 });

type Shop = ProfessionalPerson & { service: string };
/** For which a professional takes bookings, an hour each: more than a slow machine is asked for. */
const days = 60;
/** A client has at most five pending ones with one professional. */
const counts = full ? { shops: 6, clients: 1_800 } : { shops: 2, clients: 200 };
/** Made at a time: each commit waits for the standby, and connections are few. */
const together = 10;
const signupsPerHour = 2;

let directory: string;
let before: string | undefined;
let inbox: Inbox;
let cluster: Awaited<ReturnType<typeof openCluster>>;
let t: Awaited<ReturnType<typeof openTestApp>>;
const between = new Map<string, Awaited<ReturnType<typeof openProxy>>>();
let shops: Shop[];
let clients: ClientPerson[];
const lines: string[] = [];
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-cluster-'));
  before = await checkOutBuildBefore(directory);
  inbox = await openInbox();
  const port = await settablePort();
  const config = readConfig({
    DATA_DIR: directory,
    PORT: String(port),
    SMTP_URL: inbox.url,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'fatal',
  });
  cluster = await openCluster(
    config,
    {
      envOf: () => ({ ...testEnv, LOG_LEVEL: 'fatal', WAITLIST_SIGNUPS_PER_HOUR: String(signupsPerHour) }),
      async between(service, address) {
        if (service !== 'database' && service !== 'redis') return address;
        const proxy = await openProxy(address);
        between.set(service, proxy);
        return proxy.url;
      },
      ...(before === undefined ? {} : { build: before }),
    },
    (line) => lines.push(line),
  );
  t = await openTestApp(cluster.databaseUrl, {}, { inbox });
  shops = [];
  for (let i = 0; i < counts.shops; i++) {
    const professional = await t.make.professional({ slot_interval_minutes: 15 });
    for (let n = 0; n < days; n++) await t.make.window(professional.professionalId, day + n * DAY, day + (n + 1) * DAY);
    shops.push({ ...professional, service: await t.make.service(professional.professionalId) });
  }
  clients = [];
  while (clients.length < counts.clients)
    clients.push(...(await Promise.all(Array.from({ length: together }, () => t.make.client()))));
  await until(/two has all that one acknowledges/);
});
afterAll(async () => {
  await t?.close();
  await cluster?.stop();
  for (const proxy of between.values()) await proxy.close();
  await inbox?.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function until(text: RegExp): Promise<void> {
  return vi.waitFor(() => expect(lines.join('\n')).toMatch(text), { timeout: 120_000, interval: 50 });
}

type Answer = { status: number; body: string };
let booked = 0;
const acknowledged: string[] = [];

async function book(): Promise<Answer> {
  const number = booked++;
  const client = clients[number % clients.length] ?? expect.fail('no client');
  const shop = shops[number % shops.length] ?? expect.fail('no professional');
  const place = Math.floor(number / shops.length);
  expect(place).toBeLessThan(days * 24);
  const answer = await fetch(`${cluster.url}/bookings/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      professional_id: shop.professionalId,
      service_ids: [shop.service],
      start_time: new Date(day + place * HOUR).toISOString(),
    }),
  });
  const body = await answer.text();
  if (answer.status === 201) acknowledged.push((JSON.parse(body) as { id: string }).id);
  return { status: answer.status, body };
}

async function read(path: string): Promise<Answer> {
  const answer = await fetch(`${cluster.url}${path}`);
  return { status: answer.status, body: await answer.text() };
}

/** Requests that a machine serves at once, however slow it is: beyond them it refuses some (reliability O3). */
const mostOpen = 6;

/**
 * Asks 20 times a second, or as often as there are answers, half of it bookings, until `work` is done, and a second
 * longer; answers by status.
 */
async function askDuring(work: () => Promise<void>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const answers: Promise<void>[] = [];
  let running = true;
  let open = 0;
  async function ask(turn: number): Promise<void> {
    open++;
    const asked = turn % 2 ? book() : read(turn % 4 ? '/services/' : '/professionals/');
    const outcome = await asked.then(
      ({ status, body }) => ([200, 201].includes(status) ? String(status) : `${status} ${body}`),
      (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
    );
    open--;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  const asking = (async () => {
    for (let turn = 0; running; await delay(50)) if (open < mostOpen) answers.push(ask(turn++));
  })();
  await work();
  await delay(1_000);
  running = false;
  await asking;
  await Promise.all(answers);
  return outcomes;
}

async function expectAllThere(): Promise<void> {
  const rows = await t.deps.db.selectFrom('bookings').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(await findBroken(t.deps.db)).toEqual([]);
}

const folderOf = (pid: number | undefined) => readlink(`/proc/${pid}/cwd`);

test('O1, O11: a rolling restart from the build before to this one fails no request; sockets come back', async () => {
  const origin = `http://localhost:${new URL(cluster.url).port}`;
  const person = shops[0] ?? expect.fail('no professional');
  const folders = await Promise.all(cluster.members.map((member) => folderOf(member.pid())));
  expect([...new Set(folders)]).toEqual([before ?? process.cwd()]);
  const codes: number[] = [];
  for (let turn = 0; turn < repetitions(10); turn++) {
    const sockets = await Promise.all([1, 2].map(() => enterSocket(cluster.url, origin, person.token)));
    const outcomes = await askDuring(async () => {
      const restarted = cluster.restartAll(process.cwd());
      for (const socket of sockets) {
        codes.push(await socket.closed);
        const again = await enterSocket(cluster.url, origin, person.token);
        await vi.waitFor(() => expect(again.messages.length).toBeGreaterThan(1), 20_000);
        again.end();
      }
      await restarted;
    });
    const { 200: listed, 201: made, ...others } = outcomes;
    expect(others, lines.slice(-30).join('\n')).toEqual({});
    expect(listed).toBeGreaterThan(0);
    expect(made).toBeGreaterThan(50);
  }
  expect([...new Set(codes)]).toEqual([1001]);
  expect([...new Set(await Promise.all(cluster.members.map((member) => folderOf(member.pid()))))]).toEqual([
    process.cwd(),
  ]);
  await expectAllThere();
});

test('O5: the database’s writer is killed: requests get 503 for seconds, and no process ends', async () => {
  const { writer } = cluster.pair.state();
  lines.length = 0;
  const outcomes = await askDuring(async () => {
    // While the standby is away nobody takes over: the writer is started again.
    await vi.waitFor(() => expect(cluster.pair.state().standby).toBe('synchronous'), 120_000);
    cluster.pair.processOf('writer')?.kill('SIGKILL');
    await vi.waitFor(() => expect(cluster.pair.state().writer, lines.join('\n')).not.toBe(writer), {
      timeout: 30_000,
      interval: 50,
    });
    await vi.waitFor(async () => expect((await read('/readyz')).status).toBe(200), 30_000);
  });
  const failed = Object.entries(outcomes).filter(([outcome]) => !['200', '201'].includes(outcome));
  expect(failed.filter(([outcome]) => !outcome.startsWith('503'))).toEqual([]);
  // 20 a second.
  expect(failed.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(200);
  expect(lines.join('\n')).not.toMatch(/(api|worker)-\d ended/);
  await until(new RegExp(`${writer} has all that`));
  await expectAllThere();
});

test('O19: a process that is killed is started again', async () => {
  const [member] = cluster.members;
  const pid = member?.pid();
  member?.signal('SIGKILL');
  await until(/api-1 ended \(SIGKILL\), starting it again/);
  // The proxy has noticed, or sends the request on.
  expect((await read('/professionals/')).status).toBe(200);
  await member?.ready();
  expect(member?.pid()).not.toBe(pid);
});

test('O1: the order of starts has no meaning: processes without database and queue serve once both are there', async () => {
  for (const proxy of between.values()) proxy.setDown(true);
  const pids = cluster.members.map((member) => member.pid());
  for (const member of cluster.members) member.signal('SIGKILL');
  await vi.waitFor(() => {
    for (const member of cluster.members) expect(pids).not.toContain(member.pid());
  }, 20_000);
  await delay(2_000);
  between.get('database')?.setDown(false);
  await delay(500);
  between.get('redis')?.setDown(false);
  await Promise.all(cluster.members.map((member) => member.ready()));
  await vi.waitFor(async () => expect((await book()).status).toBe(201), 20_000);
  await vi.waitFor(
    async () => {
      const { rows } = await t.deps.pool.query('select count(*)::int as open from deliveries where sent_at is null');
      expect(rows).toEqual([{ open: 0 }]);
    },
    { timeout: 90_000, interval: 200 },
  );
});

/** Signs up from an address of this machine. */
function signUpFrom(localAddress: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const body = JSON.stringify({
    name: 'Ada Lovelace',
    email: `${crypto.randomUUID()}@example.com`,
    role: 'Hairdresser',
  });
  return new Promise((resolve, reject) => {
    const asked = request(`${cluster.url}/waitlist/signup`, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'application/json', ...headers },
    });
    asked.once('error', reject).once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.end(body);
  });
}

test.runIf(haproxy)(
  'each visitor has limits of their own behind the proxy, wherever they say that they are',
  async () => {
    for (let i = 0; i < signupsPerHour; i++) expect(await signUpFrom('127.0.0.5')).toBe(201);
    expect(await signUpFrom('127.0.0.5')).toBe(429);
    expect(await signUpFrom('127.0.0.5', { 'x-forwarded-for': '203.0.113.9' })).toBe(429);
    expect(await signUpFrom('127.0.0.6')).toBe(201);
  },
);

test('the end of the cluster leaves no server', async () => {
  await cluster.stop();
  await expect(fetch(`${cluster.url}/livez`)).rejects.toThrow();
  for (const name of ['one', 'two'])
    expect(await readPidFile(join(directory, 'cluster', 'postgres', name, 'data'))).toBeUndefined();
  for (const member of cluster.members) await expect(folderOf(member.pid())).rejects.toThrow();
});

test.runIf(full)('npm run cluster starts, and Ctrl-C stops all of it', async () => {
  const port = await settablePort();
  const child = spawn(process.execPath, ['scripts/cluster/main.ts'], {
    env: environmentWith({
      DATA_DIR: join(directory, 'second'),
      PORT: String(port),
      MAIL_UI_PORT: String(await settablePort()),
      SEED_DEMO: 'false',
      LOG_LEVEL: 'fatal',
      npm_lifecycle_event: undefined,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await vi.waitFor(() => expect(output).toMatch(/The cluster is on/), { timeout: 120_000, interval: 100 });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
});
