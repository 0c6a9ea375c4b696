import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Config } from '#server/config.ts';
import { openQueue, type Queue } from '#server/outbox/queue.ts';
import { lossOfRedis } from '#server/outbox/redis.ts';
import { relayOnce } from '#server/outbox/relay.ts';
import { useTestApp } from '#server/testing/app.ts';
import { startProcess } from '#server/testing/processes.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { startWorker } from './worker.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: 90_000 });

/** Bookings confirmed over the call, each with an event to carry out. */
async function confirmed(count: number) {
  const professional = await t.make.professional();
  const client = await t.make.client();
  for (let i = 0; i < count; i++) {
    const start = new Date(Date.now() + (30 + 2 * i) * 3_600_000).toISOString();
    const { bookingId: id } = await t.make.booking({ professionalId: professional.professionalId, clientId: client.clientId, start });
    expect((await t.rest.call(professional, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  }
  return client;
}

// Redis does not come from npm: on a machine without it the tests run on PostgreSQL only.
describe.each(redisFound ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('BullMQ on %s', (backend) => {
  const closers: (() => Promise<void>)[] = [];
  let redis: TestRedis | undefined;
  let config: Config;
  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    config = redis ? { ...t.deps.config, redisUrl: redis.url } : t.deps.config;
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => redis?.stop());

  async function work(deps = t.deps): Promise<Queue> {
    const queue = await openQueue(config, t.databaseUrl, deps.log);
    closers.push(startWorker(deps, queue).close);
    return queue;
  }

  /** All jobs of the queue, as text. */
  async function contents(): Promise<string> {
    if (!redis) {
      const { rows } = await t.deps.pool.query<{ row: string }>('select row_to_json(job)::text as row from bullmq.job');
      return rows.map(({ row }) => row).join('\n');
    }
    const client = new Redis(redis.url);
    const keys = await client.keys('bull:saluni:*-*');
    const jobs = await Promise.all(keys.filter((key) => /:(event|delivery)-/.test(key)).map((key) => client.hgetall(key)));
    client.disconnect();
    return jobs.map((job) => JSON.stringify(job)).join('\n');
  }

  async function loseEverything(): Promise<void> {
    if (!redis) return void (await t.deps.pool.query('delete from bullmq.job'));
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
  }

  test('two workers on one queue send each mail once', async () => {
    const client = await confirmed(20);
    await work();
    await work();
    await vi.waitFor(() => expect(t.inbox.to(client.email).length).toBeGreaterThanOrEqual(20), { timeout: 30_000, interval: 50 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const mails = t.inbox.to(client.email);
    expect(mails).toHaveLength(20);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(20);
    expect((await t.rest.call(client, 'notifications.mine')).body).toHaveLength(20);
  });

  test('J2: a queue that lost every job loses no effect; J12: its jobs hold ids only', async () => {
    const client = await confirmed(10);
    const queue = await openQueue(config, t.databaseUrl, t.deps.log);
    closers.push(queue.close);
    expect(await relayOnce(t.deps.db, queue)).toBe(10);
    const held = await contents();
    expect(held.split('\n')).toHaveLength(10);
    for (const canary of [client.email, 'Amara', 'Zoë', '0400111222']) expect(held).not.toContain(canary);
    await loseEverything();
    await work();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(t.inbox.to(client.email)).toEqual([]);
    // A relay whose clock is a minute ahead hands over again what was handed over and not done.
    await work((await t.at('61 seconds')).deps);
    await vi.waitFor(() => expect(t.inbox.to(client.email)).toHaveLength(10), { timeout: 30_000, interval: 50 });
  });

  test('J6: workers whose clocks are two minutes off, ahead and behind, repeat nothing and kill no job', async () => {
    let begun = 0;
    // Longer than the interval at which idle workers look for stalled jobs.
    t.inbox.onEmail = () => {
      begun++;
      return delay(13_000);
    };
    const env = { SMTP_URL: t.inbox.url, ...(redis ? { REDIS_URL: redis.url } : {}) };
    await work();
    const client = await confirmed(5);
    await vi.waitFor(() => expect(begun).toBe(5), { timeout: 10_000, interval: 20 });
    for (const skew of [120_000, -120_000]) closers.push((await startProcess(t.databaseUrl, env, 'worker', skew)).stop);
    await vi.waitFor(() => expect(t.inbox.to(client.email)).toHaveLength(5), { timeout: 50_000, interval: 100 });
    // Time for a mail that another worker sends a second time to arrive.
    await delay(8_000);
    t.inbox.onEmail = undefined;
    expect(t.inbox.to(client.email)).toHaveLength(5);
    expect((await t.rest.call(client, 'notifications.mine')).body).toHaveLength(5);
    const { rows } = await t.deps.pool.query(`
      select 'event' as what from outbox where done_at is null or dead_at is not null union all
      select 'mail' from deliveries where sent_at is null or dead_at is not null or attempts > 1`);
    expect(rows).toEqual([]);
  });

  test('a worker with nothing to do closes, and its queue then refuses new jobs', async () => {
    const queue = await openQueue(config, t.databaseUrl, t.deps.log);
    const worker = startWorker(t.deps, queue);
    await worker.close();
    await expect(queue.add([{ name: 'event', id: 'x' }])).rejects.toThrow();
  });
});

if (redisFound) {
  test('J9: of a Redis that may lose jobs the unsafe setting is named', async () => {
    for (const [settings, said] of [
      [['--appendonly', 'yes', '--maxmemory-policy', 'allkeys-lru'], 'maxmemory-policy is allkeys-lru'],
      [['--appendonly', 'no', '--maxmemory-policy', 'noeviction'], 'appendonly is no'],
    ] as const) {
      const redis = await startRedis([...settings]);
      expect(await lossOfRedis(redis.url)).toContain(said);
      await redis.stop();
    }
  });
}
