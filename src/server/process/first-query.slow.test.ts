import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { confirmedClient } from '#server/testing/confirmed-client.ts';
import { ownerUrlOf } from '#server/testing/db.ts';
import { startProcess } from '#server/testing/processes.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: 120_000 });

/** Longer than a statement of the application waits for a lock. */
const lockedFor = 5_000;

test.each(['api', 'worker', 'all'] as const)(
  'as %s, a process whose first query of every kind fails goes on and recovers',
  async (role) => {
    const owner = new pg.Client(ownerUrlOf(t.databaseUrl));
    await owner.connect();
    await owner.query('begin');
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'bullmq')`,
    );
    await owner.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`);
    const lines: string[] = [];
    const env = { LOG_LEVEL: 'warn', SMTP_URL: t.inbox.url, SEED_DEMO: 'true' };
    const started = await startProcess(t.databaseUrl, env, role, 0, (text) => lines.push(text));
    try {
      await delay(lockedFor);
      expect(() => process.kill(started.pid, 0)).not.toThrow();
      await owner.query('commit');
      if (role !== 'api') expect(lines.join('')).toContain('failed to store the pictures of the demo');
      if (role !== 'worker') {
        const ready = async () => JSON.parse((await started.call('', 'GET', '/readyz')).text);
        await vi.waitFor(async () => expect(await ready()).toMatchObject({ database: 'ok', queue: 'ok' }), {
          timeout: 20_000,
          interval: 200,
        });
      }
      if (role !== 'api') {
        const client = await confirmedClient(t);
        await vi.waitFor(() => expect(t.inbox.to(client.email)).toHaveLength(1), { timeout: 30_000, interval: 100 });
      }
      expect(await started.stop()).toBe(0);
    } finally {
      await owner.end();
      await started.kill();
    }
  },
);
