import { afterEach, expect, test } from 'vitest';
import { openQueue, type Queue } from '#server/outbox/queue.ts';
import { relayOnce } from '#server/outbox/relay.ts';
import { useTestApp } from '#server/testing/app.ts';
import { startWorker } from './worker.ts';

const t = useTestApp();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function until<T>(ask: () => Promise<T> | T, holds: (value: T) => boolean, seconds = 20): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const value = await ask();
    if (holds(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function work(deps = t.deps): Promise<Queue> {
  const queue = await openQueue(deps.config, t.databaseUrl, deps.log);
  closers.push(startWorker(deps, queue).close);
  return queue;
}

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

test('BullMQ on PostgreSQL carries events and mails between processes, several workers at once, each once', async () => {
  const client = await confirmed(20);
  await work();
  await work();
  const mails = await until(
    () => t.inbox.to(client.email),
    (list) => list.length >= 20,
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(t.inbox.to(client.email)).toHaveLength(mails.length);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(20);
  const { body } = await t.rest.call(client, 'notifications.mine');
  expect(body).toHaveLength(20);
});

test('J2: a queue that lost everything loses no effect; J12: what it holds are ids', async () => {
  const client = await confirmed(10);
  const queue = await openQueue(t.deps.config, t.databaseUrl, t.deps.log);
  closers.push(queue.close);
  expect(await relayOnce(t.deps.db, queue)).toBe(10);
  const { rows } = await t.deps.pool.query<{ row: string }>('select row_to_json(job)::text as row from bullmq.job');
  expect(rows.length).toBe(10);
  for (const canary of [client.email, 'Amara', '0400111222']) expect(rows.map(({ row }) => row).join()).not.toContain(canary);
  await t.deps.pool.query('truncate bullmq.job cascade');
  await work();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(t.inbox.to(client.email)).toEqual([]);
  await work((await t.at('61 seconds')).deps);
  expect(
    await until(
      () => t.inbox.to(client.email).length,
      (count) => count >= 10,
    ),
  ).toBe(10);
});

test('after close no job is taken, and nothing hangs', async () => {
  const queue = await openQueue(t.deps.config, t.databaseUrl, t.deps.log);
  const worker = startWorker(t.deps, queue);
  await worker.close();
  await expect(queue.add([{ name: 'event', id: 'x' }])).rejects.toThrow();
});
