import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { confirmedClient } from '#server/testing/confirmed-client.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { full } from '#server/testing/repetitions.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 1_200_000 : 180_000 });

describe.each(redisFound ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('BullMQ on %s', (backend) => {
  let redis: TestRedis | undefined;
  const processes: ServerProcess[] = [];
  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
  });
  afterEach(() => Promise.all(processes.splice(0).map((one) => one.kill())));
  afterAll(() => redis?.stop());

  async function startWorkerProcess(): Promise<ServerProcess> {
    const env = { SMTP_URL: t.inbox.url, ...(redis ? { REDIS_URL: redis.url } : {}) };
    const worker = await startProcess(t.databaseUrl, env, 'worker');
    processes.push(worker);
    return worker;
  }

  test('J3, J4, J5: workers killed at random lose no effect; another finishes in 20 s; a second e-mail has the same id', async () => {
    const events = full ? 1_000 : 100;
    const kills = full ? 20 : 3;
    const client = await confirmedClient(t, events, { days: 400 });
    const emails = () => t.inbox.to(client.email);
    const sent = () => new Set(emails().map(({ messageId }) => messageId)).size;
    for (let kill = 1; kill <= kills; kill++) {
      const victim = await startWorkerProcess();
      await vi.waitFor(() => expect(sent()).toBeGreaterThanOrEqual(Math.ceil(((kill - 0.5) * events) / kills / 1.5)), {
        timeout: 60_000,
        interval: 5,
      });
      // The one that goes on is there already, as in production.
      if (kill === kills) await startWorkerProcess();
      await victim.kill();
    }
    await vi.waitFor(() => expect(sent()).toBe(events), { timeout: full ? 60_000 : 20_000, interval: 50 });
    // A worker sends up to ten e-mails at once; those that the mail server has accepted, but that are not recorded yet,
    // are sent again after a kill.
    expect(emails().length - events).toBeLessThanOrEqual(5 * kills);
    const { rows } = await t.deps.pool.query<{ count: number }>(
      'select count(*)::int as count from notifications where user_id = $1',
      [client.userId],
    );
    expect(rows[0]?.count).toBe(events);
  });
});
