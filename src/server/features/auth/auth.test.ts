import { hash as argon2 } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashToken } from '#server/security.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { hashPassword, inTurn } from './passwords.ts';

/** The hashing itself stays as it is; how often it is asked for is counted. */
const work = vi.hoisted(() => ({ hashed: 0, verified: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash(...given: Parameters<typeof real.hash>) {
      work.hashed++;
      return real.hash(...given);
    },
    verify(...given: Parameters<typeof real.verify>) {
      work.verified++;
      return real.verify(...given);
    },
  };
});

const t = useTestApp();
const password = 'correct horse battery';
const wrong = { status: 401, body: { detail: 'Incorrect email or password' } };
const throttled = { status: 429, body: { detail: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/) } };

let known: string;
beforeAll(async () => {
  known = await account();
});

async function account(given: { email?: string; passwordHash?: string } = {}): Promise<string> {
  const { email } = await t.make.user('client', { passwordHash: await hashPassword(password), ...given });
  return email;
}

/** A login from an address of the documentation's network, unless told otherwise. */
async function login(username: unknown, secret: unknown = password, { app = t as TestApp, from = '198.51.100.1', headers = {} } = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/login/',
    payload: { username, password: secret } as object,
    remoteAddress: from,
    headers,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
}

afterEach(() => t.deps.db.deleteFrom('login_failures').execute());

describe('logging in', () => {
  test('answers a token that is who logged in', async () => {
    const { status, body } = await login(known);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(Date.parse(body.expires_at)).toBeCloseTo(Date.now() + 30 * 86_400_000, -5);
    const me = await t.rest.call({ token: body.access_token }, 'auth.me');
    expect(me).toMatchObject({ status: 200, body: { email: known, role: 'client', professional_id: null } });
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8'])(
    'takes %s',
    async (type) => {
      const fields = { username: known, password };
      const payload = type.includes('json') ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
      for (const url of ['/login', '/login/']) {
        const answer = await t.app.inject({
          method: 'POST',
          url,
          payload,
          headers: { 'content-type': type, authorization: 'Bearer stale' },
        });
        expect(answer.statusCode).toBe(200);
      }
    },
  );

  test('the case and width of the address, and spaces around it, do not matter', async () => {
    for (const variant of [known.toUpperCase(), `  ${known} `, known.replace('@', '＠')]) expect((await login(variant)).status).toBe(200);
    const plus = await account({ email: 'amara+saluni@example.com' });
    expect((await login(plus)).status).toBe(200);
    expect(await login(plus.replace('+saluni', ''))).toMatchObject(wrong);
  });

  test.each([
    ['no address', undefined, password, 'username'],
    ['an empty one', ' ', password, 'username'],
    ['two', ['a@example.com', 'b@example.com'], password, 'username'],
    ['an object', { x: 'a' }, password, 'username'],
    ['NUL in it', 'a\u0000@example.com', password, 'username'],
    ['a lone surrogate', 'a\ud800@example.com', password, 'username'],
    ['255 characters', `${'a'.repeat(243)}@example.com`, password, 'username'],
    ['no password', 'a@example.com', undefined, 'password'],
    ['an empty password', 'a@example.com', '', 'password'],
    ['129 characters', 'a@example.com', 'x'.repeat(129), 'password'],
    ['a password of a number', 'a@example.com', 12345678, 'password'],
  ])('%s is refused', async (_what, username, secret, field) => {
    const answer = await t.app.inject({ method: 'POST', url: '/login/', payload: { username, password: secret } as object });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail: [{ loc: ['body', field] }] }]);
  });

  test('a megabyte of password is not read', async () => {
    expect((await login(known, 'x'.repeat(1024 * 1024))).status).toBe(413);
  });

  test('S7: unknown, wrong and disabled answer alike', async () => {
    const disabled = await account();
    await t.deps.db.updateTable('users').set({ is_active: false }).where('email', '=', disabled).execute();
    const invited = await t.make.user('client');
    await t.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', invited.userId).execute();
    const tried = [
      ['nobody@example.com', password],
      [known, 'wrong password'],
      [disabled, password],
      [invited.email, password],
    ];
    const answers = await times(tried.length, async (index) => {
      const before = { ...work };
      const answer = await login(tried[index]?.[0], tried[index]?.[1]);
      expect([tried[index]?.[0], work.hashed - before.hashed, work.verified - before.verified]).toEqual([tried[index]?.[0], 0, 1]);
      return answer;
    });
    const [first] = answers.map(({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'x-request-id': '', date: '' } }));
    for (const { headers, ...rest } of answers) {
      expect({ ...rest, headers: { ...headers, 'x-request-id': '', date: '' } }).toEqual(first);
      expect(rest).toMatchObject(wrong);
    }
  });
});

describe('passwords', () => {
  test('S4: every hash is argon2id at the least that is recommended', async () => {
    const rows = await t.deps.db.selectFrom('users').select('password_hash').where('password_hash', 'is not', null).execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { password_hash } of rows) {
      const [, m, iterations, p] = password_hash?.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/) ?? [];
      expect(Number(m)).toBeGreaterThanOrEqual(19_456);
      expect(Number(iterations)).toBeGreaterThanOrEqual(2);
      expect(Number(p)).toBeGreaterThanOrEqual(1);
    }
  });

  test('S4: what comes after 72 bytes counts', async () => {
    const long = 'é'.repeat(64) + 'x'.repeat(64);
    const email = await account({ passwordHash: await hashPassword(long) });
    expect((await login(email, long)).status).toBe(200);
    expect(await login(email, long.slice(0, 72))).toMatchObject(wrong);
    expect(await login(email, `${long.slice(0, 127)}y`)).toMatchObject(wrong);
  });

  test('S4: a weaker hash is made anew by the login that proves the password', async () => {
    const email = await account({ passwordHash: await argon2(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1, algorithm: 2 }) });
    const stored = async () =>
      (await t.deps.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()).password_hash;
    await login(email, 'wrong password');
    expect(await stored()).toContain('m=8192,t=1');
    expect((await login(email)).status).toBe(200);
    expect(await stored()).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await login(email)).status).toBe(200);
  });

  test('S5: four at once, 32 wait, the next is told to come back', async () => {
    let [running, most] = [0, 0];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const jobs = Array.from({ length: 36 }, () =>
      inTurn(async () => {
        most = Math.max(most, ++running);
        await gate;
        running--;
      }),
    );
    const refused = await login(known);
    expect(refused).toMatchObject({ status: 503, body: { detail: 'Service temporarily unavailable' }, headers: { 'retry-after': '1' } });
    expect(running).toBe(4);
    release();
    await Promise.all(jobs);
    expect([most, running]).toEqual([4, 0]);
    expect((await login(known)).status).toBe(200);
  });
});

describe('sessions', () => {
  async function session() {
    const { body } = await login(known);
    return { token: body.access_token as string };
  }
  const me = async (caller: { token: string }, app: TestApp = t) => (await app.rest.call(caller, 'auth.me')).status;

  test('S1: no column of any table holds a token, and what is held is no token', async () => {
    const caller = await session();
    expect(await me(caller)).toBe(200);
    const columns = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`.execute(t.deps.db);
    expect(columns.rows.length).toBeGreaterThan(50);
    for (const { table, column } of columns.rows) {
      const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${caller.token}%`} limit 1`.execute(
        t.deps.db,
      );
      expect([table, column, found.rows.length]).toEqual([table, column, 0]);
    }
    const ids = await t.deps.db.selectFrom('sessions').select('id').execute();
    expect(ids.map(({ id }) => id)).toContain(hashToken(caller.token));
    for (const { id } of ids) expect(await me({ token: id })).toBe(401);
  });

  test('S2: ten days without use end it', async () => {
    const [used, unused] = [await session(), await session()];
    expect(await me(used, await t.at('9 days'))).toBe(200);
    const later = await t.at('10 days 1 minute');
    expect(await me(used, later)).toBe(200);
    expect(await me(unused, later)).toBe(401);
  });

  test('S2: SESSION_TTL_DAYS end it, however much it is used', async () => {
    const caller = await session();
    for (const day of [9, 18, 27, 29]) expect(await me(caller, await t.at(`${day} days`))).toBe(200);
    expect(await me(caller, await t.at('30 days 1 minute'))).toBe(401);
    const brief = await openTestApp(t.databaseUrl, { SESSION_TTL_DAYS: '2' });
    const { body } = await login(known, password, { app: brief });
    expect(await me({ token: body.access_token }, await t.at('47 hours'))).toBe(200);
    expect(await me({ token: body.access_token }, await t.at('49 hours'))).toBe(401);
    await brief.close();
  });

  test('S2: of many uses in an hour one is written down', async () => {
    const caller = await session();
    const version = async () =>
      (
        await sql<{ x: string }>`select xmin::text || last_seen_at as x from sessions where id = ${hashToken(caller.token)}`.execute(
          t.deps.db,
        )
      ).rows[0]?.x;
    const before = await version();
    await times(20, () => me(caller));
    expect(await version()).toBe(before);
    const later = await t.at('61 minutes');
    await me(caller, later);
    const written = await version();
    expect(written).not.toBe(before);
    await times(100, () => me(caller, later));
    expect(await version()).toBe(written);
  });

  test('S3: logging out ends this session at once, everywhere, and no other', async () => {
    const [ended, other] = [await session(), await session()];
    const twin = await openTestApp(t.databaseUrl);
    expect((await t.rest.call(ended, 'auth.logout')).status).toBe(204);
    for (const app of [t, twin]) {
      expect(await me(ended, app)).toBe(401);
      expect(await me(other, app)).toBe(200);
    }
    expect((await t.rest.call(ended, 'auth.logout')).status).toBe(401);
    await twin.close();
  });

  test.each([
    '',
    'x',
    'Basic eDp5',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer \u00e9',
    'Bearer %00',
    'bearer null',
  ])('%j is nobody', async (authorization) => {
    const answer = await t.app.inject({ url: '/users/me/', headers: { authorization } });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Not authenticated' }]);
    expect((await t.app.inject({ url: '/services/', headers: { authorization } })).statusCode).toBe(200);
  });

  test('the scheme may be written in any case', async () => {
    const { token } = await session();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await t.app.inject({ url: '/users/me/', headers: { authorization: `${scheme} ${token}` } })).statusCode).toBe(200);
    }
  });
});

describe('S6: guessing', () => {
  test('ten failures in a row close an account to that address for a quarter of an hour, and to no other', async () => {
    const email = await account();
    for (const answer of await times(10, () => login(email, 'wrong password'))) expect(answer).toMatchObject(wrong);
    const closed = await login(email);
    expect(closed).toMatchObject(throttled);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect(closed.body.detail).toContain(` ${closed.headers['retry-after']} `);
    expect((await login(email, password, { from: '198.51.100.2' })).status).toBe(200);
    expect((await login(email, password, { app: await t.at('14 minutes') })).status).toBe(429);
    expect((await login(email, password, { app: await t.at('15 minutes 1 second') })).status).toBe(200);
  });

  test('after a block it takes ten failures again', async () => {
    const email = await account();
    await times(10, () => login(email, 'wrong password'));
    const later = await t.at('16 minutes');
    for (const answer of await times(9, () => login(email, 'wrong password', { app: later }))) expect(answer.status).toBe(401);
    expect((await login(email, password, { app: later })).status).toBe(200);
  });

  test('a success starts the count anew', async () => {
    const email = await account();
    for (let round = 0; round < 3; round++) {
      await times(9, () => login(email, 'wrong password'));
      expect((await login(email)).status).toBe(200);
    }
  });

  test('the tenth attempt may be the right one', async () => {
    const email = await account();
    await times(9, () => login(email, 'wrong password'));
    expect((await login(email)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('an address that nobody has is closed alike', async () => {
    const [email, nobody] = [await account(), 'unknown@example.com'];
    const seen = async (name: string) =>
      (await times(12, () => login(name, 'wrong password'))).map(({ status, body }) => [status, String(body.detail).replace(/\d+/, 'N')]);
    expect(await seen(nobody)).toEqual(await seen(email));
  });

  test('of many at once, over two processes, no more than ten are looked at', async () => {
    const email = await account();
    const twin = await openTestApp(t.databaseUrl);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login(email, 'wrong password', { app: i % 2 ? t : twin })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await login(email, password, { app: twin })).status).toBe(429);
    await twin.close();
  });

  test('an address may fail a hundred times a day, whoever it tries', async () => {
    const few = await openTestApp(t.databaseUrl, { LOGIN_MAX_FAILURES_PER_ADDRESS: '12' });
    for (const answer of await times(12, (i) => login(`guess${i}@example.com`, 'wrong password', { app: few })))
      expect(answer).toMatchObject(wrong);
    expect((await login(known, password, { app: few })).status).toBe(429);
    const closed = await login('another@example.com', 'wrong password', { app: few });
    expect(closed).toMatchObject(throttled);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await login(known, password, { app: few, from: '198.51.100.2' })).status).toBe(200);
    expect((await login(known, password, { app: await few.at('24 hours 1 second') })).status).toBe(200);
    await few.close();
    expect(t.deps.config.loginMaxFailuresPerAddress).toBe(100);
  });

  test('what X-Forwarded-For says is believed of a known proxy alone', async () => {
    const email = await account();
    const spoofed = (i: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${i}` } });
    await times(10, (i) => login(email, 'wrong password', spoofed(i)));
    expect((await login(email, password, spoofed(99))).status).toBe(429);
    const behind = await openTestApp(t.databaseUrl, { TRUST_PROXY: '198.51.100.0/24' });
    expect((await login(email, password, { app: behind, ...spoofed(99) })).status).toBe(200);
    expect((await login(email, password, { app: behind })).status).toBe(429);
    await behind.close();
  });

  test('one IPv6 customer is one address', async () => {
    const email = await account();
    await times(10, (i) => login(email, 'wrong password', { from: `2001:db8:0:1::${i + 1}` }));
    expect((await login(email, password, { from: '2001:db8:0:1:ffff::1' })).status).toBe(429);
    expect((await login(email, password, { from: '2001:db8:0:2::1' })).status).toBe(200);
  });

  test('0 switches either limit off', async () => {
    const email = await account();
    const off = await openTestApp(t.databaseUrl, { LOGIN_MAX_FAILURES: '0', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });
    for (const answer of await times(15, () => login(email, 'wrong password', { app: off }))) expect(answer).toMatchObject(wrong);
    expect((await login(email, password, { app: off })).status).toBe(200);
    await off.close();
  });
});
