import { type AddressInfo, connect as dial } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import { useLogins } from '#server/testing/logins.ts';

const t = useTestApp();
const { account, login } = useLogins(t);

/** Without anything that is found a search reads nothing. */
beforeAll(async () => {
  const { professionalId } = await t.make.professional();
  await t.make.service(professionalId, { name: 'Everything' });
  await t.deps.search.start();
});

/** Keeps every list of services waiting until it is called. */
async function holdLists(): Promise<() => Promise<void>> {
  const client = await t.deps.pool.connect();
  await client.query('begin');
  await client.query('lock table services in access exclusive mode');
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const words = encodeURIComponent(Array(50).fill('e').join(' '));
const heavy = `/services/?search=${words}`;
const get = (url: string, remoteAddress: string, token?: string) =>
  t.app.inject({ url, remoteAddress, headers: token ? { authorization: `Bearer ${token}` } : {} });

let release: (() => Promise<void>) | undefined;
afterEach(async () => {
  await release?.();
  release = undefined;
});

test('A13: however many lists one caller asks for, a quarter of the turns at most are theirs; other calls wait for none', async () => {
  const { token } = await t.make.client();
  const username = await account();
  release = await holdLists();
  const asked = Array.from({ length: 60 }, () => get(heavy, '198.51.100.1'));
  const batch = get(`/trpc/${Array(10).fill('services.list').join()}?batch=1`, '198.51.100.1');
  await vi.waitFor(async () => expect(await lockWaits(t.deps.db)).toBe(3));

  for (let call = 0; call < 20; call++) expect((await get('/users/me/', '198.51.100.2', token)).statusCode).toBe(200);
  expect((await login(username, undefined, { from: '198.51.100.1' })).status).toBe(200);
  expect(await lockWaits(t.deps.db)).toBe(3);
  const other = get(heavy, '198.51.100.2', token);
  await vi.waitFor(async () => expect(await lockWaits(t.deps.db)).toBe(4));

  await release();
  release = undefined;
  expect((await other).statusCode).toBe(200);
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const ofBatch = (await batch).json() as { error?: unknown }[];
  expect(ofBatch.map(({ error }) => error)).toEqual(Array(10).fill(undefined));
});

test('A13: a list is refused with Retry-After once 64 wait, and its faults are answered without waiting', async () => {
  release = await holdLists();
  const asked = Array.from({ length: 70 }, () => get(heavy, '198.51.100.3'));
  await vi.waitFor(async () => expect(await lockWaits(t.deps.db)).toBe(3));
  expect((await get('/services/?limit=0', '198.51.100.3')).statusCode).toBe(422);
  const refused = await get('/professionals/', '198.51.100.3');
  expect([refused.statusCode, refused.json()]).toEqual([503, { detail: 'Service temporarily unavailable' }]);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  await release();
  release = undefined;
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([...Array(67).fill(200), 503, 503, 503]);
});

test('a page that is closed while its lists wait is no failure: nothing is logged as one', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const failures = vi.spyOn(t.deps.log, 'warn');
  release = await holdLists();
  // All turns of this address, and one request of each API that waits for its own.
  const running = Array.from({ length: 3 }, () => get(heavy, '127.0.0.1'));
  await vi.waitFor(async () => expect(await lockWaits(t.deps.db)).toBe(3));
  for (const url of [heavy, '/trpc/services.list?input=%7B%22search%22%3A%22e%22%7D']) {
    const socket = dial(port, '127.0.0.1', () => socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  await release();
  release = undefined;
  await Promise.all(running);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(failures).not.toHaveBeenCalled();
});
