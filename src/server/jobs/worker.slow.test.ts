import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Config, environmentWith } from '#server/config.ts';
import { retryJobs } from '#server/features/admin/retry-jobs.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { listDead } from '#server/outbox/queries.ts';
import { openQueue, type Queue } from '#server/outbox/queue.ts';
import { lossOfRedis } from '#server/outbox/redis.ts';
import { relayOnce } from '#server/outbox/relay.ts';
import { testEnv, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { startProcess } from '#server/testing/processes.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { full } from '#server/testing/repetitions.ts';
import { startWorker } from './worker.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: 180_000 });

/** Bookings confirmed over the call, each with an event to carry out. */
async function confirmed(count: number) {
  const professional = await t.make.professional();
  const client = await t.make.client();
  for (let i = 0; i < count; i++) {
    const start = new Date(Date.now() + (30 + 2 * i) * 3_600_000).toISOString();
    const { bookingId: id } = await t.make.booking({
      professionalId: professional.professionalId,
      clientId: client.clientId,
      start,
    });
    expect((await t.rest.call(professional, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  }
  return client;
}

// Redis does not come from npm: on a machine without it the tests run on PostgreSQL only.
describe.each(redisFound ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('BullMQ on %s', (backend) => {
  const closers: (() => Promise<unknown>)[] = [];
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
      // Workers of earlier tests may have left a heartbeat.
      const { rows } = await t.deps.pool.query<{ row: string }>(
        `select row_to_json(job)::text as row from bullmq.job where id not like 'heartbeat-%'`,
      );
      return rows.map(({ row }) => row).join('\n');
    }
    const client = new Redis(redis.url);
    const keys = await client.keys('bull:saluni:*-*');
    const jobs = await Promise.all(
      keys.filter((key) => /:(event|delivery)-/.test(key)).map((key) => client.hgetall(key)),
    );
    client.disconnect();
    return jobs.map((job) => JSON.stringify(job)).join('\n');
  }

  const open = async () =>
    (
      await t.deps.pool.query(
        `select id from outbox where done_at is null union all select id from deliveries where sent_at is null and skipped_at is null`,
      )
    ).rows;

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
    await vi.waitFor(() => expect(t.inbox.to(client.email).length).toBeGreaterThanOrEqual(20), {
      timeout: 30_000,
      interval: 50,
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const mails = t.inbox.to(client.email);
    expect(mails).toHaveLength(20);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(20);
    expect((await t.rest.call(client, 'notifications.mine')).body).toHaveLength(20);
  });

  test('J2: a queue that lost every job, before and within the work, loses no effect; J12: its jobs hold ids only', async () => {
    const client = await confirmed(30);
    const queue = await openQueue(config, t.databaseUrl, t.deps.log);
    expect(await relayOnce(t.deps.db, queue)).toBe(30);
    const held = await contents();
    expect(held.split('\n')).toHaveLength(30);
    for (const canary of [client.email, 'Amara', 'Zoë', '0400111222']) expect(held).not.toContain(canary);
    await loseEverything();
    const now = startWorker(t.deps, queue);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(t.inbox.to(client.email)).toEqual([]);
    await now.close();
    // A relay whose clock is a minute ahead hands over again what was handed over and not done; the next one what is
    // lost meanwhile.
    for (const ahead of ['61 seconds', '122 seconds']) {
      const { deps } = await t.at(ahead);
      const before = t.inbox.to(client.email).length;
      const worker = startWorker(deps, await openQueue(config, t.databaseUrl, deps.log));
      await vi.waitFor(() => expect(t.inbox.to(client.email).length).toBeGreaterThan(Math.min(before, 28)), {
        timeout: 30_000,
        interval: 1,
      });
      await loseEverything();
      await worker.close();
    }
    await work((await t.at('183 seconds')).deps);
    await vi.waitFor(() => expect(new Set(t.inbox.to(client.email).map(({ messageId }) => messageId)).size).toBe(30), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await t.rest.call(client, 'notifications.mine')).body).toHaveLength(30);
    await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 30_000, interval: 50 });
    expect(t.inbox.to(client.email)).toHaveLength(30);
  });

  test('J7: jobs that cannot succeed hold up no other, are given up after five attempts, and tried again when asked', async () => {
    const text = async () => {
      const metrics = createMetrics(t.deps);
      return metrics.text();
    };
    // More than a worker has jobs at a time, and all of them older.
    const poison = await t.deps.db
      .insertInto('outbox')
      .values([
        ...Array.from({ length: 10 }, () => ({ event: 'booking.unheard_of', payload: '{}' })),
        { event: 'booking.created', payload: JSON.stringify({ booking_id: randomUUID(), version: 0 }) },
        { event: 'booking.created', payload: JSON.stringify({ booking_id: 'x'.repeat(1_000_000) }) },
      ])
      .returning('id')
      .execute();
    const ids = poison.map(({ id }) => id);
    const all = (value: number) => ids.map(() => value);
    const dead = async () =>
      (await listDead(t.deps.db)).filter(({ id }) => ids.includes(id)).map((row) => row.attempts);
    const client = await confirmed(10);
    await work();
    await vi.waitFor(() => expect(t.inbox.to(client.email)).toHaveLength(10), { timeout: 60_000, interval: 50 });
    expect(await dead()).toEqual([]);
    const attempts = async () =>
      (await t.deps.db.selectFrom('outbox').select('attempts').where('id', 'in', ids).execute()).map(
        (row) => row.attempts,
      );
    for (let attempt = 1; attempt <= 5; attempt++) {
      const tried = async () => {
        // Instead of the pause, which grows from five seconds to ten minutes and begins when an attempt has failed.
        await t.deps.pool.query(
          'update outbox set next_attempt_at = clock_now() where id = any($1::uuid[]) and attempts < $2 and dead_at is null',
          [ids, attempt],
        );
        expect(Math.min(...(await attempts()))).toBeGreaterThanOrEqual(attempt);
      };
      await vi.waitFor(tried, { timeout: 20_000, interval: 100 });
    }
    await vi.waitFor(async () => expect(await dead()).toEqual(all(5)), { timeout: 20_000, interval: 50 });
    expect(await text()).toContain(`outbox_dead{table="outbox"} ${ids.length}\n`);
    expect(await retryJobs(t.deps.db, { actorId: null })).toBe(ids.length);
    await vi.waitFor(async () => expect(Math.min(...(await attempts()))).toBeGreaterThanOrEqual(1), {
      timeout: 20_000,
      interval: 20,
    });
    await t.deps.db.deleteFrom('outbox').where('id', 'in', ids).execute();
  });

  test.each(full ? [3_000, 15_000, 60_000] : [3_000])(
    'J10: after an outage of the queue of %s ms, workers go on by themselves',
    async (outage) => {
      const proxy = await openProxy(redis?.url ?? t.databaseUrl);
      closers.push(proxy.close);
      const queue = await openQueue(
        redis ? { ...config, redisUrl: proxy.url } : config,
        redis ? t.databaseUrl : proxy.url,
        t.deps.log,
      );
      closers.push(startWorker(t.deps, queue).close);
      const before = await confirmed(1);
      await vi.waitFor(() => expect(t.inbox.to(before.email)).toHaveLength(1), { timeout: 30_000, interval: 20 });
      proxy.setDown(true);
      const during = await confirmed(3);
      await delay(outage);
      expect(t.inbox.to(during.email)).toEqual([]);
      await expect(queue.check()).rejects.toThrow();
      proxy.setDown(false);
      // Ten seconds are promised; a busy machine gets twice as long.
      await vi.waitFor(() => expect(t.inbox.to(during.email)).toHaveLength(3), { timeout: 20_000, interval: 20 });
    },
  );

  test('J11: a worker that is stopped finishes what it does, and takes no more', async () => {
    await asOwner(
      t.databaseUrl,
      `create function test_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$;
       create trigger test_slow before insert on notifications for each row execute function test_slow()`,
    );
    closers.push(() => asOwner(t.databaseUrl, 'drop function if exists test_slow cascade'));
    const client = await confirmed(20);
    const worker = await startProcess(
      t.databaseUrl,
      { SMTP_URL: t.inbox.url, ...(redis ? { REDIS_URL: redis.url } : {}) },
      'worker',
    );
    closers.push(worker.stop);
    const sleeping = async () =>
      (
        await t.deps.pool.query(
          `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
        )
      ).rows.length;
    await vi.waitFor(async () => expect(await sleeping()).toBeGreaterThan(3), { timeout: 30_000, interval: 10 });
    const running = await sleeping();
    expect(await worker.stop()).toBe(0);
    const done = (await t.rest.call(client, 'notifications.mine')).body as unknown[];
    expect(done.length).toBeGreaterThanOrEqual(running);
    expect(done.length).toBeLessThan(20);
    expect((await t.deps.pool.query('select 1 from outbox where attempts > 0 or dead_at is not null')).rows).toEqual(
      [],
    );
    await asOwner(t.databaseUrl, 'drop function test_slow cascade');
    await work((await t.at('61 seconds')).deps);
    await vi.waitFor(() => expect(t.inbox.to(client.email)).toHaveLength(20), { timeout: 30_000, interval: 50 });
    expect((await t.rest.call(client, 'notifications.mine')).body).toHaveLength(20);
  });

  test('J6: workers whose clocks are two minutes off, ahead and behind, repeat nothing and kill no job', async () => {
    // The job runs until the mail server has the email: longer than its lock, and than the interval at which idle
    // workers look for stalled jobs.
    t.inbox.pause = { greeting: 9_000, recipient: 3_000 };
    const env = { SMTP_URL: t.inbox.url, ...(redis ? { REDIS_URL: redis.url } : {}) };
    await work();
    const client = await confirmed(5);
    await vi.waitFor(() => expect(t.inbox.connections()).toBe(5), { timeout: 10_000, interval: 20 });
    for (const skew of [120_000, -120_000]) closers.push((await startProcess(t.databaseUrl, env, 'worker', skew)).stop);
    await vi.waitFor(() => expect(t.inbox.to(client.email)).toHaveLength(5), { timeout: 50_000, interval: 100 });
    // Whoever sends a mail a second time has begun before: it would be on its way now.
    await vi.waitFor(() => expect(t.inbox.connections()).toBe(0), { timeout: 30_000, interval: 50 });
    t.inbox.pause = undefined;
    expect(t.inbox.to(client.email)).toHaveLength(5);
    expect((await t.rest.call(client, 'notifications.mine')).body).toHaveLength(5);
    // A mail is recorded a moment after its connection closed.
    await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 10_000, interval: 50 });
    const { rows } = await t.deps.pool.query(`
      select 'event' as what from outbox where dead_at is not null union all
      select 'mail, attempts: ' || attempts from deliveries where dead_at is not null or skipped_at is not null or attempts > 1`);
    expect(rows).toEqual([]);
  });

  test('J5: a job that could not write that it failed runs again within seconds', async () => {
    const queue = await openQueue(config, t.databaseUrl, t.deps.log);
    closers.push(queue.close);
    let runs = 0;
    queue.work(async () => {
      runs++;
      if (runs < 3) throw new Error('the database is away');
    });
    // They are on their way, and not away.
    await queue.check();
    await queue.add([{ name: 'heartbeat', id: randomUUID() }]);
    await vi.waitFor(() => expect(runs).toBe(3), { timeout: 20_000, interval: 50 });
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
      // The process ends, with one line.
      const env = environmentWith({
        ...testEnv,
        ROLE: 'worker',
        DATABASE_URL: t.databaseUrl,
        REDIS_URL: redis.url,
        SMTP_URL: t.inbox.url,
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'images',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      });
      const child = spawn(process.execPath, ['scripts/serve.ts'], { env });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [code] = await once(child, 'close');
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(`^saluni: [^\\n]*${said}[^\\n]*\\n$`));
      await redis.stop();
    }
  });
}
