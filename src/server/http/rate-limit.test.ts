import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connect, createPool } from '#server/db/connect.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { createLogger } from '#server/logging/log.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { redisFound, startRedis } from '#server/testing/redis.ts';
import { buildApp } from './app.ts';
import { createRateLimiter } from './rate-limit.ts';
import { countsInPostgres, countsInRedis } from './request-counts.ts';

const t = useTestApp();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await t.deps.db.deleteFrom('request_counts').execute();
});

async function limited(most: number, env: Record<string, string> = {}): Promise<TestApp> {
  // Counts belong to a minute: a test that begins at the end of one would be counted in two.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5_000) await sleep(left + 50);
  const app = await openTestApp(t.databaseUrl, { RATE_LIMIT_PER_MINUTE: String(most), ...env });
  open.push(app);
  return app;
}

type Asked = { from?: string; token?: string; forwarded?: string; url?: string };
async function ask({ app }: TestApp, { from = '198.51.100.1', token, forwarded, url = '/services/' }: Asked = {}) {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  };
  const answer = await app.inject({ url, remoteAddress: from, headers });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
/** The counts that processes have shared through PostgreSQL. */
const shared = () => t.deps.db.selectFrom('request_counts').select(['key', 'requests']).execute();

async function statuses(app: TestApp, count: number, asked: (index: number) => Asked = () => ({})): Promise<number[]> {
  const got: number[] = [];
  for (let index = 0; index < count; index++) got.push((await ask(app, asked(index))).status);
  return got;
}

describe('the limit on requests', () => {
  test('answers 429 with the time to wait once an address has used its requests of the minute', async () => {
    const app = await limited(3);
    expect(await statuses(app, 5)).toEqual([200, 200, 200, 429, 429]);
    const { body, headers } = await ask(app);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(body).toEqual({ detail: `Too many requests. Try again in ${seconds} seconds.` });
    expect(await statuses(app, 1, () => ({ from: '198.51.100.2' }))).toEqual([200]);
    expect((await ask(app, { url: '/livez' })).status).toBe(200);
  });

  test.skipIf(!redisFound)(
    'with Redis all processes share their counts there, and none are in PostgreSQL',
    async () => {
      const redis = await startRedis();
      const env = { REDIS_URL: redis.url };
      const [one, two] = [await limited(3, env), await limited(3, env)];
      await vi.waitFor(async () => expect((await ask(one, { from: '198.51.100.9' })).status).toBe(200), 20_000);
      const own = new Redis(redis.url);
      await vi.waitFor(async () => expect(await own.keys('saluni:requests:*')).toHaveLength(1), 20_000);
      const key = `saluni:requests:${Math.floor(Date.now() / 60_000)}:ip:198.51.100.1`;
      expect(await statuses(one, 3)).toEqual([200, 200, 200]);
      await vi.waitFor(async () => expect(await own.get(key)).toBe('3'), 20_000);
      expect(await statuses(two, 2)).toEqual([429, 429]);
      expect(await own.ttl(key)).toBeGreaterThan(60);
      own.disconnect();
      expect(await shared()).toEqual([]);
      // Without Redis requests do not wait for it, and each process still limits by its own counts.
      await redis.stop();
      expect(await statuses(two, 1)).toEqual([429]);
      expect(await statuses(two, 4, () => ({ from: '198.51.100.7' }))).toEqual([200, 200, 200, 429]);
    },
  );

  test.skipIf(!redisFound)('a count that Redis refuses is logged, and takes no other count along', async () => {
    const redis = await startRedis();
    const own = new Redis(redis.url);
    open.push({ close: async () => own.disconnect() }, { close: () => redis.stop() });
    await own.lpush('saluni:requests:1:odd', 'a list');
    const log = { warn: vi.fn() };
    const counts = countsInRedis(own, log);
    expect(
      await counts.add(1, [
        ['odd', 2],
        ['other', 3],
      ]),
    ).toEqual([['other', 3]]);
    expect(log.warn.mock.calls).toEqual([[{ err: expect.any(Error) }, expect.stringContaining('this process counts')]]);
  });

  test('REST and tRPC share one count, and tRPC answers 429 in its own shape', async () => {
    const app = await limited(2);
    expect(await statuses(app, 2, (i) => ({ url: i ? '/trpc/services.list' : '/services/' }))).toEqual([200, 200]);
    const { status, body } = await ask(app, { url: '/trpc/services.list' });
    expect([status, body.error.data.detail]).toEqual([429, expect.stringContaining('Too many requests.')]);
  });

  test('A14: counts each user apart from others, whatever address it calls from', async () => {
    const app = await limited(3);
    const [one, two] = [await t.make.client(), await t.make.client()];
    await statuses(app, 4);
    expect(await statuses(app, 4, (i) => ({ token: one.token, from: `198.51.100.${i + 1}` }))).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await statuses(app, 3, () => ({ token: two.token }))).toEqual([200, 200, 200]);
  });

  test('A14: counts a user over all of its sessions: 3,200 requests of eight logins get 429 from the 601st on', async () => {
    const app = await limited(600);
    const { userId } = await t.make.client();
    const tokens = await Promise.all(
      Array.from({ length: 8 }, async () => (await startSession(t.deps.db, t.deps.config, userId)).token),
    );
    const got: number[] = [];
    for (let round = 0; round < 100; round++) {
      const asked = Array.from({ length: 32 }, (_, i) =>
        ask(app, { token: tokens[i % 8], url: '/users/me/', from: `198.51.100.${i % 4}` }),
      );
      got.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
    const count = (status: number) => got.filter((one) => one === status).length;
    expect([count(200), count(429)]).toEqual([600, 2_600]);
    expect(got.indexOf(429)).toBeGreaterThanOrEqual(600 - 32);
  });

  test('A14: each call of a batch counts', async () => {
    const app = await limited(25);
    const { token } = await t.make.client();
    const batch = `/trpc/${Array(10).fill('auth.me').join()}?batch=1`;
    expect(await statuses(app, 3, () => ({ token, url: batch }))).toEqual([200, 200, 429]);
    expect(await statuses(app, 3, () => ({ url: batch.replaceAll('auth.me', 'services.list') }))).toEqual([
      200, 200, 429,
    ]);
    const { body } = await ask(app, { url: batch });
    expect(body.error.data).toMatchObject({ httpStatus: 429, detail: expect.stringContaining('Too many requests.') });
  });

  test('A14: counts unknown tokens for the address that sends them, where they stop no valid session', async () => {
    const app = await limited(3);
    const { token } = await t.make.client();
    expect(await statuses(app, 5, (i) => ({ token: `made-up-${i}` }))).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(app, 1)).toEqual([429]);
    expect(await statuses(app, 3, () => ({ token }))).toEqual([200, 200, 200]);
    const counts = [
      ['address:198.51.100.1', 8],
      ['ip:198.51.100.1', 6],
      [expect.stringMatching(/^user:/), 3],
    ].map(([key, requests]) => ({ key, requests }));
    await vi.waitFor(
      async () => expect((await shared()).sort((a, b) => (a.key < b.key ? -1 : 1))).toEqual(counts),
      5_000,
    );
  });

  test('A14: all users of an address make ten times the limit at most; invented tokens ask no database there', async () => {
    const app = await limited(3);
    const people = await Promise.all(Array.from({ length: 10 }, () => t.make.client()));
    const late = await t.make.client();
    const all = await statuses(app, 30, (i) => ({
      token: people[i % 10]?.token ?? '',
      url: '/users/me/',
      from: '203.0.113.5',
    }));
    expect(new Set(all)).toEqual(new Set([200]));
    const looked = vi.spyOn(app.deps.db, 'executeQuery');
    expect(await statuses(app, 3, (i) => ({ token: `made-up-${i}`, from: '203.0.113.5' }))).toEqual([429, 429, 429]);
    expect(await statuses(app, 1, () => ({ token: late.token, from: '203.0.113.5' }))).toEqual([429]);
    expect(looked.mock.calls.filter(([query]) => 'sql' in query && query.sql.includes('sessions'))).toEqual([]);
    looked.mockRestore();
    // A caller without a token has its own count, and another address is another budget, which no header of the
    // caller's chooses.
    expect(await statuses(app, 1, () => ({ from: '203.0.113.5' }))).toEqual([200]);
    expect(
      await statuses(app, 1, () => ({ token: late.token, from: '203.0.113.5', forwarded: '203.0.113.6' })),
    ).toEqual([429]);
    expect(await statuses(app, 1, () => ({ token: late.token, from: '203.0.113.6' }))).toEqual([200]);
  });

  test('A14: a user who goes on calling over the limit uses up nothing of what others at the address may call', async () => {
    const app = await limited(3);
    const [one, two] = [await t.make.client(), await t.make.client()];
    const [first, ...rest] = (await statuses(app, 60, () => ({ token: one.token }))).slice(2);
    expect([first, new Set(rest)]).toEqual([200, new Set([429])]);
    expect(await statuses(app, 1, () => ({ token: two.token }))).toEqual([200]);
  });

  test('counts the addresses of one IPv6 /64 as one, and an IPv4-mapped address as its IPv4 address', async () => {
    const app = await limited(2);
    expect(await statuses(app, 3, (i) => ({ from: `2001:db8::${i + 1}` }))).toEqual([200, 200, 429]);
    expect(await statuses(app, 1, () => ({ from: '2001:db8:0:1::1' }))).toEqual([200]);
    expect(await statuses(app, 3, () => ({ from: '::ffff:192.0.2.1' }))).toEqual([200, 200, 429]);
    expect(await statuses(app, 1, () => ({ from: '192.0.2.1' }))).toEqual([429]);
  });

  test('believes X-Forwarded-For only from a proxy that TRUST_PROXY lists', async () => {
    const app = await limited(2);
    expect(await statuses(app, 3, (i) => ({ forwarded: `203.0.113.${i}` }))).toEqual([200, 200, 429]);
    const behind = await limited(2, { TRUST_PROXY: '198.51.100.1' });
    expect(await statuses(behind, 3, (i) => ({ forwarded: `203.0.113.${i}` }))).toEqual([200, 200, 200]);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7:4711', '203.0.113.7:4712', '::ffff:203.0.113.7', '::FFFF:cb00:7107'],
    ['2001:db8::1', '2001:DB8:0:0::2', '[2001:db8::1]:4711', '[2001:db8::1]'],
  ])('takes an address that a trusted proxy writes as %s, %s, %s and so on for one', async (...spellings) => {
    const behind = await limited(1, { TRUST_PROXY: '198.51.100.1' });
    const got = await statuses(behind, spellings.length, (i) => ({ forwarded: spellings[i] ?? '' }));
    expect(got).toEqual([200, ...Array(spellings.length - 1).fill(429)]);
  });

  test('a proxy in front of an https address that TRUST_PROXY does not name is told of, once', async () => {
    const toldBy = async (env: Record<string, string>) => {
      const behind = await limited(0, env);
      const lines: string[] = [];
      const app = await buildApp({ ...behind.deps, log: createLogger('warn', { write: (line) => lines.push(line) }) });
      open.push(app);
      await statuses({ ...behind, app }, 2, () => ({ forwarded: '203.0.113.7' }));
      return lines;
    };
    const secure = { PUBLIC_URL: 'https://saluni.example' };
    expect(await toldBy(secure)).toEqual([expect.stringContaining('TRUST_PROXY')]);
    expect(await toldBy({ ...secure, TRUST_PROXY: '10.0.0.0/8' })).toHaveLength(1);
    expect(await toldBy({ ...secure, TRUST_PROXY: '198.51.100.1' })).toEqual([]);
    expect(await toldBy({})).toEqual([]);
  });

  test('is shared by all processes', async () => {
    const [one, two] = [await limited(4), await limited(4)];
    expect(await statuses(one, 4)).toEqual([200, 200, 200, 200]);
    await vi.waitFor(async () => expect(await shared()).toEqual([{ key: 'ip:198.51.100.1', requests: 4 }]), 5_000);
    expect(await statuses(two, 1)).toEqual([429]);
  });

  test('while the store of the counts does not answer, requests do not wait and each process counts by itself', async () => {
    const proxy = await openProxy(t.databaseUrl);
    const db = connect(createPool(proxy.url));
    const rateLimiter = createRateLimiter(countsInPostgres(db), 2, t.deps.log);
    open.push(rateLimiter, proxy, { close: () => db.destroy() });
    await rateLimiter.hit('before', 1);
    proxy.onAnswer = () => false;
    const begun = performance.now();
    await Promise.all(Array.from({ length: 20 }, (_, index) => rateLimiter.hit(`key ${index}`, 1)));
    // Well below the six seconds after which a query fails.
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await rateLimiter.hit('key 1', 1)).toBeUndefined();
    expect(await rateLimiter.hit('key 1', 1)).toBeGreaterThan(0);
    proxy.onAnswer = undefined;
  });

  test('0 switches the limit off and writes no counts', async () => {
    const app = await limited(0);
    expect(new Set(await statuses(app, 50))).toEqual(new Set([200]));
    await sleep(400);
    expect(await shared()).toEqual([]);
  });
});
