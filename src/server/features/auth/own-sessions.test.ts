import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/links/tokens.ts';
import { useTestApp } from '#server/testing/app.ts';
import { behind } from '#server/testing/lock-waits.ts';
import { useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';
import { hashPassword } from './passwords.ts';

const t = useTestApp({ LOGIN_MAX_FAILURES: '3', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });
const { account, login } = useLogins(t);
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };
const next = 'another battery, correct';

async function loggedIn(email: string, headers = {}) {
  const { body } = await login(email, password, { headers });
  return { token: body.access_token as string };
}
const me = async (caller: { token: string }) => (await t.rest.call(caller, 'auth.me')).status;
type Session = { id: string; created_at: string; last_seen_at: string; device: string | null; current: boolean };
const sessionsOf = async (caller: { token: string }) => (await t.rest.call(caller, 'auth.sessions')).body as Session[];

describe('sessions of the own account', () => {
  const api = { call: (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args) };

  test('sessions: each with its device and under an id that is no part of its token; one or all others can be ended', async () => {
    const email = await account();
    await t.deps.db.deleteFrom('sessions').execute();
    const [here, there, third] = [await loggedIn(email, firefox), await loggedIn(email), await loggedIn(email)];
    const listed = (await api.call(here, 'auth.sessions')).body as Session[];
    expect(listed.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([
        ['Firefox on Linux', true],
        [null, false],
      ]),
    );
    expect(listed).toHaveLength(3);
    const second = await api.call(here, 'auth.sessions', { skip: 1, limit: 1 });
    expect([second.body, second.headers['x-total-count']]).toEqual([listed.slice(1, 2), '3']);
    const behind = await api.call(here, 'auth.sessions', { skip: 3 });
    expect([behind.body, behind.headers['x-total-count']]).toEqual([[], '3']);
    for (const { token } of [here, there, third]) expect(JSON.stringify(listed)).not.toContain(hashToken(token));
    const { id } =
      (await sessionsOf(there)).find(({ current }) => current) ?? expect.fail('the own session is missing');

    const stranger = await t.make.admin();
    expect(await api.call(stranger, 'auth.endSession', { id })).toMatchObject({
      status: 404,
      body: { detail: 'Session not found' },
    });
    expect(await me(there)).toBe(200);
    expect((await api.call(here, 'auth.endSession', { id })).status).toBe(204);
    expect((await api.call(here, 'auth.endSession', { id })).status).toBe(404);
    expect(await Promise.all([here, there, third].map(me))).toEqual([200, 401, 200]);
    expect((await api.call(here, 'auth.endOtherSessions')).status).toBe(204);
    expect(await Promise.all([here, third, stranger].map(me))).toEqual([200, 401, 200]);
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test('S3: a new password ends all other sessions and the old password; a wrong current one changes nothing', async () => {
    const email = await account();
    const [here, there] = [await loggedIn(email), await loggedIn(email)];
    expect(await api.call(here, 'auth.changePassword', { current_password: 'not it', password: next })).toMatchObject({
      status: 409,
      body: { detail: 'Your current password is not right.' },
    });
    for (const short of ['seven77', 'x'.repeat(129)]) {
      expect(
        (await api.call(here, 'auth.changePassword', { current_password: password, password: short })).status,
      ).toBe(422);
    }
    expect(await me(there)).toBe(200);
    expect((await api.call(here, 'auth.changePassword', { current_password: password, password: next })).status).toBe(
      204,
    );
    expect(await Promise.all([here, there].map(me))).toEqual([200, 401]);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, next)).status).toBe(200);
    await t.drain();
    expect(t.inbox.to(email).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });
});

test('S6: guesses at the current password count like those of a login: 429, also for the right one then', async () => {
  const person = await t.make.user('client', { passwordHash: await hashPassword(password) });
  const guess = async (current_password: string) =>
    (await t.rest.call(person, 'auth.changePassword', { current_password, password: next })).status;
  const statuses = [];
  for (const each of ['one', 'two', 'three', 'four', password]) statuses.push(await guess(each));
  expect(statuses).toEqual([409, 409, 409, 429, 429]);
});

test('a change whose password was changed by another process since it was checked is refused, and ends no session', async () => {
  const email = await account();
  const [here, there] = [await loggedIn(email), await loggedIn(email)];
  const other = await hashPassword(`${next} 2`);
  const [change] = await behind(
    t.deps.db,
    (trx) => trx.updateTable('users').set({ password_hash: other }).where('email', '=', email).execute(),
    () => t.rest.call(here, 'auth.changePassword', { current_password: password, password: next }),
  );
  expect(change).toMatchObject({ status: 409, body: { detail: 'Your current password is not right.' } });
  expect(await Promise.all([here, there].map(me))).toEqual([200, 200]);
  expect((await login(email, `${next} 2`)).status).toBe(200);
});

test('an expired session is neither listed nor ended', async () => {
  const [person, older] = [await t.make.client(), await t.make.client()];
  await t.make.change('sessions', hashToken(older.token), {
    user_id: person.userId,
    expires_at: '2020-01-01T00:00:00Z',
  });
  const { shown_id: id } = await t.make.read('sessions', hashToken(older.token));
  expect(await sessionsOf(person)).toMatchObject([{ current: true }]);
  expect((await t.rest.call(person, 'auth.endSession', { id })).status).toBe(404);
});
