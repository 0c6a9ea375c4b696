import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { createWorkerNotifier } from './notify-workers.ts';

const t = useTestApp();
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

test('a change notifies the workers of any process once it is committed, on a connection of its own; a read notifies nobody', async () => {
  const events = async () => Number((await t.deps.pool.query('select count(*) from outbox')).rows[0].count);
  const seen: number[] = [];
  let calls = 0;
  const workerNotifier = createWorkerNotifier(t.databaseUrl, t.deps.log);
  const listener = workerNotifier.listen(() => {
    calls++;
    void events().then((count) => seen.push(count));
  });
  closers.push(listener.close, workerNotifier.close);
  // The first call says that calls may have been missed before.
  await vi.waitFor(() => expect(seen).toEqual([0]));
  const [{ professionalId, ...professional }, client] = [await t.make.professional(), await t.make.client()];
  const { bookingId: id } = await t.make.booking({ professionalId, clientId: client.clientId });
  const confirm = () => t.rest.call(professional, 'bookings.change', { id, status: 'confirmed' });

  // Not started: the booking's own transaction tells nobody.
  expect((await confirm()).status).toBe(200);
  await delay(300);
  expect(seen).toEqual([0]);

  t.deps.workerNotifier.start();
  await t.rest.call(client, 'notifications.mine');
  await delay(300);
  expect(seen).toEqual([0]);
  expect((await t.trpc.call(professional, 'bookings.change', { id, status: 'cancelled' })).status).toBe(200);
  await vi.waitFor(() => expect(seen).toEqual([0, 2]));

  // As many as come within a moment are one, and the last one is not lost.
  for (let call = 0; call < 500; call++) t.deps.workerNotifier.notify();
  await delay(300);
  expect(calls).toBeGreaterThanOrEqual(3);
  expect(calls).toBeLessThan(10);
});

test('after a lost connection it acts as if notified, as somebody may have meanwhile, and hears again', async () => {
  const { workerNotifier } = t.deps;
  workerNotifier.start();
  let calls = 0;
  closers.push(workerNotifier.listen(() => calls++).close);
  await vi.waitFor(() => expect(calls).toBe(1));
  const { rows } = await t.deps.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ' +
      `application_name in ('saluni listen', 'saluni notify')`,
  );
  expect(rows.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(calls).toBeGreaterThan(1), { timeout: 10_000 });
  const before = calls;
  await vi.waitFor(
    () => {
      workerNotifier.notify();
      expect(calls).toBeGreaterThan(before);
    },
    { timeout: 10_000, interval: 200 },
  );
});
