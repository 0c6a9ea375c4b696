import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { shifted, useTestApp } from '#server/testing/app.ts';
import { clearPoint, killAt, type Point, setPoint } from '#server/testing/kill-at.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 1_200_000 : 180_000 });
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

let processes: ServerProcess[] = [];
async function start(
  databaseUrl = t.databaseUrl,
  env: Record<string, string> = {},
  role: 'api' | 'worker' | 'all' = 'api',
): Promise<ServerProcess> {
  const one = await startProcess(databaseUrl, env, role);
  processes.push(one);
  return one;
}
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  processes = [];
  for (const point of [...receiptPoints, ...points]) await clearPoint(t.databaseUrl, point);
});

// The six points at which a change can break.
const points: (Point & { name: string })[] = [
  { name: 'before the busy time', table: 'busy_times', when: 'before insert or delete' },
  { name: 'before the booking', table: 'bookings', when: 'before insert or update' },
  { name: 'after the booking', table: 'bookings', when: 'after insert or update' },
  { name: 'before the event', table: 'outbox', when: 'before insert' },
  { name: 'after the event', table: 'outbox', when: 'after insert' },
  { name: 'at the commit', table: 'outbox', when: 'after insert', deferred: true },
];
const receiptPoints: (Point & { name: string })[] = [
  { name: 'before the receipt', table: 'receipts', when: 'before insert' },
  { name: 'after the receipt', table: 'receipts', when: 'after insert' },
  ...points.filter(({ table }) => table !== 'busy_times'),
];
/** The number of changes of all bookings and the number of events; equal when each change has one event. */
async function transitionsAndEvents() {
  const { rows } = await t.deps.pool.query<{ transitions: number; events: number }>(`
    select (select coalesce(count(*) + sum(version), 0)::int from bookings) as transitions, (select count(*)::int from outbox) as events`);
  return rows[0];
}

const changes = ['create', 'confirm', 'cancel'] as const;
/** Confirming does not touch the busy time. */
const pointsOf = (change: (typeof changes)[number]) =>
  points.filter(({ table }) => change !== 'confirm' || table !== 'busy_times');
let days = 0;

/** Prepares a change on new people and a free slot. `ask` makes the call. */
async function prepared(change: (typeof changes)[number], server: Pick<ServerProcess, 'call'>) {
  const professional = await t.make.professional();
  const client = await t.make.client();
  const service = await t.make.service(professional.professionalId);
  const from = day + days++ * DAY;
  await t.make.window(professional.professionalId, from, from + 2 * HOUR);
  const wish = {
    professional_id: professional.professionalId,
    service_ids: [service],
    start_time: new Date(from).toISOString(),
  };
  const key = { 'idempotency-key': randomUUID() };
  if (change === 'create')
    return {
      client,
      professional,
      ask: (to: Pick<ServerProcess, 'call'>) => to.call(client.token, 'POST', '/bookings/', wish, key),
    };
  const { text } = await server.call(client.token, 'POST', '/bookings/', wish);
  const { id } = JSON.parse(text) as { id: string };
  const status = change === 'confirm' ? 'confirmed' : 'cancelled';
  return {
    client,
    professional,
    ask: (to: Pick<ServerProcess, 'call'>) => to.call(professional.token, 'PATCH', `/bookings/${id}`, { status }),
  };
}

const inProcess = {
  async call(token: string, method: string, url: string, payload?: object, headers = {}) {
    const answer = await t.app.inject({
      method: method as 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, text: answer.body };
  },
};

describe.each(changes)('J1: %s', (change) => {
  test.each(pointsOf(change))(
    'fails $name: neither the change nor its event is stored; a new attempt stores both',
    async (point) => {
      for (let i = 0; i < repetitions(50); i++) {
        const { ask } = await prepared(change, inProcess);
        const before = await transitionsAndEvents();
        expect(before?.transitions).toBe(before?.events);
        const action =
          i % 2 ? 'perform pg_terminate_backend(pg_backend_pid())' : `raise exception 'broken for the test'`;
        await setPoint(t.databaseUrl, point, action);
        expect((await ask(inProcess)).status).toBeGreaterThanOrEqual(500);
        await clearPoint(t.databaseUrl, point);
        expect(await transitionsAndEvents()).toEqual(before);
        expect((await ask(inProcess)).status).toBe(change === 'create' ? 201 : 200);
        const after = await transitionsAndEvents();
        expect(after).toEqual({ transitions: (before?.transitions ?? 0) + 1, events: (before?.events ?? 0) + 1 });
      }
    },
  );
});

test('B28: kill -9 at any point of a receipt leaves neither a number nor its event, or both', async () => {
  const professional = await t.make.professional();
  const receipt = (id: string) => (to: Pick<ServerProcess, 'call'>) =>
    to.call(professional.token, 'POST', `/bookings/${id}/receipt`, {});
  let issued = 0;
  for (let round = 0; round < (full ? 8 : 1); round++)
    for (const point of full ? receiptPoints : receiptPoints.filter(({ when }) => when.startsWith('after'))) {
      const begins = Math.floor(Date.now() / HOUR) * HOUR - (++issued + 1) * HOUR;
      const made = { professionalId: professional.professionalId, start: begins, status: 'completed' } as const;
      const { bookingId } = await t.make.booking({ ...made, deposit: { status: 'applied' } });
      await killAt(t, point, await start(), receipt(bookingId));
      const answer = await receipt(bookingId)(inProcess);
      expect(JSON.parse(answer.text)).toMatchObject({ number: issued });
      const { rows } = await t.deps.pool.query<{ numbers: number[]; events: number }>(
        `select array(select number from receipts where professional_id = $1 order by number) as numbers,
           (select count(*)::int from outbox where event = 'receipt.changed' and payload ->> 'professional_id' = $1::text) as events`,
        [professional.professionalId],
      );
      expect(rows).toEqual([{ numbers: Array.from({ length: issued }, (_, index) => index + 1), events: issued }]);
    }
});

test('J1: kill -9 at any of these points leaves neither the change nor its event', async () => {
  for (const change of full ? changes : ([changes[Math.floor(Math.random() * changes.length)] ?? 'create'] as const)) {
    for (const point of pointsOf(change)) {
      const server = await start();
      const { ask } = await prepared(change, inProcess);
      const before = await transitionsAndEvents();
      await killAt(t, point, server, ask);
      const after = await transitionsAndEvents();
      expect(after?.transitions).toBe(after?.events);
      if (!point.deferred) expect(after).toEqual(before);
      expect((await ask(inProcess)).status).toBe(change === 'create' ? 201 : 200);
      const again = await transitionsAndEvents();
      expect(again).toEqual({ transitions: (before?.transitions ?? 0) + 1, events: (before?.events ?? 0) + 1 });
    }
  }
});

test('B11: kill -9 between COMMIT and the reply: the same key gets the booking that was made', async () => {
  for (let round = 0; round < repetitions(50); round++) {
    const proxy = await openProxy(t.databaseUrl);
    try {
      const server = await start(proxy.url);
      const { ask, client } = await prepared('create', inProcess);
      let committed = () => {};
      const commit = new Promise<void>((resolve) => {
        committed = resolve;
      });
      // The proxy drops PostgreSQL's answer to COMMIT: the booking is stored, and the process does not know.
      proxy.onAnswer = (bytes) => {
        if (!bytes.includes('COMMIT\0')) return true;
        committed();
        return false;
      };
      const asked = ask(server).catch(() => 'no answer');
      await commit;
      await server.kill();
      expect(await asked).toBe('no answer');
      const { rows } = await t.deps.pool.query<{ id: string }>('select id from bookings where client_id = $1', [
        client.clientId,
      ]);
      expect(rows).toHaveLength(1);
      const again = await ask(inProcess);
      expect(again.status).toBe(201);
      expect((JSON.parse(again.text) as { id: string }).id).toBe(rows[0]?.id);
    } finally {
      await proxy.close();
    }
  }
});

test('J8: requests do not use the queue: without it bookings are answered, and when it is back their e-mails follow', async () => {
  const silent = await openProxy(t.databaseUrl);
  silent.onAnswer = () => false;
  const env = { REDIS_URL: `redis://127.0.0.1:${new URL(silent.url).port}`, SMTP_URL: t.inbox.url };
  const server = await start(t.databaseUrl, env, 'all');
  const { professional, client, ask } = await prepared('create', inProcess);
  const rest = await Promise.all(Array.from({ length: 10 }, () => prepared('create', inProcess)));
  const answers = await Promise.all([ask(server), ...rest.map((one) => one.ask(server))]);
  expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(201));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(t.inbox.to(professional.email)).toEqual([]);
  const { id } = JSON.parse(answers[0]?.text ?? '') as { id: string };
  expect((await server.call(professional.token, 'PATCH', `/bookings/${id}`, { status: 'confirmed' })).status).toBe(200);
  await server.kill();
  await silent.close();
  // A worker with a working queue, whose clock is late enough to hand over the open rows again.
  await start(shifted(t.databaseUrl, '65 seconds'), { SMTP_URL: t.inbox.url }, 'worker');
  await vi.waitFor(
    () => {
      for (const one of rest) expect(t.inbox.to(one.professional.email)).toHaveLength(1);
      expect(t.inbox.to(client.email)).toHaveLength(1);
    },
    // With all repetitions it has some thousand events to hand over first.
    { timeout: full ? 300_000 : 60_000, interval: 100 },
  );
  // They have answered the request already, so its e-mail would be of yesterday.
  expect(t.inbox.to(professional.email)).toEqual([]);
});
