import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { socketSessions, startSession } from '#server/features/auth/sessions.ts';
import { bookingKinds } from '#server/features/bookings/news/kinds.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { disableUser } from '#server/features/users/disable-user.ts';
import { buildApp } from '#server/http/app.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { socketOrigins } from '#server/http/socket.ts';
import { createLogger } from '#server/logging/log.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { callers, useWorld } from '#server/testing/world.ts';
import { HOUR } from '#shared/constants.ts';
import { socketPath } from '#shared/socket-codes.ts';
import { createSockets } from './sockets.ts';

vi.setConfig({ testTimeout: 30_000 });

const origin = 'http://localhost:4000';
const t = useTestApp({ PUBLIC_URL: origin });
const world = useWorld(t);
let here: string;
let other: ServerProcess;
const opened: WebSocket[] = [];

beforeAll(async () => {
  here = await t.app.listen({ port: 0, host: '127.0.0.1' });
  t.deps.sockets.start();
  other = await startProcess(t.databaseUrl, { PUBLIC_URL: origin });
  // A socket that is open when its process begins to listen is asked to connect again, so wait for that.
  // The other process also hears of changed listings.
  await vi.waitFor(async () => expect(await listeners()).toBe(3), { timeout: 20_000 });
});
afterAll(() => other.stop());
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

const listeners = async () =>
  Number(
    (
      await t.deps.pool.query(
        `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'saluni listen' and query <> ''`,
      )
    ).rows[0].count,
  );

type Client = { socket: WebSocket; messages: string[]; closed: Promise<number> };

function open(url = here, headers: Record<string, string> = { origin }, path: string = socketPath): Client {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  opened.push(socket);
  const messages: string[] = [];
  socket.on('error', () => {});
  socket.on('message', (data) => messages.push(String(data)));
  return { socket, messages, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

/** A socket that was authenticated. */
async function enter(token: string, url = here): Promise<Client> {
  const client = open(url);
  await once(client.socket, 'open');
  client.socket.send(JSON.stringify({ type: 'authenticate', token }));
  await vi.waitFor(() => expect(client.messages).toEqual(['{"type":"authenticated"}']), {
    timeout: 20_000,
    interval: 5,
  });
  return client;
}

const bookingNotification = (user_id: string) => ({
  user_id,
  event_id: crypto.randomUUID(),
  news: bookingKinds.requested,
  message: 'You have a new booking.',
  booking_id: null,
});
const idsOf = async (userId: string) =>
  (await t.deps.db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute()).map(
    ({ id }) => id,
  );
const created = (id: string) => JSON.stringify({ type: 'notification_created', id });

/** Writes notifications as a job does. */
async function notify(
  { deps: { db, fanOut } }: TestApp,
  rows: ReturnType<typeof bookingNotification>[],
  whileOpen = async () => {},
): Promise<void> {
  const written = await db.transaction().execute(async (trx) => {
    const added = await insertNotifications(trx, rows);
    await fanOut.tell(trx, added);
    await whileOpen();
    return added;
  });
  await fanOut.committed(written);
}

/** The status that an upgrade is answered with. */
async function statusOf(headers: Record<string, string>, url = here, path: string = socketPath): Promise<number> {
  const { socket } = open(url, headers, path);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
  });
}

describe('S11: the origin', () => {
  test.each([
    [101, origin],
    [101, 'http://127.0.0.1:4000'],
    [403, undefined],
    [403, 'null'],
    [403, 'https://evil.example'],
    [403, 'http://localhost:4000.evil.example'],
    [403, 'http://localhost.evil.example:4000'],
    [403, 'http://evil-localhost:4000'],
    [403, 'http://localhost:4001'],
    [403, 'http://localhost'],
    [403, 'https://localhost:4000'],
    [403, 'HTTP://LOCALHOST:4000'],
    [403, `${origin}/`],
  ])('%s for %s', async (status, given) => {
    expect(await statusOf(given === undefined ? {} : { origin: given })).toBe(status);
  });

  test('a refused socket says that its connection closes', async () => {
    const { socket } = open(here, { origin: 'https://evil.example' });
    const said = await new Promise((resolve) =>
      socket.once('unexpected-response', (_, answer) => resolve(answer.headers.connection)),
    );
    expect(said).toBe('close');
  });

  test('in production it is that of PUBLIC_URL alone, and of no other name', () => {
    expect([...socketOrigins('https://saluni.example')]).toEqual(['https://saluni.example']);
    expect([...socketOrigins('http://127.0.0.1')]).toEqual(['http://127.0.0.1', 'http://localhost']);
  });

  test('an upgrade has an id, as every answer', async () => {
    const { socket } = open(here, { origin });
    const [{ headers }] = await once(socket, 'upgrade');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a trailing slash is optional, as everywhere', async () => {
    expect(await statusOf({ origin }, here, `${socketPath}/`)).toBe(101);
    expect(await statusOf({ origin }, here, `${socketPath}//`)).toBe(404);
  });

  test('no other address leaves HTTP, and the socket is not found without an upgrade', async () => {
    expect(await statusOf({ origin }, here, '/livez')).toBe(200);
    expect(await statusOf({ origin }, here, '/nothing')).toBe(404);
    const answer = await fetch(`${here}${socketPath}`, { headers: { origin } });
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found' }]);
  });
});

/** Sends a handshake by hand, closes its connection after the answer, which it returns once the server did so, too. */
async function handshake(method: string, headers: Record<string, string>): Promise<string> {
  const tcp = connectTcp({
    port: (t.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const given = { host: 'localhost', origin, connection: 'Upgrade', upgrade: 'websocket', ...headers };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  tcp.write(`${method} ${socketPath} HTTP/1.1\r\n${lines.join('')}\r\n`);
  let answer = '';
  tcp.on('data', (bytes) => {
    answer += bytes;
    tcp.end();
  });
  const closed = await Promise.race([once(tcp, 'end'), delay(2_000, 'open')]);
  tcp.destroy();
  return closed === 'open' ? 'open' : answer;
}

const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };

test('an upgrade by another method is answered as without one, and its connection does not outlive its client', async () => {
  const answer = await handshake('POST', { ...key, 'sec-websocket-version': '13', 'content-length': '0' });
  expect(answer).toMatch(/^HTTP\/1.1 405 .*\{"detail":"Method not allowed"\}$/s);
});

test.each([
  ['without a key', { 'sec-websocket-version': '13' }],
  ['of version 7', { ...key, 'sec-websocket-version': '7' }],
  ['with broken protocols', { ...key, 'sec-websocket-version': '13', 'sec-websocket-protocol': ',,' }],
])('a handshake %s is refused like other requests', async (_title, headers) => {
  const answer = await handshake('GET', headers);
  expect(answer).toMatch(/^HTTP\/1.1 400 .*\{"detail":"Malformed request"\}$/s);
  expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
});

describe('S12: the first message', () => {
  test('a socket that says nothing is closed after five seconds', async () => {
    const { closed } = open();
    const first = await Promise.race([closed, delay(4_500, 'open')]);
    expect([first, await closed]).toEqual(['open', 4401]);
  });

  test('anything but a valid session is 4401: unknown, expired, disabled, another message, a token in the address', async () => {
    const { db } = t.deps;
    const ended = await t.make.client();
    await db
      .updateTable('sessions')
      .set({ expires_at: '2026-01-01T00:00:00.000Z' })
      .where('user_id', '=', ended.userId)
      .execute();
    const disabled = await t.make.client();
    // Not by `disableUser`, which ends the sessions: this one's row is still there.
    await db.updateTable('users').set({ is_active: false }).where('id', '=', disabled.userId).execute();
    const valid = await t.make.client();
    const message = (given: unknown) => JSON.stringify({ type: 'authenticate', token: given });
    const firsts = [
      message('x'.repeat(43)),
      message(ended.token),
      message(disabled.token),
      message([valid.token]),
      message(''),
      JSON.stringify({ type: 'subscribe', token: valid.token }),
      valid.token,
      '{',
      Buffer.from(message(valid.token)),
    ];
    for (const first of firsts) {
      const { socket, messages, closed } = open(here, { origin }, `${socketPath}?token=${valid.token}`);
      socket.once('open', () => socket.send(first));
      expect([String(first), await closed, messages]).toEqual([String(first), 4401, []]);
    }
  });

  test('S10: a token in the address is in no log', async () => {
    const lines: string[] = [];
    const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const sockets = createSockets(socketSessions(t.deps), t.deps.fanOut, log);
    const app = await buildApp({ ...t.deps, log, sockets });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const person = await t.make.client();
    expect(await statusOf({ origin }, url, `${socketPath}?token=${person.token}`)).toBe(101);
    expect(await statusOf({}, url, `${socketPath}?token=${person.token}`)).toBe(403);
    await app.close();
    await sockets.close();
    expect(lines.filter((line) => line.includes(socketPath)).length).toBeGreaterThanOrEqual(2);
    expect(lines.join('')).not.toContain(person.token);
  });
});

// Redis does not come from npm: on a machine without it the tests run on PostgreSQL only.
describe.each(redisFound ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('told by %s', (backend) => {
  let redis: TestRedis;
  let app: TestApp;
  let urls: string[];
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    app = t;
    urls = [here, other.url];
    if (backend === 'PostgreSQL') return;
    const before = await listeners();
    redis = await startRedis();
    const env = { PUBLIC_URL: origin, REDIS_URL: redis.url };
    const opened = await openTestApp(t.databaseUrl, env);
    app = opened;
    const another = await startProcess(t.databaseUrl, env);
    closers.push(opened.close, another.stop, () => redis.stop());
    urls = [await app.app.listen({ port: 0, host: '127.0.0.1' }), another.url];
    app.deps.sockets.start();
    await vi.waitFor(async () => expect(await subscribers()).toBe(2), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await listeners()).toBe(before + 3), { timeout: 20_000 });
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  async function ask<T>(what: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(redis.url);
    try {
      return await what(client);
    } finally {
      client.disconnect();
    }
  }
  const subscribers = () => ask(async (client) => Number(((await client.pubsub('NUMSUB', 'sockets')) as unknown[])[1]));

  /** Breaks the connections by which processes hear, and no other. */
  async function breakListening(): Promise<void> {
    if (backend === 'Redis') return ask(async (client) => void (await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')));
    await t.deps.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ' +
        `application_name = 'saluni listen' and query <> ''`,
    );
  }

  test('A1: each role hears of its own notifications, and of nobody else’s', async () => {
    const people = Object.entries(world.people);
    const clients = await Promise.all(
      callers.map(async (name) => {
        const session = await world.tokenOf(name);
        if (session) return [name, await enter(session.token, urls[0])] as const;
        const nobody = open(urls[0]);
        nobody.socket.once('open', () => nobody.socket.send('{"type":"authenticate"}'));
        expect(await nobody.closed).toBe(4401);
        return [name, nobody] as const;
      }),
    );
    const before = new Map(
      await Promise.all(people.map(async ([name, { userId }]) => [name, await idsOf(userId)] as const)),
    );
    await notify(
      app,
      people.map(([, { userId }]) => bookingNotification(userId)),
    );
    const mine = Object.fromEntries(
      await Promise.all(
        people.map(async ([name, { userId }]) => {
          const added = (await idsOf(userId)).filter((id) => !before.get(name)?.includes(id));
          expect(added).toHaveLength(1);
          return [name, added.map(created)] as const;
        }),
      ),
    );
    await vi.waitFor(() => {
      const heard = Object.fromEntries(clients.map(([name, { messages }]) => [name, messages.slice(1)]));
      expect(heard).toEqual({ AN: [], ...mine });
    });
  });

  test('a notification reaches the sockets of every API process, at its commit and once', async () => {
    const person = await t.make.client();
    const [near, far] = [await enter(person.token, urls[0]), await enter(person.token, urls[1])];
    const row = bookingNotification(person.userId);
    await notify(app, [row], async () => {
      await delay(300);
      expect([near.messages, far.messages]).toEqual([['{"type":"authenticated"}'], ['{"type":"authenticated"}']]);
    });
    // The event is carried out again, as after a crash.
    await notify(app, [row]);
    await expect(
      notify(app, [bookingNotification(person.userId)], async () => {
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const [id = ''] = await idsOf(person.userId);
    for (const { messages } of [near, far]) {
      await vi.waitFor(() => expect(messages).toHaveLength(2));
    }
    await delay(200);
    for (const { messages } of [near, far]) expect(messages.slice(1)).toEqual([created(id)]);
  });

  test('a message reaches both sides in every process by its commit alone, and once', async () => {
    const [client, professional] = [await t.make.client(), await t.make.professional()];
    const [near, far] = [await enter(client.token, urls[0]), await enter(professional.token, urls[1])];
    const input = { professional_id: professional.professionalId, text: 'Do you have colour 27?' };
    const key = { 'idempotency-key': 'one' };
    const { body } = await app.rest.call(client, 'threads.start', input, key);
    await app.rest.call(client, 'threads.start', input, key);
    const { id } = (body as { thread: { id: string } }).thread;
    for (const { messages } of [near, far]) await vi.waitFor(() => expect(messages).toHaveLength(2));
    await delay(200);
    for (const { messages } of [near, far])
      expect(messages.slice(1)).toEqual([JSON.stringify({ type: 'message_created', id })]);
  });

  test('a message that is not committed in the end is told to nobody, however often it was tried', async () => {
    const [client, professional] = [await t.make.client(), await t.make.professional()];
    const socket = await enter(professional.token, urls[0]);
    await asOwner(
      t.databaseUrl,
      `create function test_lost() returns trigger language plpgsql as
        $$ begin raise exception 'lost for the test' using errcode = '40P01'; end $$;
      create trigger test_lost before update on idempotency_keys for each row execute function test_lost()`,
    );
    const input = { professional_id: professional.professionalId, text: 'Do you have colour 27?' };
    const { status } = await app.rest.call(client, 'threads.start', input, { 'idempotency-key': 'lost' });
    await asOwner(t.databaseUrl, 'drop trigger test_lost on idempotency_keys; drop function test_lost');
    expect(status).toBeGreaterThan(201);
    await delay(300);
    expect(socket.messages).toHaveLength(1);
  });

  test('S3: a logout closes the sockets of its session in every process within a second', async () => {
    const person = await t.make.client();
    const sockets = [await enter(person.token, urls[0]), await enter(person.token, urls[1])];
    await app.rest.call(person, 'auth.logout');
    const codes = Promise.all(sockets.map(({ closed }) => closed));
    expect(await Promise.race([codes, delay(1_000, 'open')])).toEqual([4401, 4401]);
  });

  test('after a lost connection, sockets are asked to connect again, so that what was missed is fetched', async () => {
    const person = await t.make.client();
    const clients = [await enter(person.token, urls[0]), await enter(person.token, urls[1])];
    await breakListening();
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([1012, 1012]);
    const again = await enter(person.token, urls[0]);
    await notify(app, [bookingNotification(person.userId)]);
    await vi.waitFor(() => expect(again.messages).toHaveLength(2));
  });

  test.runIf(backend === 'Redis')(
    'what a worker that died could not tell makes all sockets connect again',
    async () => {
      const work = () => startProcess(t.databaseUrl, { PUBLIC_URL: origin, REDIS_URL: redis.url }, 'worker');
      const [worker, professional] = [await work(), await t.make.professional()];
      const client = await t.make.client();
      const { bookingId: id } = await t.make.booking({ ...professional, clientId: client.clientId });
      const socket = await enter(client.token, urls[0]);
      await ask((admin) => admin.acl('SETUSER', 'default', '-publish'));
      await app.rest.call(professional, 'bookings.change', { id, status: 'confirmed' });
      await vi.waitFor(async () => expect(await idsOf(client.userId)).toHaveLength(1), { timeout: 20_000 });
      await worker.kill();
      await ask((admin) => admin.acl('SETUSER', 'default', '+publish'));
      const another = await work();
      closers.push(another.stop);
      expect(await socket.closed).toBe(1012);
    },
  );
});

test('S3: logout, a disabled user and one login too many close the sockets of the session within a second, in every process', async () => {
  const { db, config } = t.deps;
  const ends: [string, (person: Awaited<ReturnType<typeof t.make.client>>) => Promise<unknown>][] = [
    ['logout', (person) => t.rest.call(person, 'auth.logout')],
    ['disabled', ({ email }) => disableUser(db, { email })],
    ['deleted', ({ userId }) => db.deleteFrom('sessions').where('user_id', '=', userId).execute()],
    [
      'too many logins',
      async ({ userId }) => {
        for (let login = 0; login < 20; login++) await startSession(db, config, userId);
      },
    ],
  ];
  const bystander = await enter((await t.make.client()).token);
  for (const [title, end] of ends) {
    const person = await t.make.client();
    const sockets = [await enter(person.token), await enter(person.token, other.url)];
    await end(person);
    const codes = Promise.all(sockets.map(({ closed }) => closed));
    expect([title, await Promise.race([codes, delay(1_000, 'open')])]).toEqual([title, [4401, 4401]]);
  }
  expect(bystander.socket.readyState).toBe(WebSocket.OPEN);
});

test('S12: the sixth socket of a user closes the oldest, and no other', async () => {
  const { db, config } = t.deps;
  const person = await t.make.client();
  const second = await startSession(db, config, person.userId);
  const clients = [];
  for (const { token } of [person, second, person, second, person, second]) clients.push(await enter(token));
  expect(await clients[0]?.closed).toBe(4429);
  expect(clients.slice(1).map(({ socket }) => socket.readyState)).toEqual(Array(5).fill(WebSocket.OPEN));
});

describe('D16: what a client must not send', () => {
  /** The bytes of a connection that was upgraded by hand. */
  async function upgraded(): Promise<ReturnType<typeof connectTcp>> {
    const tcp = connectTcp((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    tcp.on('error', () => {});
    tcp.write(
      `GET ${socketPath} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    expect(String((await once(tcp, 'data'))[0])).toMatch(/^HTTP\/1.1 101 /);
    return tcp;
  }

  test('more than 4 KiB in a message, whole or in parts, is 1009', async () => {
    const person = await t.make.client();
    for (const parts of [[1024 * 1024], Array(5).fill(1024)] as number[][]) {
      const { socket, closed } = await enter(person.token);
      for (const [index, size] of parts.entries()) socket.send('x'.repeat(size), { fin: index === parts.length - 1 });
      expect(await closed).toBe(1009);
    }
  });

  test.each([
    ['reserved bits', [0xf1, 0x80, 0, 0, 0, 0]],
    ['no mask', [0x81, 0x01, 0x78]],
    ['an unknown opcode', [0x83, 0x80, 0, 0, 0, 0]],
    ['a continuation of nothing', [0x80, 0x80, 0, 0, 0, 0]],
    ['text that is not UTF-8', [0x81, 0x81, 0, 0, 0, 0, 0xff]],
  ])('a frame with %s closes its socket and kills nothing', async (_title, bytes) => {
    const tcp = await upgraded();
    const [answer] = (await Promise.all([once(tcp, 'data'), tcp.write(Buffer.from(bytes))]))[0] as [Buffer];
    expect(answer[0]).toBe(0x88);
    expect([1002, 1007]).toContain(answer.readUInt16BE(2));
    tcp.destroy();
    expect((await fetch(`${here}/livez`)).status).toBe(200);
  });

  test('a flood of messages or pings is cut off', async () => {
    const person = await t.make.client();
    for (const send of ['send', 'ping'] as const) {
      const { socket, closed } = await enter(person.token);
      for (let frame = 0; frame < 1_000; frame++) socket[send]('x');
      expect(await closed).toBe(1006);
    }
  });
});

test('O14: metrics count the sockets that are open, what was sent to them, and why they ended', async () => {
  const metrics = createMetrics(t.deps);
  async function counts() {
    const text = await metrics.text();
    const of = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length),
      );
    const closed = (reason: string) => of(`websocket_closes_total{reason="${reason}"}`);
    return [of('websocket_connections'), of('websocket_messages_total'), closed('client'), closed('unauthenticated')];
  }
  const person = await t.make.client();
  // Those of earlier tests have gone.
  await vi.waitFor(() => expect(t.deps.sockets.count()).toBe(0), { timeout: 20_000, interval: 10 });
  const [, sent = 0, left = 0, refused = 0] = await counts();
  const [first, second] = [await enter(person.token), await enter(person.token)];
  await notify(t, [bookingNotification(person.userId)]);
  await vi.waitFor(() => expect([first, second].map(({ messages }) => messages.length)).toEqual([2, 2]), {
    timeout: 20_000,
    interval: 5,
  });
  expect(await counts()).toEqual([2, sent + 2, left, refused]);
  first.socket.close();
  await vi.waitFor(async () => expect(await counts()).toEqual([1, sent + 2, left + 1, refused]), {
    timeout: 20_000,
    interval: 20,
  });
  expect((await t.rest.call(person, 'auth.logout')).status).toBeLessThan(300);
  await vi.waitFor(async () => expect(await counts()).toEqual([0, sent + 2, left + 1, refused + 1]), {
    timeout: 20_000,
    interval: 20,
  });
});

test('S12: a peer that does not read is dropped, and others hear all', async () => {
  const person = await t.make.client();
  const [deaf, hearing] = [await enter(person.token), await enter(person.token)];
  deaf.socket.pause();
  const before = t.deps.sockets.count();
  // In bursts that fit into a socket's buffer.
  const [bursts, burst] = [80, 2_000];
  for (let sent = burst; sent <= bursts * burst; sent += burst) {
    await t.deps.pool.query(
      `select pg_notify('sockets', 'notification ${person.userId} ' || gen_random_uuid()) from generate_series(1, ${burst})`,
    );
    await vi.waitFor(() => expect(hearing.messages.length).toBe(1 + sent), { timeout: 5_000, interval: 2 });
  }
  expect(t.deps.sockets.count()).toBe(before - 1);
  expect(hearing.socket.readyState).toBe(WebSocket.OPEN);
});

test('S12: a peer that answers no ping is dropped; a session whose time is over is found without being told', async () => {
  const sockets = createSockets(socketSessions(t.deps), t.deps.fanOut, t.deps.log, {
    authenticateWithin: 5_000,
    beat: 300,
  });
  const app = await buildApp({ ...t.deps, sockets });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const [silent, expiring, staying] = await Promise.all([t.make.client(), t.make.client(), t.make.client()]);
  const dead = new WebSocket(`${url.replace('http', 'ws')}${socketPath}`, { headers: { origin }, autoPong: false });
  opened.push(dead);
  await once(dead, 'open');
  dead.send(JSON.stringify({ type: 'authenticate', token: silent.token }));
  const [late, lasting] = [await enter(expiring.token, url), await enter(staying.token, url)];
  await t.deps.db
    .updateTable('sessions')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('user_id', '=', expiring.userId)
    .execute();
  const [code] = await once(dead, 'close');
  expect([code, await late.closed]).toEqual([1006, 4401]);
  await delay(700);
  expect(lasting.socket.readyState).toBe(WebSocket.OPEN);
  await app.close();
  await sockets.close();
  expect(await lasting.closed).toBe(1001);
});

test('O1: a stopping process says farewell with 1001, also to one that does not answer it', async () => {
  const before = await listeners();
  const process = await startProcess(t.databaseUrl, { PUBLIC_URL: origin });
  // As above: it listens for notifications and for listings.
  await vi.waitFor(async () => expect(await listeners()).toBe(before + 2), { timeout: 20_000 });
  const person = await t.make.client();
  const client = await enter(person.token, process.url);
  const deaf = open(process.url);
  await once(deaf.socket, 'open');
  deaf.socket.pause();
  const begun = Date.now();
  await process.stop();
  expect(await client.closed).toBe(1001);
  expect(Date.now() - begun).toBeLessThan(20_000);
});

test('a booking notifies nobody in its transaction, as commits that notify wait for one another; a message does', async () => {
  const [client, professional] = [await t.make.client(), await t.make.professional()];
  const { professionalId: professional_id } = professional;
  const service = await t.make.service(professional_id);
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 50 * HOUR;
  await t.make.window(professional_id, start, start + 8 * HOUR);
  const listener = await t.deps.pool.connect();
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => heard.push(payload.split(' ')[0] ?? ''));
  for (const channel of ['sockets', 'outbox', 'listings']) await listener.query(`listen ${channel}`);
  const wish = { professional_id, service_ids: [service], start_time: new Date(start).toISOString() };
  expect((await t.rest.call(client, 'bookings.create', wish)).status).toBe(201);
  await t.rest.call(client, 'threads.start', { professional_id, text: 'See you then' });
  await vi.waitFor(() => expect(heard).toEqual(['message', 'message']));
  listener.release(true);
});

test('upgrades count against the limit of their address', async () => {
  const limited = await openTestApp(t.databaseUrl, { PUBLIC_URL: origin, RATE_LIMIT_PER_MINUTE: '3' });
  const url = await limited.app.listen({ port: 0, host: '127.0.0.1' });
  const statuses = [];
  for (let upgrade = 0; upgrade < 5; upgrade++) statuses.push(await statusOf({ origin }, url));
  // A minute may begin between two of them.
  expect(statuses).toContain(429);
  expect(statuses[0]).toBe(101);
  await limited.close();
});
