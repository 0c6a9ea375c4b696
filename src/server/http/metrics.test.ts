import { request } from 'node:http';
import { hostname } from 'node:os';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Running, startServer } from '#server/main.ts';
import { testEnv } from '#server/testing/app.ts';
import { cloneDatabase } from '#server/testing/db.ts';
import { settablePort } from '#server/testing/ports.ts';
import { full } from '#server/testing/repetitions.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let running: Running | undefined;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(() => database.drop());

/** Starts a process whose metrics have a port of their own. */
async function start(role: 'api' | 'worker' = 'api') {
  const [port, metricsPort] = [await settablePort(), await settablePort()];
  const env = { ...testEnv, ROLE: role, PORT: String(port), METRICS_PORT: String(metricsPort) };
  running = await startServer(readConfig(env), { databaseUrl: database.url });
  const url = `http://127.0.0.1:${port}`;
  const own = `http://127.0.0.1:${metricsPort}`;
  return { ...running, url, own, metricsPort, scrape: async () => (await fetch(`${own}/metrics`)).text() };
}

/** The value of one series. */
function seriesOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('/metrics is in Prometheus’ text format and only on its own port', async () => {
  const { url, own } = await start();
  const answer = await fetch(`${own}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n');
  expect(lines.pop()).toBe('');
  const sample = /^[a-z_\d]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (NaN|Nan|-?[\d.e+-]+)$/;
  const comment = /^(# (HELP [a-z_\d]+ .+|TYPE [a-z_\d]+ (counter|gauge|histogram)))?$/;
  expect(lines.filter((line) => !sample.test(line) && !comment.test(line))).toEqual([]);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(`${own}/services/`)).status).toBe(404);
  expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('the port answers only to loopback’s names and METRICS_HOST, so that no page reads it by a name of its own', async () => {
  const metrics = { text: async () => '', contentType: 'text/plain' } as ReturnType<typeof createMetrics>;
  const statusesOf = async (metricsHost: string, hosts: string[]) => {
    const metricsPort = await settablePort();
    const served = await serveMetrics(metrics, () => [], { metricsHost, metricsPort }, pino({ level: 'silent' }));
    const statuses = hosts.map(
      (host) =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { host: `${host}:${metricsPort}` };
          const asked = request({ host: '127.0.0.1', port: metricsPort, path: '/metrics', headers }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          });
          asked.once('error', reject).end();
        }),
    );
    return Promise.all(statuses).finally(() => served.close());
  };
  const own = ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'];
  const others = ['evil.example', '127.0.0.1.evil.example', '10.0.0.8', hostname(), 'x@localhost@evil.example'];
  expect(await statusesOf('127.0.0.1', [...own, ...others])).toEqual([...own.map(() => 200), ...others.map(() => 403)]);
  const everywhere = [...own, '0.0.0.0', '10.0.0.8', hostname()];
  expect(await statusesOf('0.0.0.0', [...everywhere, 'evil.example'])).toEqual([...everywhere.map(() => 200), 403]);
});

test('O14: requests are counted by route template; however many ids make no new series', async () => {
  const ids = full ? 10_000 : 500;
  const { url, scrape, deps } = await start();
  await fetch(`${url}/services/one`);
  const first = await scrape();
  const series = 'method="GET",route="/services/:id",status="404"';
  expect(seriesOf(first, `http_request_duration_seconds_count{${series}}`)).toBe(1);
  for (let i = 0; i < ids; i += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, j) => fetch(`${url}/services/id-${i + j}`).then((answer) => answer.arrayBuffer())),
    );
  }
  const later = await scrape();
  expect(seriesOf(later, `http_request_duration_seconds_count{${series}}`)).toBe(ids + 1);
  expect(seriesOf(later, `http_request_duration_seconds_bucket{le="+Inf",${series}}`)).toBe(ids + 1);
  const requestsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('http_'));
  expect(requestsIn(later)).toHaveLength(requestsIn(first).length);

  for (const path of ['services.list', 'services.list', 'made.up.1', 'made.up.2'])
    await fetch(`${url}/trpc/${path}?input=%7B%7D`);
  const apis = (await scrape())
    .split('\n')
    .filter((line) => line.startsWith('http_request_duration_seconds_count') && line.includes('/trpc/'));
  expect(apis).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/trpc/services.list",status="200"} 2',
    'http_request_duration_seconds_count{method="GET",route="/trpc/:path",status="404"} 2',
  ]);

  deps.meter?.answered({ method: 'GET', route: '/slow', status: 200, seconds: 0.2 });
  const text = await scrape();
  const slow = (bound: string) =>
    seriesOf(text, `http_request_duration_seconds_bucket{le="${bound}",method="GET",route="/slow",status="200"}`);
  expect([slow('0.15'), slow('0.3'), slow('10'), slow('+Inf')]).toEqual([0, 1, 1, 1]);
}, 60_000);

test('failed logins, the pool, the backlog and the event loop have series', async () => {
  const { url, scrape, deps } = await start();
  const body = new URLSearchParams({ username: 'nobody@metrics.example', password: 'wrong' });
  expect((await fetch(`${url}/login/`, { method: 'POST', body })).status).toBe(401);
  const old = new Date(Date.now() - 90_000).toISOString();
  const row = {
    event: 'none',
    payload: '{}',
    created_at: old,
    next_attempt_at: new Date(Date.now() + 90_000).toISOString(),
  };
  await deps.db
    .insertInto('outbox')
    .values([row, { ...row, dead_at: old }, { ...row, done_at: old }])
    .execute();
  const client = await deps.pool.connect();
  const text = await scrape();
  client.release();
  expect(seriesOf(text, 'login_failures_total')).toBe(1);
  expect(seriesOf(text, 'db_pool_connections{state="in_use"}')).toBe(1);
  expect(seriesOf(text, 'db_pool_waiting')).toBe(0);
  expect(seriesOf(text, 'outbox_open{table="outbox"}')).toBe(1);
  expect(seriesOf(text, 'outbox_dead{table="outbox"}')).toBe(1);
  expect(seriesOf(text, 'outbox_oldest_seconds{table="outbox"}')).toBeGreaterThan(89);
  expect(seriesOf(text, 'outbox_open{table="deliveries"}')).toBe(0);
  expect(seriesOf(text, 'outbox_oldest_seconds{table="deliveries"}')).toBe(0);
  expect(seriesOf(text, 'reschedules_pending')).toBe(0);
  expect(seriesOf(text, 'reschedules_overdue_seconds')).toBe(0);
  expect(seriesOf(text, 'database_up')).toBe(1);
  expect(seriesOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
});

test('a worker serves metrics, too', async () => {
  const { scrape } = await start('worker');
  expect(seriesOf(await scrape(), 'database_up')).toBe(1);
});

test('what fails on that port is answered with 500, logged, and ends nothing', async () => {
  const { deps } = await start();
  const port = await settablePort();
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(deps.log), { warn: (_: object, text: string) => logged.push(text) });
  const failing = () => {
    throw new Error('no queue');
  };
  const served = await serveMetrics(createMetrics(deps), failing, { metricsHost: '127.0.0.1', metricsPort: port }, log);
  try {
    expect((await fetch(`http://127.0.0.1:${port}/queues/`)).status).toBe(500);
    expect(logged).toEqual(['failed to answer operators']);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  } finally {
    await served.close();
  }
});

test('a taken port refuses the start with one line that names METRICS_PORT', async () => {
  const { metricsPort } = await start();
  const env = { ...testEnv, ROLE: 'worker', METRICS_PORT: String(metricsPort) };
  await expect(startServer(readConfig(env), { databaseUrl: database.url })).rejects.toThrow(
    `METRICS_PORT: cannot listen on 127.0.0.1:${metricsPort}, another program listens there`,
  );
});

test('O14: operators see the queue beside the metrics, and cannot change it there', async () => {
  const { own, url } = await start('worker');
  const page = await fetch(`${own}/queues/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Saluni</title>')]);
  const listed = (await (await fetch(`${own}/queues/api/queues`)).json()) as {
    queues: { name: string; readOnlyMode: boolean }[];
  };
  expect(listed.queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([
    ['saluni', true],
    ['saluni-deliveries', true],
  ]);
  expect((await fetch(`${own}/queues/api/queues/saluni/pause`, { method: 'PUT' })).status).toBe(405);
  await expect(fetch(`${url}/queues/`)).rejects.toThrow();
});
