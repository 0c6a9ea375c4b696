import { describe, expect, test } from 'vitest';
import { buildApp } from '#server/http/app.ts';
import { hashToken } from '#server/links/tokens.ts';
import { createLogger } from '#server/logging/log.ts';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { another, names, newAddress, useCodes, wrongCode } from '#server/testing/codes.ts';
import { drain } from '#server/testing/drain.ts';
import { behind } from '#server/testing/lock-waits.ts';
import { times, useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';

const t = useTestApp({ CLIENT_SIGNUP: 'open' });
const { account, login } = useLogins(t);
const { ask, verify, codesTo, codeTo, mailed, newcomer, post } = useCodes(t);

const sent = 'If that address can be written to, a code is on its way.';
const attemptForm = /^[\w-]{22,64}$/;

describe('a code', () => {
  test('is mailed, and logs in once', async () => {
    const email = await account();
    const asked = await t.rest.call(null, 'codes.ask', { email: ` ${email.toUpperCase()} ` });
    expect(asked).toMatchObject({ status: 202, body: { message: sent, attempt: expect.stringMatching(attemptForm) } });
    const { attempt } = asked.body as { attempt: string };
    const code = await codeTo(email);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)} `;
    const answer = await t.rest.call(null, 'codes.verify', { attempt, code: spaced });
    expect(answer).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'bearer', expires_at: expect.any(String) },
    });
    const session = { token: (answer.body as { access_token: string }).access_token };
    expect(await t.rest.call(session, 'auth.me')).toMatchObject({ status: 200, body: { email, has_password: true } });
    expect(await t.rest.call(null, 'codes.verify', { attempt, code })).toMatchObject(wrongCode);
  });

  test('of an address without an account makes a client, who has no password', async () => {
    const email = newAddress();
    const { attempt, code } = await mailed(email);
    const given = { first_name: ' Ngaio ', last_name: "O'Brien-Hall", phone_number: '0400111222' };
    const answer = await t.rest.call(null, 'codes.verify', { attempt, code, ...given });
    expect(answer.status).toBe(201);
    const session = { token: (answer.body as { access_token: string }).access_token };
    expect((await t.rest.call(session, 'auth.me')).body).toMatchObject({
      role: 'client',
      email,
      username: "Ngaio O'Brien-Hall",
      has_password: false,
      client_id: expect.any(String),
    });
    expect((await t.rest.call(session, 'clients.me')).body).toMatchObject({
      ...given,
      first_name: 'Ngaio',
      notes: null,
    });
    expect(await login(email, 'any password')).toMatchObject({ status: 401 });
    await t.drain();
    expect(t.inbox.to(email)).toHaveLength(1);
  });
});

test('says what is open, and takes part in no batch', async () => {
  expect((await t.rest.call(null, 'codes.signup')).body).toEqual({ clients: 'open' });
  const closed = await openTestApp(t.databaseUrl);
  expect((await closed.rest.call(null, 'codes.signup')).body).toEqual({ clients: 'waitlist' });
  await closed.close();
  const input = { 0: { email: newAddress() }, 1: { email: newAddress() } };
  const batch = await t.app.inject({ method: 'POST', url: '/trpc/codes.ask,codes.ask?batch=1', payload: input });
  expect(batch.json().map(({ error }: { error: { data: { detail: string } } }) => error.data.detail)).toEqual(
    Array(2).fill('This call cannot be part of a batch.'),
  );
});

test('S7: the answer is alike for every address, and each is mailed what fits', async () => {
  const [client, disabled, nobody] = [await account(), await t.make.client(), newAddress()];
  const [professional, admin] = [await t.make.professional(), await t.make.admin()];
  await t.make.change('users', disabled.userId, { is_active: false });
  const invited = newAddress();
  const entry = { name: 'Mere Te Ao', email: invited, role: 'Barber', status: 'approved' };
  await t.make.row('waitlist_entries', entry);
  const everybody = [client, professional.email, nobody, invited, admin.email, disabled.email];
  const answers = await Promise.all(everybody.map((email) => t.rest.call(null, 'codes.ask', { email })));
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({
      status: 202,
      body: { message: sent, attempt: expect.stringMatching(/^.{43}$/) },
    });
    expect(Object.keys(headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort());
  }
  await t.drain();
  const subjects = (email: string) => t.inbox.to(email).map(({ subject }) => subject.replace(/^\d{6}/, 'N'));
  expect(everybody.map(subjects)).toEqual([
    ['N is your code to log in to Saluni'],
    ['N is your code to log in to Saluni'],
    ['N is your code to join Saluni'],
    ['Your Saluni invitation'],
    [],
    [],
  ]);

  const closed = await openTestApp(t.databaseUrl, {}, { inbox: t.inbox });
  const [lateClient, stranger] = [await account(), newAddress()];
  for (const email of [lateClient, stranger, invited, admin.email, disabled.email]) await ask(email, { app: closed });
  await closed.drain();
  expect([lateClient, stranger, invited, admin.email, disabled.email].map(subjects)).toEqual([
    ['N is your code to log in to Saluni'],
    ['This address has no Saluni account yet'],
    ['Your Saluni invitation', 'Your Saluni invitation'],
    [],
    [],
  ]);
  expect(t.inbox.to(stranger)[0]?.text).toContain('/waitlist-signup');
  await closed.close();
});

test('the mail has the code in its subject and its text, and nothing to click that logs in', async () => {
  const email = await account();
  const { code } = await mailed(email);
  const [mail] = t.inbox.to(email);
  expect(mail?.subject).toBe(`${code} is your code to log in to Saluni`);
  expect(mail?.text).toMatch(new RegExp(`^ {4}${code}$`, 'm'));
  expect(mail?.html).toContain(`>${code}</p>`);
  expect(mail?.text.match(/https?:\S+/g)).toEqual([`${t.deps.config.publicUrl}/`]);
  expect(mail?.text.match(/\d{6}/g)).toEqual([code]);
});

describe('S1, S9: a code', () => {
  test('and its attempt are stored as hashes alone, and are in no log', async () => {
    const lines: string[] = [];
    const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const deps = { ...t.deps, log };
    const loud = { ...t, app: await buildApp(deps), drain: () => drain(deps) };
    const email = await account();
    const { attempt, code } = await mailed(email, { app: loud });
    await verify(attempt, another(code), { app: loud });
    await loud.app.close();
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const { rows: tables } = await t.deps.pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const { rows } = await t.deps.pool.query<{ row: string }>(`select to_jsonb(one)::text as row from ${name} one`);
      for (const { row } of rows) {
        expect(row, name).not.toContain(attempt);
        expect(row, name).not.toContain(`"${code}"`);
      }
    }
    expect(lines.join('')).not.toContain(attempt);
    expect(lines.join('').replace(/"time":\d+/g, '')).not.toContain(code);
    expect(await verify(hashToken(attempt), code)).toMatchObject(wrongCode);
  });

  test('counts for 10 minutes from when it was asked for', async () => {
    const email = await account();
    const { attempt, code } = await mailed(email);
    expect(await verify(attempt, code, { app: await t.at('10 minutes 1 second') })).toMatchObject(wrongCode);
    expect((await verify(attempt, code, { app: await t.at('9 minutes 50 seconds') })).status).toBe(200);
  });

  test('that could not be mailed within 5 minutes is not mailed', async () => {
    const [late, intime] = [await account(), await account()];
    await ask(late);
    await (await t.at('5 minutes 1 second')).drain();
    expect(t.inbox.to(late)).toEqual([]);
    await ask(intime);
    expect(await codesTo(intime, await t.at('4 minutes 50 seconds'))).toHaveLength(1);
  });

  test('of a mail that is sent again is another one of the same attempt; both count', async () => {
    const email = await account();
    t.inbox.refuse = { at: 'data', code: 451, text: '4.2.0 try later' };
    let refused = '';
    t.inbox.onEmail = async ({ subject }) => {
      refused ||= subject.slice(0, 6);
    };
    const attempt = await ask(email);
    await t.drain();
    [t.inbox.refuse, t.inbox.onEmail] = [undefined, undefined];
    const code = await codeTo(email, await t.at('1 minute'));
    expect(code).not.toBe(refused);
    expect((await verify(attempt, refused)).status).toBe(200);
  });

  test('belongs to its attempt: a new attempt ends no other, and a code fits no other one', async () => {
    const email = await account();
    const first = await mailed(email);
    const second = await mailed(email);
    expect(second.attempt).not.toBe(first.attempt);
    expect(await verify(second.attempt, first.code)).toMatchObject(wrongCode);
    expect((await verify(second.attempt, second.code)).status).toBe(200);
    expect((await verify(first.attempt, first.code)).status).toBe(200);
  });

  test('asked for again with its attempt: the older ones go on counting, and one use ends all', async () => {
    const email = await account();
    const first = await mailed(email);
    const second = await mailed(email, { attempt: first.attempt });
    expect(second.attempt).toBe(first.attempt);
    expect(second.code).not.toBe(first.code);
    expect((await verify(first.attempt, first.code)).status).toBe(200);
    expect(await verify(first.attempt, second.code)).toMatchObject(wrongCode);
  });

  test('asked for with an attempt of another address, an unknown or a used one, gets an attempt of its own', async () => {
    const [email, other] = [await account(), await account()];
    const theirs = await mailed(other);
    const own = await mailed(email, { attempt: theirs.attempt });
    expect(own.attempt).not.toBe(theirs.attempt);
    expect(await verify(theirs.attempt, own.code)).toMatchObject(wrongCode);
    expect((await verify(own.attempt, own.code)).status).toBe(200);
    expect(await ask(email, { attempt: own.attempt })).not.toBe(own.attempt);
    expect(await ask(email, { attempt: 'unknown' })).not.toBe('unknown');
  });

  test('asked for again while its attempt is being deleted with the account gets an attempt of its own', async () => {
    const email = await account();
    const { attempt } = await mailed(email);
    const [{ status, body }] = await behind(
      t.deps.db,
      async (trx) => {
        await trx.deleteFrom('code_requests').where('email', '=', email).execute();
        await trx.deleteFrom('code_attempts').where('email', '=', email).execute();
      },
      () => t.rest.call(null, 'codes.ask', { email, attempt }),
    );
    expect(status).toBe(202);
    expect((body as { attempt: string }).attempt).not.toBe(attempt);
  });

  test('is used by one of 20 calls at once over two processes', async () => {
    const { attempt, code } = await mailed(await account());
    const twin = await openTestApp(t.databaseUrl, {}, { inbox: t.inbox });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verify(attempt, code, { app: i % 2 ? t : twin, from: `198.51.100.${i}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    await twin.close();
  });
});

describe('S6: guessing a code', () => {
  test('is over after 5 wrong ones, from whatever addresses', async () => {
    const email = await account();
    const { attempt, code } = await mailed(email);
    for (const answer of await times(5, (i) => verify(attempt, another(code), { from: `198.18.0.${i}` })))
      expect(answer).toMatchObject(wrongCode);
    expect(await verify(attempt, code)).toMatchObject(wrongCode);
    const next = await mailed(email, { attempt });
    expect(next.attempt).not.toBe(attempt);
    expect((await verify(next.attempt, next.code)).status).toBe(200);
  });

  test('after 4 wrong ones the right one counts; what is not of its form takes no try', async () => {
    const email = await account();
    const { attempt, code } = await mailed(email);
    await times(4, (i) => verify(attempt, another(code), { from: `198.18.1.${i}` }));
    for (const typed of ['12345', '1234567', '12a456', '١٢٣٤٥٦', '', 123_456, null])
      expect((await verify(attempt, typed as string)).status).toBe(422);
    for (const odd of ['', 'with space', 'x'.repeat(65), 'ü', 7])
      expect((await verify(odd as string, code)).status).toBe(422);
    expect((await verify(attempt, code)).status).toBe(200);
  });

  test('100 at once over two processes take 5 tries, and the right one is among them or refused', async () => {
    const email = await account();
    const { attempt, code } = await mailed(email);
    const env = { LOGIN_MAX_FAILURES: '0', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' };
    const [one, two] = [await openTestApp(t.databaseUrl, env), await openTestApp(t.databaseUrl, env)];
    const codes = Array.from({ length: 100 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(
      codes.map((guess, i) => verify(attempt, guess, { app: i % 2 ? one : two, from: `198.18.${i}.1` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    const { wrong_tries } = await t.deps.db
      .selectFrom('code_attempts')
      .select('wrong_tries')
      .where('hash', '=', hashToken(attempt))
      .executeTakeFirstOrThrow();
    expect(wrong_tries).toBe(5);
    expect(await verify(attempt, code, { app: one, from: '198.18.200.1' })).toMatchObject({ status: 401 });
    await one.close();
    await two.close();
  });

  test('counts together with wrong passwords, with an account or without', async () => {
    for (const email of [await account(), newAddress()]) {
      const { attempt, code } = await mailed(email);
      await times(5, () => login(email, 'wrong password'));
      await times(5, () => verify(attempt, another(code)));
      const blocked = { status: 429, body: { detail: expect.stringMatching(/^Too many requests\. Try again in \d+/) } };
      expect(await login(email)).toMatchObject(blocked);
      expect(await verify(attempt, code)).toMatchObject(blocked);
      const elsewhere = await mailed(email);
      expect(
        (await verify(elsewhere.attempt, elsewhere.code, { from: '198.51.100.2', given: names })).status,
      ).toBeLessThan(202);
    }
  });

  test('of an unknown attempt counts for the address of the caller alone', async () => {
    const few = await openTestApp(t.databaseUrl, { LOGIN_MAX_FAILURES_PER_ADDRESS: '12' });
    const from = '198.51.100.66';
    for (const answer of await times(12, (i) => verify(`unknown-${i}`, '123456', { app: few, from })))
      expect(answer).toMatchObject(wrongCode);
    expect((await verify('unknown', '123456', { app: few, from })).status).toBe(429);
    expect((await login(await account(), password, { app: few, from })).status).toBe(429);
    expect((await verify('unknown', '123456', { app: few, from: '198.51.100.67' })).status).toBe(401);
    await few.close();
  });

  test('is slowed as guessing passwords is; whoever logged in from there before is not', async () => {
    const [email, home] = [await account(), '198.51.100.7'];
    expect((await login(email, password, { from: home })).status).toBe(200);
    await times(20, (i) => login(email, 'wrong password', { from: `198.18.9.${i}` }));
    await t.deps.db.updateTable('login_guesses').set({ next_at: '2999-01-01T00:00:00Z' }).execute();
    const { attempt, code } = await mailed(email, { from: home });
    expect((await verify(attempt, code, { from: '198.18.9.99' })).status).toBe(429);
    expect((await verify(attempt, code, { from: home })).status).toBe(200);
  });

  test('a right code forgets the failures before it', async () => {
    const email = await account();
    for (let round = 0; round < 3; round++) {
      await times(5, () => login(email, 'wrong password'));
      const { attempt, code } = await mailed(email);
      await times(4, () => verify(attempt, another(code)));
      expect((await verify(attempt, code)).status).toBe(200);
    }
  });

  test('a code and its attempt are taken as JSON alone', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const url of ['/login/code', '/login/code/verify']) {
      const answer = await t.app.inject({ method: 'POST', url, payload: 'email=a@b.example', headers: form });
      expect(answer.statusCode).toBe(415);
    }
  });
});

describe('signing up', () => {
  const problems = async (given: object, { attempt, code } = { attempt: '', code: '' }) => {
    const { status, body } = await verify(attempt, code, { given });
    return {
      status,
      at: (body.detail as { loc: string[]; msg: string }[]).map(({ loc, msg }) => [loc.join('.'), msg]),
    };
  };

  test('needs both names, which are asked for after the code alone; nothing is used up by asking', async () => {
    const email = newAddress();
    const asked = await mailed(email);
    const missing = [
      ['body.first_name', 'First name is required'],
      ['body.last_name', 'Last name is required'],
    ];
    for (let turn = 0; turn < 12; turn++) expect(await problems({}, asked)).toEqual({ status: 422, at: missing });
    expect(await problems({ first_name: 'Ngaio' }, asked)).toEqual({ status: 422, at: missing.slice(1) });
    expect(await problems({ ...names, first_name: 'N3', phone_number: '12' }, asked)).toEqual({
      status: 422,
      at: [
        ['body.first_name', 'First name should not contain numbers'],
        ['body.phone_number', 'Enter a valid number'],
      ],
    });
    expect(await verify(asked.attempt, another(asked.code), { given: { first_name: 7 } })).toMatchObject(wrongCode);
    expect((await verify(asked.attempt, asked.code, { given: { ...names, phone_number: '' } })).status).toBe(201);
  });

  test('names are ignored where the address has an account', async () => {
    const { attempt, code } = await mailed(await account());
    expect((await verify(attempt, code, { given: { first_name: { odd: true }, phone_number: 'none' } })).status).toBe(
      200,
    );
  });

  test('by two codes at once makes one account, and both are logged in to it', async () => {
    const email = newAddress();
    const asked = [await mailed(email), await mailed(email, { from: '198.51.100.2' })];
    const answers = await Promise.all(asked.map(({ attempt, code }) => verify(attempt, code, { given: names })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    const users = await t.deps.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(users).toHaveLength(1);
  });

  test('an entry of the waitlist counts as accepted, and its links as used', async () => {
    const email = newAddress();
    await t.rest.call(null, 'waitlist.signup', { name: 'Ngaio Hall', email, role: 'Client' });
    await t.drain();
    const token = /token=([\w-]+)/.exec(t.inbox.to(email)[0]?.text ?? '')?.[1] ?? '';
    await newcomer(email);
    expect(await t.rest.call(null, 'waitlist.verify', { token })).toMatchObject({ status: 400 });
    const entry = await t.deps.db
      .selectFrom('waitlist_entries')
      .select(['status', 'verified_at'])
      .where('email', '=', email)
      .executeTakeFirst();
    expect(entry).toEqual({ status: 'approved', verified_at: expect.any(String) });
  });

  test('long names fit, whatever they count', async () => {
    const { attempt, code } = await mailed(newAddress());
    const long = { first_name: 'ñ'.repeat(100), last_name: 'o'.repeat(100) };
    expect((await verify(attempt, code, { given: long })).status).toBe(201);
  });

  test('is over where clients come by the waitlist by now: the code is refused', async () => {
    const { attempt, code } = await mailed(newAddress());
    const closed = await openTestApp(t.databaseUrl);
    expect(await verify(attempt, code, { app: closed, given: names })).toMatchObject(wrongCode);
    await closed.close();
  });
});

describe('open attempts end', () => {
  async function two(email: string, token: string) {
    const login = await mailed(email);
    const own = await t.rest.call({ token }, 'codes.askToConfirm');
    return { login, own: (own.body as { attempt: string }).attempt };
  }

  test('with another password, a reset, another address, disabling and deletion', async () => {
    const byPassword = await account();
    const first = await mailed(byPassword);
    const { body } = await login(byPassword);
    const input = { current_password: password, password: 'another battery, correct' };
    expect((await t.rest.call({ token: body.access_token }, 'auth.changePassword', input)).status).toBe(204);
    expect(await verify(first.attempt, first.code)).toMatchObject(wrongCode);

    const byReset = await account();
    const second = await mailed(byReset);
    await t.rest.call(null, 'auth.forgot', { email: byReset });
    await t.drain();
    const token = /token=([\w-]+)/.exec(t.inbox.to(byReset).at(-1)?.text ?? '')?.[1] ?? '';
    expect((await t.rest.call(null, 'auth.reset', { token, password: 'another battery, correct' })).status).toBe(204);
    expect(await verify(second.attempt, second.code)).toMatchObject(wrongCode);

    const moving = await newcomer();
    const confirmation = await t.rest.call(moving, 'codes.askToConfirm');
    const third = { attempt: (confirmation.body as { attempt: string }).attempt, code: await codeTo(moving.email) };
    const fourth = await mailed(moving.email, { from: '198.51.100.9' });
    const to = newAddress();
    expect((await t.rest.call(moving, 'auth.requestEmail', { ...third, email: to })).status).toBe(202);
    await t.drain();
    const link = /token=([\w-]+)/.exec(t.inbox.to(to)[0]?.text ?? '')?.[1] ?? '';
    expect((await t.rest.call(null, 'auth.confirmEmail', { token: link })).status).toBe(200);
    expect(await verify(fourth.attempt, fourth.code, { given: names })).toMatchObject(wrongCode);

    const disabled = await newcomer();
    const fifth = await mailed(disabled.email, { from: '198.51.100.9' });
    const { id } = (await t.rest.call(disabled, 'auth.me')).body as { id: string };
    const admin = await t.make.admin();
    for (const is_active of [false, true]) await t.rest.call(admin, 'users.change', { id, is_active });
    expect(await verify(fifth.attempt, fifth.code)).toMatchObject(wrongCode);

    const leaving = await newcomer();
    const own = await two(leaving.email, leaving.token);
    const code = await codeTo(leaving.email);
    expect((await t.rest.call(leaving, 'auth.deleteAccount', { attempt: own.own, code })).status).toBe(204);
    expect(await verify(own.login.attempt, own.login.code, { given: names })).toMatchObject(wrongCode);
    const left = await t.deps.db.selectFrom('code_requests').select('id').where('email', '=', leaving.email).execute();
    expect(left).toEqual([]);
  });

  test('a code of a disabled user is refused, drawn before or not', async () => {
    const email = await account();
    const { attempt, code } = await mailed(email);
    await t.deps.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute();
    expect(await verify(attempt, code)).toMatchObject(wrongCode);
  });
});

test('S3: at most 20 sessions; a login by code is told of by no mail, a later one by password is', async () => {
  const email = await account();
  await login(email, password, { from: '203.0.113.9' });
  const { attempt, code } = await mailed(email, { from: '198.51.100.9' });
  expect((await verify(attempt, code, { from: '198.51.100.9' })).status).toBe(200);
  const count = t.inbox.to(email).length;
  await t.drain();
  expect(t.inbox.to(email)).toHaveLength(count);
  await login(email, password, { from: '192.0.2.9' });
  await t.drain();
  expect(t.inbox.to(email).at(-1)?.subject).toBe('A new login to your Saluni account');
  for (let turn = 0; turn < 22; turn++) {
    const { status } = await login(email, password, { from: '203.0.113.9' });
    expect(status).toBe(200);
  }
  const again = await mailed(email, { from: '203.0.113.9' });
  const { body } = await verify(again.attempt, again.code, { from: '203.0.113.9' });
  expect((await t.rest.call({ token: body.access_token }, 'auth.sessions')).body).toHaveLength(20);
});

test('what is not an address, or not an attempt, is 422 and nothing is asked', async () => {
  expect((await post('/login/code', { email: 'nobody' }, {})).status).toBe(422);
  expect((await post('/login/code', { email: newAddress(), attempt: 'a b' }, {})).status).toBe(422);
  expect((await post('/login/code', {}, {})).status).toBe(422);
});
