import { describe, expect, test } from 'vitest';
import { newLink } from '#server/links/mailed-links.ts';
import { hashToken } from '#server/links/tokens.ts';
import { useTestApp } from '#server/testing/app.ts';
import { networkKey } from './codes/hash-code.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });

const password = 'braids and barrel curls';
const dead = { status: 400, body: { detail: 'This link is no longer valid.' } };

let made = 0;
/** An approved person without an account. */
async function approved(role = 'Barber', name = 'Tevita Moala'): Promise<string> {
  const email = `invited-${++made}@accounts.example`;
  await t.make.row('waitlist_entries', { name, email, role, status: 'approved' });
  return email;
}
const invite = async (email: string) => newLink(t.deps.db, 'invitation', { email });
const resetOf = ({ email, userId }: { email: string; userId: string }) =>
  newLink(t.deps.db, 'password_reset', { email, userId });
const accept = (token: string, chosen: string = password, app = t) =>
  app.rest.call(null, 'auth.accept', { token, password: chosen });
const reset = (token: string, chosen: string = password, app = t) =>
  app.rest.call(null, 'auth.reset', { token, password: chosen });
const forgot = (email: string, app = t) => app.rest.call(null, 'auth.forgot', { email });
const login = (username: string, given = password) => t.rest.call(null, 'auth.login', { username, password: given });
const mailedToken = (email: string) =>
  t.inbox
    .to(email)
    .flatMap(({ text }) => /https:\/\/saluni\.example\/reset-password\?token=([\w-]{43})\b/.exec(text)?.[1] ?? []);

describe('a forgotten password', () => {
  test('the mailed link sets a new one and ends all sessions; List-Unsubscribe is not offered', async () => {
    const user = await t.make.client();
    expect((await t.rest.call(null, 'auth.forgot', { email: ` ${user.email.toUpperCase()} ` })).status).toBe(202);
    await t.drain();
    const [mail, ...more] = t.inbox.to(user.email);
    expect(more).toEqual([]);
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();
    const [token = ''] = mailedToken(user.email);
    expect(mail?.html).toContain(`reset-password?token=${token}`);
    const { status, body } = await t.rest.call(null, 'auth.reset', { token, password });
    expect([status, body]).toEqual([204, undefined]);
    expect((await t.rest.call(user, 'auth.me')).status).toBe(401);
    expect((await login(user.email)).status).toBe(200);
    await t.drain();
    const told = t.inbox.to(user.email).at(-1);
    expect([told?.subject, told?.headers['list-unsubscribe']]).toEqual(['Your password was changed', undefined]);
    expect(await reset(token)).toMatchObject(dead);
    const { rows } = await t.deps.pool.query('select 1 from link_tokens where hash = $1', [hashToken(token)]);
    expect(rows).toHaveLength(1);
  });

  test('S9, S7: an address without an account gets the same answer, the same rows are written, and nothing is mailed', async () => {
    const known = (await t.make.client()).email;
    const disabled = await t.make.client();
    await t.make.change('users', disabled.userId, { is_active: false });
    const emails = { known, disabled: disabled.email, unknown: 'stranger@accounts.example' };
    await t.drain();
    const before = t.inbox.emails.length;
    const seen = [];
    for (const email of Object.values(emails)) {
      const count = async () =>
        (
          await t.deps.pool.query(
            'select (select count(*) from outbox) as events, (select count(*) from deliveries) as mails',
          )
        ).rows[0];
      const rows = await count();
      const { status, body, headers } = await forgot(email);
      const after = await count();
      const { 'x-request-id': _id, date: _date, ...others } = headers;
      seen.push({ status, body, others, written: [after.events - rows.events, after.mails - rows.mails] });
    }
    for (const one of seen) expect(one).toEqual({ ...seen[0], status: 202, written: [1, 0] });
    await t.drain();
    expect(t.inbox.emails.slice(before).map(({ to }) => to)).toEqual([[known]]);
    const { rows: leaks } = await t.deps.pool.query(
      "select 1 from outbox where payload::text like '%accounts.example%'",
    );
    expect(leaks).toEqual([]);
  });

  test('three links an hour to one account, even of many requests at once; others can ask meanwhile', async () => {
    const user = await t.make.client();
    const answers = await Promise.all(Array.from({ length: 8 }, () => forgot(user.email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    await Promise.all([t.drain(), t.drain(), t.drain()]);
    expect(mailedToken(user.email)).toHaveLength(3);
    const later = await t.at('61 minutes');
    await forgot(user.email, later);
    await later.drain();
    expect(mailedToken(user.email)).toHaveLength(4);
  });

  test('ten links a day; a network that the account logged in from has three an hour of its own', async () => {
    const user = await t.make.client();
    const network = networkKey('127.0.0.1');
    const mailsAfter = async (hours: number, times: number) => {
      const later = await t.at(`${hours} hours`);
      for (let n = 0; n < times; n++) await forgot(user.email, later);
      await later.drain();
      return mailedToken(user.email).length;
    };
    for (const [hours, mails] of [
      [0, 3],
      [2, 6],
      [4, 9],
      [6, 10],
    ] as const)
      expect(await mailsAfter(hours, 4)).toBe(mails);
    const known = { user_id: user.userId, network, last_login_at: new Date().toISOString() };
    await t.deps.db.insertInto('login_networks').values(known).execute();
    expect(await mailsAfter(6, 4)).toBe(13);
  });

  test('a newer link ends the older one', async () => {
    const user = await t.make.client();
    for (let n = 0; n < 2; n++) {
      await forgot(user.email);
      await t.drain();
    }
    const [older = '', newer = ''] = mailedToken(user.email);
    expect(await reset(older)).toMatchObject(dead);
    expect((await reset(newer)).status).toBe(204);
  });

  test('an address that asks too often gets the same answer, and nobody is mailed', async () => {
    const limited = await t.at('0 seconds', { LOGIN_MAX_FAILURES_PER_ADDRESS: '4' });
    const [last, late] = [(await t.make.client()).email, (await t.make.client()).email];
    const answers = [];
    for (const email of ['a@accounts.example', 'b@accounts.example', 'c@accounts.example', last, late])
      answers.push(await forgot(email, limited));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    await t.drain();
    expect([t.inbox.to(last).length, t.inbox.to(late).length]).toEqual([1, 0]);
  });

  test('S9: works for one hour, not for a disabled user, and one use ends the other links', async () => {
    const user = await t.make.client();
    const [one, two, three] = [await resetOf(user), await resetOf(user), await resetOf(user)];
    const late = await t.at('61 minutes');
    expect(await reset(one, password, late)).toMatchObject(dead);
    await t.make.change('users', user.userId, { is_active: false });
    expect(await reset(one)).toMatchObject(dead);
    await t.make.change('users', user.userId, { is_active: true });
    expect((await reset(two)).status).toBe(204);
    for (const token of [one, two, three]) expect(await reset(token)).toMatchObject(dead);
  });
});

describe('an invitation', () => {
  test.each([
    ['Client', 'client'],
    ['Hairdresser', 'professional'],
    ['Barber', 'professional'],
  ] as const)('a %s gets a complete account and is logged in', async (role, accountRole) => {
    const email = await approved(role, 'Mere Te Ao');
    const token = await invite(email);
    expect(await t.rest.call(null, 'auth.invitation', { token })).toMatchObject({
      status: 200,
      body: { email, name: 'Mere Te Ao', role: accountRole },
    });
    const { status, body } = await t.rest.call(null, 'auth.accept', { token, password });
    expect([status, body]).toEqual([
      201,
      {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'bearer',
        expires_at: expect.stringMatching(/Z$/),
      },
    ]);
    const session = { token: (body as { access_token: string }).access_token };
    expect(await t.rest.call(session, 'auth.me')).toMatchObject({
      body: { role: accountRole, email, username: 'Mere Te Ao' },
    });
    expect((await login(email)).status).toBe(200);
    if (role === 'Client') {
      expect((await t.rest.call(session, 'clients.me')).body).toMatchObject({ first_name: 'Mere', last_name: 'Te Ao' });
    } else {
      const own = await t.rest.call(session, 'professionals.profile');
      expect(own.body).toMatchObject({
        display_name: 'Mere Te Ao',
        professional_type: role.toLowerCase(),
        is_active: false,
      });
    }
    expect(await t.rest.call(null, 'auth.accept', { token, password })).toMatchObject(dead);
    expect(await t.rest.call(null, 'auth.invitation', { token })).toMatchObject(dead);
  });

  test('S9: works for 14 days, and one use ends the other links', async () => {
    const email = await approved();
    const [one, two] = [await invite(email), await invite(email)];
    const [before, after] = [await t.at('13 days 23 hours'), await t.at('14 days 1 hour')];
    expect(await accept(one, password, after)).toMatchObject(dead);
    expect((await accept(one, password, before)).status).toBe(201);
    expect(await accept(two)).toMatchObject(dead);
  });

  test('an address that got an account meanwhile: 409, and nothing is changed', async () => {
    const email = await approved();
    const token = await invite(email);
    const { userId } = await t.make.user('client', { email });
    const before = await t.deps.db.selectFrom('users').selectAll().where('email', '=', email).execute();
    expect(await accept(token)).toMatchObject({
      status: 409,
      body: { detail: 'This email address has an account already. Log in instead.' },
    });
    expect(await t.deps.db.selectFrom('users').selectAll().where('email', '=', email).execute()).toEqual(before);
    expect(before[0]?.id).toBe(userId);
  });
});

describe('both links', () => {
  test('S9: HEAD and GET use nothing up, then POST does; of 20 uses at once one succeeds', async () => {
    const user = await t.make.client();
    const [resetToken, inviteToken] = [await resetOf(user), await invite(await approved())];
    for (const url of [
      `/reset-password?token=${resetToken}`,
      `/accept-invite?token=${inviteToken}`,
      `/invitations/${inviteToken}`,
    ]) {
      await t.app.inject({ method: 'HEAD', url });
      for (let n = 0; n < 3; n++) await t.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    }
    const uses = [
      [() => reset(resetToken), 204],
      [() => accept(inviteToken), 201],
    ] as const;
    for (const [use, success] of uses) {
      const answers = await Promise.all(Array.from({ length: 20 }, use));
      expect(answers.map(({ status }) => status).sort()).toEqual([success, ...Array(19).fill(400)].sort());
    }
  });

  test('a link for another purpose, an unknown or a malformed token is 400', async () => {
    const user = await t.make.client();
    const [resetToken, inviteToken] = [await resetOf(user), await invite(await approved())];
    for (const token of [inviteToken, '', 'x', 'x'.repeat(43), 'a\u0000b', '\ud800', hashToken(resetToken)])
      expect(await reset(token)).toMatchObject(dead);
    for (const token of [resetToken, '', 'x'.repeat(43)]) expect(await accept(token)).toMatchObject(dead);
    for (const token of [undefined, null, 5, {}]) {
      for (const call of ['auth.reset', 'auth.accept'])
        expect((await t.rest.call(null, call, { token, password })).status).toBe(422);
    }
  });

  test.each([
    ['1234567', 'Password must be at least 8 characters long'],
    ['x'.repeat(129), 'Password must be 128 characters or fewer'],
    ['password', 'This password is too common: others guess it first. Choose another one.'],
    ['Football', 'This password is too common: others guess it first. Choose another one.'],
    [undefined, 'Password is required'],
  ])('the password %j is refused, and the link still works', async (chosen, msg) => {
    const tokens = {
      'auth.reset': await resetOf(await t.make.client()),
      'auth.accept': await invite(await approved()),
    };
    for (const [call, token] of Object.entries(tokens)) {
      for (const api of t.apis) {
        const { status, body } = await api.call(null, call, { token, password: chosen });
        expect([status, body]).toEqual([
          422,
          { detail: [{ loc: ['body', 'password'], msg, type: expect.any(String) }] },
        ]);
      }
      expect((await t.rest.call(null, call, { token, password })).status).toBeLessThan(300);
    }
  });

  test('a common password is no obstacle at the login', async () => {
    expect((await login('stranger@accounts.example', 'password')).status).toBe(401);
  });
});
