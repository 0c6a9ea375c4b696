import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/links/tokens.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { known, times, useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';
import { startSession } from './sessions.ts';

const t = useTestApp();
const { login } = useLogins(t);

describe('sessions', () => {
  async function session() {
    const { body } = await login(known);
    return { token: body.access_token as string };
  }
  const me = async (caller: { token: string }, app: TestApp = t) => (await app.rest.call(caller, 'auth.me')).status;

  test('S1: no column of any table contains a token, and a stored hash does not work as one', async () => {
    const caller = await session();
    expect(await me(caller)).toBe(200);
    const columns = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`.execute(
      t.deps.db,
    );
    expect(columns.rows.length).toBeGreaterThan(50);
    for (const { table, column } of columns.rows) {
      const found =
        await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${caller.token}%`} limit 1`.execute(
          t.deps.db,
        );
      expect([table, column, found.rows.length]).toEqual([table, column, 0]);
    }
    const ids = await t.deps.db.selectFrom('sessions').select('id').execute();
    expect(ids.map(({ id }) => id)).toContain(hashToken(caller.token));
    for (const { id } of ids) expect(await me({ token: id })).toBe(401);
  });

  test('S2: ten days without use end a session', async () => {
    const [used, unused] = [await session(), await session()];
    expect(await me(used, await t.at('9 days'))).toBe(200);
    const later = await t.at('10 days 1 minute');
    expect(await me(used, later)).toBe(200);
    expect(await me(unused, later)).toBe(401);
  });

  test('S2: SESSION_TTL_DAYS end a session even if it is used', async () => {
    const caller = await session();
    for (const day of [9, 18, 27, 29]) expect(await me(caller, await t.at(`${day} days`))).toBe(200);
    expect(await me(caller, await t.at('30 days 1 minute'))).toBe(401);
    const brief = await openTestApp(t.databaseUrl, { SESSION_TTL_DAYS: '2' });
    const { body } = await login(known, password, { app: brief });
    expect(await me({ token: body.access_token }, await t.at('47 hours'))).toBe(200);
    expect(await me({ token: body.access_token }, await t.at('49 hours'))).toBe(401);
    await brief.close();
  });

  test('S2: the use of a session is written at most once an hour', async () => {
    const caller = await session();
    const version = async () =>
      (
        await sql<{
          x: string;
        }>`select xmin::text || last_seen_at as x from sessions where id = ${hashToken(caller.token)}`.execute(
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

  test('S3: logging out ends this session in all processes at once, and no other session', async () => {
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

  test("a user has at most 20 sessions: the oldest ends, nobody else's, and of thirty logins at once twenty stay", async () => {
    const [person, other] = [await t.make.client(), await t.make.client()];
    const twin = await openTestApp(t.databaseUrl);
    const start = (app: TestApp) => startSession(app.deps.db, t.deps.config, person.userId);
    const later = await times(19, () => start(t));
    expect(await me(person)).toBe(200);
    later.push(await start(t));
    expect(await me(person)).toBe(401);
    for (const one of [...later, other]) expect(await me(one)).toBe(200);

    const both = await Promise.all(Array.from({ length: 30 }, (_, index) => start(index % 2 ? t : twin)));
    const valid = await times(30, async (index) => (await me(both[index] ?? { token: '' })) === 200);
    expect(valid.filter(Boolean)).toHaveLength(20);
    for (const one of later) expect(await me(one)).toBe(401);
    await twin.close();
  });

  test('an expired session takes no place from one that still works', async () => {
    const person = await t.make.client();
    const used = await times(19, () => startSession(t.deps.db, t.deps.config, person.userId));
    await t.make.change('sessions', hashToken(person.token), { expires_at: '2020-01-01T00:00:00Z' });
    used.push(await startSession(t.deps.db, t.deps.config, person.userId));
    for (const one of used) expect(await me(one)).toBe(200);
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
  ])('%j counts as no session', async (authorization) => {
    const answer = await t.app.inject({ url: '/users/me/', headers: { authorization } });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Not authenticated' }]);
    expect((await t.app.inject({ url: '/services/', headers: { authorization } })).statusCode).toBe(200);
  });

  test('the scheme may be written in any case', async () => {
    const { token } = await session();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(
        (await t.app.inject({ url: '/users/me/', headers: { authorization: `${scheme} ${token}` } })).statusCode,
      ).toBe(200);
    }
  });
});
