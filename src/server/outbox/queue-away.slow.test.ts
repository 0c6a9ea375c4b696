import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { confirmedClient } from '#server/testing/confirmed-client.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { redisFound, startRedis } from '#server/testing/redis.ts';
import { full } from '#server/testing/repetitions.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: 120_000 });

const frozenFor = 5_000;
/** Most lines about the queue in a second, and resident memory of the process, MiB. */
const most = { lines: 10, memory: 700 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A process whose queue alone is behind the proxy, and the lines that it logs. */
async function processBehind(proxy: Awaited<ReturnType<typeof openProxy>>, redis: boolean) {
  const lines: { time: number; msg: string }[] = [];
  const onOutput = (text: string) => {
    for (const line of text.split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line));
  };
  const env = { LOG_LEVEL: 'warn', SMTP_URL: t.inbox.url, ...(redis ? { REDIS_URL: proxy.url } : {}) };
  const started = await startProcess(redis ? t.databaseUrl : proxy.url, env, 'all', 0, onOutput);
  closers.push(started.kill);
  return { started, lines };
}

async function readiness(process: ServerProcess): Promise<{ status: string; queue: string }> {
  return JSON.parse((await process.call('', 'GET', '/readyz')).text);
}

/**
 * Asks for a page of services again and again; returns the median of the answers' times, milliseconds: a single one is
 * late on a busy machine, but if one waited for the queue all would.
 */
async function usualAnswer(process: ServerProcess, until: number): Promise<number> {
  const times: number[] = [];
  while (performance.now() < until) {
    const begun = performance.now();
    expect((await process.call('', 'GET', '/services/?limit=1')).status).toBe(200);
    times.push(performance.now() - begun);
    await delay(100);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

async function expectBounded(process: ServerProcess, lines: { time: number; msg: string }[]) {
  const perSecond = Map.groupBy(
    lines.filter(({ msg }) => msg.includes('queue')),
    ({ time }) => Math.floor(time / 1_000),
  );
  for (const one of perSecond.values()) expect(one.length).toBeLessThanOrEqual(2 * most.lines);
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8').catch(() => '');
  expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024).toBeLessThan(most.memory);
}

async function expectMailed(email: string) {
  await vi.waitFor(() => expect(t.inbox.to(email).length).toBeGreaterThan(0), { timeout: 20_000, interval: 50 });
}

/** Frozen for five seconds: requests never notice, `/readyz` says it, the log stays short, and then all goes on. */
async function expectPatience(process: ServerProcess, lines: { time: number; msg: string }[], thaw: () => void) {
  const [usual, state] = await Promise.all([
    usualAnswer(process, performance.now() + frozenFor),
    vi.waitFor(
      async () => {
        const state = await readiness(process);
        expect(state).toMatchObject({ status: 'degraded', queue: 'away' });
        return state;
      },
      { timeout: frozenFor, interval: 200 },
    ),
  ]);
  expect(state.queue).toBe('away');
  expect(usual).toBeLessThan(1_500);
  thaw();
  await vi.waitFor(async () => expect(await readiness(process)).toMatchObject({ queue: 'ok' }), {
    timeout: 15_000,
    interval: 200,
  });
  const client = await confirmedClient(t);
  await expectMailed(client.email);
  await expectBounded(process, lines);
}

describe('J10: a queue that is frozen for five seconds', () => {
  test.each(full ? [1, 2, 4] : [1, 4])(
    'PostgreSQL, from the connection number %s of the queue on, and in the middle',
    async (number) => {
      const proxy = await openProxy(t.databaseUrl);
      closers.push(proxy.close);
      let connections = 0;
      proxy.isFrozenWith = (first) => {
        const isQueue = first.includes('saluni-queue');
        if (isQueue && ++connections === number) proxy.setFrozen(true);
        return isQueue;
      };
      const { started, lines } = await processBehind(proxy, false);
      await vi.waitFor(() => expect(connections).toBeGreaterThanOrEqual(number), { timeout: 30_000, interval: 10 });
      await expectPatience(started, lines, () => proxy.setFrozen(false));
      proxy.setFrozen(true);
      await expectPatience(started, lines, () => proxy.setFrozen(false));
    },
  );

  test.skipIf(!redisFound)('Redis, from the start on, and in the middle', async () => {
    const redis = await startRedis();
    closers.push(redis.stop);
    const proxy = await openProxy(redis.url);
    closers.push(proxy.close);
    proxy.setFrozen(true);
    const { started, lines } = await processBehind(proxy, true);
    await expectPatience(started, lines, () => proxy.setFrozen(false));
    proxy.setFrozen(true);
    await expectPatience(started, lines, () => proxy.setFrozen(false));
  });
});

test.skipIf(!redisFound)(
  'a Redis that is full or read-only makes each process degraded until it takes jobs again',
  async () => {
    const redis = await startRedis();
    closers.push(redis.stop);
    const operator = new Redis(redis.url);
    closers.push(async () => operator.disconnect());
    const lines: { time: number; msg: string }[] = [];
    const onOutput = (text: string) => {
      for (const line of text.split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line));
    };
    const env = { LOG_LEVEL: 'warn', SMTP_URL: t.inbox.url, REDIS_URL: redis.url };
    const started = await startProcess(t.databaseUrl, env, 'all', 0, onOutput);
    closers.push(started.kill);
    // Has no workers, whose failures would tell, too.
    const api = await startProcess(t.databaseUrl, env, 'api');
    closers.push(api.kill);
    const troubles = [
      { begin: () => operator.config('SET', 'maxmemory', '1mb'), end: () => operator.config('SET', 'maxmemory', '0') },
      { begin: () => operator.replicaof('127.0.0.1', 1), end: () => operator.replicaof('NO', 'ONE') },
    ];
    const queueIs = (queue: string) =>
      vi.waitFor(
        async () => {
          for (const one of [started, api]) expect(await readiness(one)).toMatchObject({ queue });
        },
        { timeout: 15_000, interval: 100 },
      );
    for (const { begin, end } of troubles) {
      await queueIs('ok');
      await begin();
      await queueIs('away');
      const client = await confirmedClient(t);
      await delay(2_000);
      await end();
      await queueIs('ok');
      await expectMailed(client.email);
    }
    await expectBounded(started, lines);
  },
);
