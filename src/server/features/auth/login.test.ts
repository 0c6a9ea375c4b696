import { describe, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { known, times, useLogins, wrong } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';
import * as passwords from './passwords.ts';

/** Count what costs a password's time. */
const hashing = vi.spyOn(passwords, 'hashPassword');
const verifying = vi.spyOn(passwords, 'passwordMatches');
const workDone = () => ({ hashed: hashing.mock.calls.length, verified: verifying.mock.calls.length });

const t = useTestApp();
const { account, login } = useLogins(t);

describe('logging in', () => {
  test('returns a token of the user', async () => {
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

  test.each([
    'application/json',
    'application/x-www-form-urlencoded',
    'APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8',
  ])('accepts a body of type %s', async (type) => {
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
  });

  test('ignores case, full-width letters and surrounding spaces of the e-mail address', async () => {
    for (const variant of [known.toUpperCase(), `  ${known} `, known.replace('@', '＠')])
      expect((await login(variant)).status).toBe(200);
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
  ])('refuses %s', async (_what, username, secret, field) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/login/',
      payload: { username, password: secret } as object,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail: [{ loc: ['body', field] }] }]);
  });

  test('refuses a body of a megabyte', async () => {
    expect((await login(known, 'x'.repeat(1024 * 1024))).status).toBe(413);
  });

  test('S5: a login in a tRPC batch is refused without hashing, and the other calls run; a batch of one is a login', async () => {
    const batch = async (names: string[]) => {
      const payload = Object.fromEntries(names.map((_, index) => [index, { username: known, password }]));
      const answer = await t.app.inject({ method: 'POST', url: `/trpc/${names.join()}?batch=1`, payload });
      return { status: answer.statusCode, answers: answer.json() };
    };
    const before = workDone();
    const refused = {
      error: {
        message: 'This call cannot be part of a batch.',
        data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'auth.login' },
      },
    };
    expect(await batch(['auth.login', 'auth.login'])).toMatchObject({ status: 400, answers: [refused, refused] });
    expect(await batch(['auth.login', 'auth.logout'])).toMatchObject({
      status: 207,
      answers: [refused, { error: { data: { httpStatus: 401 } } }],
    });
    expect(workDone()).toEqual(before);
    expect(await batch(['auth.login'])).toMatchObject({
      status: 200,
      answers: [{ result: { data: { token_type: 'bearer' } } }],
    });
  });

  test('S7: an unknown address, a wrong password and a disabled user get the same answer after the same work', async () => {
    const disabled = await account();
    await t.deps.db.updateTable('users').set({ is_active: false }).where('email', '=', disabled).execute();
    const invited = await t.make.user('client');
    await t.make.change('users', invited.userId, { password_hash: null });
    const tried = [
      ['nobody@example.com', password],
      [known, 'wrong password'],
      [disabled, password],
      [invited.email, password],
    ];
    const answers = await times(tried.length, async (index) => {
      const before = workDone();
      const answer = await login(tried[index]?.[0], tried[index]?.[1]);
      expect(workDone(), tried[index]?.[0]).toEqual({ hashed: before.hashed, verified: before.verified + 1 });
      return answer;
    });
    const [first] = answers.map(({ headers, ...rest }) => ({
      ...rest,
      headers: { ...headers, 'x-request-id': '', date: '' },
    }));
    for (const { headers, ...rest } of answers) {
      expect({ ...rest, headers: { ...headers, 'x-request-id': '', date: '' } }).toEqual(first);
      expect(rest).toMatchObject(wrong);
    }
  });
});
