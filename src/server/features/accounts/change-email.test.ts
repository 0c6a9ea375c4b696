import { describe, expect, test } from 'vitest';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { useTestApp } from '#server/testing/app.ts';
import { behind } from '#server/testing/lock-waits.ts';
import { useLogins } from '#server/testing/logins.ts';
import { factories, password } from '#server/testing/make.ts';

const t = useTestApp({
  PUBLIC_URL: 'https://saluni.example',
  LOGIN_MAX_FAILURES: '3',
  LOGIN_MAX_FAILURES_PER_ADDRESS: '0',
});
const { login } = useLogins(t);
const dead = { status: 400, body: { detail: 'This link is no longer valid.' } };

let made = 0;
const fresh = () => `moved-${++made}@accounts.example`;
const person = async (role: 'client' | 'professional' | 'admin' = 'client') =>
  t.make.user(role, { passwordHash: await hashPassword(password), username: 'Mere Te Ao' });
type Person = Awaited<ReturnType<typeof person>>;

const request = (who: Person, email: string, current_password = password) =>
  t.rest.call(who, 'auth.requestEmail', { current_password, email });
const confirm = (token: string, app = t) => app.rest.call(null, 'auth.confirmEmail', { token });
const tokensTo = (address: string) =>
  t.inbox
    .to(address)
    .flatMap(({ text }) => /https:\/\/saluni\.example\/confirm-email\?token=([\w-]{43})\b/.exec(text)?.[1] ?? []);
const subjectsTo = (address: string) => t.inbox.to(address).map(({ subject }) => subject);
const textTo = (address: string, subject: string) =>
  t.inbox.to(address).find((mail) => mail.subject === subject)?.text ?? '';
const me = async (who: Person) => (await t.rest.call(who, 'auth.me')).body as { email: string };

test('a new address counts once its own mailbox confirms it, the old one is told twice, and sessions stay', async () => {
  const who = await person('professional');
  const [old, email] = [who.email, fresh()];
  await t.make.row('waitlist_entries', { name: 'Mere Te Ao', email: old, role: 'Barber', status: 'approved' });
  expect((await t.rest.call(null, 'auth.forgot', { email: old })).status).toBe(202);
  expect(await request(who, ` ${email.toUpperCase()} `)).toMatchObject({
    status: 202,
    body: { message: expect.stringContaining('link') },
  });
  await t.drain();
  expect(subjectsTo(old).sort()).toEqual(['Choose a new password', 'Your email is about to change']);
  expect(textTo(old, 'Your email is about to change')).toContain(email);
  expect(tokensTo(old)).toEqual([]);
  const [token = '', ...more] = tokensTo(email);
  expect(more).toEqual([]);
  for (const mail of [...t.inbox.to(old), ...t.inbox.to(email)])
    expect(mail.headers['list-unsubscribe']).toBeUndefined();
  // No job and no event holds an address.
  const { rows: leaks } = await t.deps.pool.query(
    "select 1 from outbox where payload::text like '%@%' union all select 1 from deliveries where payload::text like '%@%'",
  );
  expect(leaks).toEqual([]);

  for (const method of ['HEAD', 'GET', 'GET'] as const) {
    await t.app.inject({ method, url: `/confirm-email?token=${token}`, headers: { accept: 'text/html' } });
    expect((await t.app.inject({ method, url: '/users/me/email/confirm', query: { token } })).statusCode).toBe(404);
  }
  // Looking says which account moves where, and moves nothing.
  const look = () => t.rest.call(null, 'auth.pendingEmail', { token });
  expect(await look()).toMatchObject({ status: 200, body: { current_email: old, email } });
  expect(textTo(email, 'Confirm your new email')).toContain(old);
  expect((await me(who)).email).toBe(old);
  expect((await login(email)).status).toBe(401);

  expect(await confirm(token)).toMatchObject({ status: 200, body: { email } });
  expect((await me(who)).email).toBe(email);
  expect((await login(email)).status).toBe(200);
  expect((await login(old)).status).toBe(401);
  expect(await confirm(token)).toMatchObject(dead);
  expect(await look()).toMatchObject(dead);
  // A link that was mailed to the old address opens nothing any more.
  const reset =
    /reset-password\?token=([\w-]{43})/.exec(textTo(old, 'Choose a new password'))?.[1] ?? expect.fail('no reset link');
  expect(await t.rest.call(null, 'auth.reset', { token: reset, password: 'taken over' })).toMatchObject(dead);
  await t.drain();
  expect(subjectsTo(old).at(-1)).toBe('Your email was changed');
  const { rows } = await t.deps.pool.query('select email, status from waitlist_entries where email = any($1)', [
    [old, email],
  ]);
  expect(rows).toEqual([{ email, status: 'approved' }]);
});

describe('the former address takes a change back', () => {
  const undoTokensTo = (address: string) =>
    t.inbox.to(address).flatMap(({ text }) => /\/undo-email\?token=([\w-]{43})\b/.exec(text)?.[1] ?? []);
  const undo = (token: string, app = t) => app.rest.call(null, 'auth.undoEmail', { token });
  async function move(who: Person, email = fresh()) {
    expect((await request(who, email)).status).toBe(202);
    await t.drain();
    expect((await confirm(tokensTo(email)[0] ?? '')).status).toBe(200);
    await t.drain();
    return email;
  }

  test('for 7 days and once, whatever happened since: a new password, another address, a way back of its own', async () => {
    const who = await person();
    const thief = await move(who);
    const [token = '', ...more] = undoTokensTo(who.email);
    expect(more).toEqual([]);
    expect(undoTokensTo(thief)).toEqual([]);
    expect(await undo(token, await t.at('7 days 1 minute'))).toMatchObject(dead);
    const other = await move(who);
    const next = { current_password: password, password: 'another battery, correct' };
    expect((await t.rest.call(who, 'auth.changePassword', next)).status).toBe(204);
    await t.rest.call(null, 'auth.forgot', { email: other });
    await t.rest.call(who, 'auth.requestEmail', { current_password: next.password, email: fresh() });
    await t.drain();
    const ofThief = undoTokensTo(thief)[0] ?? expect.fail('no way back for the second address');
    const pending = tokensTo(`moved-${made}@accounts.example`)[0] ?? expect.fail('no request is open');
    const reset = /reset-password\?token=([\w-]{43})/.exec(textTo(other, 'Choose a new password'))?.[1] ?? '';
    for (const method of ['HEAD', 'GET'] as const)
      await t.app.inject({ method, url: `/undo-email?token=${token}`, headers: { accept: 'text/html' } });
    expect((await me(who)).email).toBe(other);

    expect(await undo(token)).toMatchObject({ status: 204 });
    expect((await t.rest.call(who, 'auth.me')).status).toBe(401);
    expect((await login(other, next.password)).status).toBe(401);
    expect((await login(who.email, next.password)).status).toBe(200);
    expect([await undo(token), await undo(ofThief), await confirm(pending)]).toMatchObject([dead, dead, dead]);
    expect(await t.rest.call(null, 'auth.reset', { token: reset, password: 'taken over' })).toMatchObject(dead);
    await t.drain();
    expect(subjectsTo(other).at(-1)).toBe('Your email was changed back');
    expect(undoTokensTo(other)).toEqual([]);
  });

  test('never to one that got an account meanwhile, and for a disabled user not at all', async () => {
    const who = await person();
    await move(who);
    const [token = ''] = undoTokensTo(who.email);
    const { userId } = await t.make.user('client', { email: who.email });
    expect(await undo(token)).toMatchObject({
      status: 409,
      body: { detail: 'This email address has an account already.' },
    });
    await t.deps.db.deleteFrom('users').where('id', '=', userId).execute();
    await t.make.change('users', who.userId, { is_active: false });
    expect(await undo(token)).toMatchObject(dead);
    for (const bad of ['', 'x'.repeat(43), 'a\u0000b']) expect(await undo(bad)).toMatchObject(dead);
  });
});

test('emails about bookings go to the address that is confirmed when they are sent', async () => {
  const client = await t.make.client();
  await t.make.password(client);
  const professional = await t.make.professional();
  const { bookingId } = await t.make.booking({
    clientId: client.clientId,
    professionalId: professional.professionalId,
  });
  const email = fresh();
  await request(client, email);
  await t.drain();
  expect((await confirm(tokensTo(email)[0] ?? '')).status).toBe(200);
  expect((await t.rest.call(professional, 'bookings.change', { id: bookingId, status: 'confirmed' })).status).toBe(200);
  await t.drain();
  expect(subjectsTo(email).at(-1)).toMatch(/^Confirmed:/);
  expect(subjectsTo(client.email).some((subject) => subject.startsWith('Confirmed'))).toBe(false);
});

test('an address that has an account, or is the own one, gets the same answer and the same rows, and is told by mail', async () => {
  const other = await person();
  const seen = [];
  const asked: string[] = [];
  for (const kind of ['new', 'taken', 'own'] as const) {
    const who = await person();
    const email = { new: fresh(), taken: other.email, own: who.email }[kind];
    asked.push(email);
    const count = async () =>
      (
        await t.deps.pool.query(
          'select (select count(*) from outbox) as events, (select count(*) from email_changes) as changes',
        )
      ).rows[0];
    const before = await count();
    const { status, body, headers } = await request(who, email);
    const after = await count();
    const { 'x-request-id': _id, date: _date, ...others } = headers;
    seen.push({ status, body, others, written: [after.events - before.events, after.changes - before.changes] });
  }
  for (const one of seen) expect(one).toEqual({ ...seen[0], status: 202, written: [1, 1] });
  await t.drain();
  const [, taken = '', own = ''] = asked;
  expect(subjectsTo(taken)).toEqual(['This address has a Saluni account']);
  expect(subjectsTo(own)).toEqual(['This address has a Saluni account']);
  expect([...tokensTo(taken), ...tokensTo(own)]).toEqual([]);
});

test('only the last request counts, for 24 hours, not a mistyped one before it, nor any after a new password', async () => {
  const who = await person();
  const [mistyped, right, late] = [fresh(), fresh(), fresh()];
  await request(who, mistyped);
  await t.drain();
  await request(who, right);
  await t.drain();
  const [wrong = ''] = tokensTo(mistyped);
  const [token = ''] = tokensTo(right);
  expect(wrong).not.toBe('');
  expect(await confirm(wrong)).toMatchObject(dead);
  expect(await confirm(token, await t.at('24 hours 1 minute'))).toMatchObject(dead);
  expect((await confirm(token, await t.at('23 hours 59 minutes'))).status).toBe(200);

  await request(who, late);
  await t.drain();
  const next = 'another battery, correct';
  expect((await t.rest.call(who, 'auth.changePassword', { current_password: password, password: next })).status).toBe(
    204,
  );
  expect(await confirm(tokensTo(late)[0] ?? '')).toMatchObject(dead);
  for (const bad of ['', 'x'.repeat(43), 'a\u0000b']) expect(await confirm(bad)).toMatchObject(dead);
});

test('two accounts that confirm one address at once: one gets it, the other 409, and 20 uses of a link are one change', async () => {
  const [one, two, third] = [await person(), await person(), await person()];
  const [shared, own] = [fresh(), fresh()];
  await request(one, shared);
  await t.drain();
  await request(two, shared);
  await t.drain();
  const tokens = tokensTo(shared);
  expect(tokens).toHaveLength(2);
  const answers = await Promise.all(tokens.map((token) => confirm(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    detail: 'This email address has an account already.',
  });
  expect([(await me(one)).email, (await me(two)).email].filter((email) => email === shared)).toHaveLength(1);

  await request(third, own);
  await t.drain();
  const [token = ''] = tokensTo(own);
  const uses = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
  expect(uses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)].sort());
  await t.drain();
  expect(subjectsTo(third.email).filter((subject) => subject === 'Your email was changed')).toHaveLength(1);
});

test('a signup of the new address at the same moment is 409, and the link goes on working', async () => {
  const [who, email] = [await person(), fresh()];
  const entry = { name: 'Mere Te Ao', role: 'Client', status: 'approved' };
  await t.make.row('waitlist_entries', { ...entry, email: who.email });
  expect((await request(who, email)).status).toBe(202);
  await t.drain();
  const token = tokensTo(email)[0] ?? '';
  const [answer] = await behind(
    t.deps.db,
    (trx) => factories({ db: trx, config: t.deps.config }).row('waitlist_entries', { ...entry, email }),
    () => confirm(token),
  );
  expect(answer).toMatchObject({
    status: 409,
    body: { detail: 'Someone else just changed that. Please try again.' },
  });
  expect((await confirm(token)).status).toBe(200);
});

test('a wrong password is 409 and counts as a failed login; the sixth request of an hour says when to come back', async () => {
  const who = await person();
  const victim = fresh();
  for (let n = 0; n < 5; n++) expect((await request(who, victim)).status).toBe(202);
  const detail = expect.stringMatching(/^Too many requests\. Try again in 3[56]\d\d seconds\.$/);
  expect(await request(who, victim)).toMatchObject({ status: 429, body: { detail } });
  await t.drain();
  expect(t.inbox.to(victim)).toHaveLength(1);
  expect(subjectsTo(who.email)).toHaveLength(5);
  const email = fresh();
  const statuses = [];
  for (const guess of ['one', 'two', 'three', 'four', password])
    statuses.push((await request(who, email, guess)).status);
  expect(statuses).toEqual([409, 409, 409, 429, 429]);
  for (const bad of ['x', 'a@b@c', '', `${'x'.repeat(250)}@a.example`]) {
    expect(await request(await person(), bad)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'email'], msg: 'Invalid email address' }] },
    });
  }
});

test('to one address 3 an hour and 10 a day, whichever accounts ask; the answer is the same', async () => {
  const stranger = fresh();
  const ask = async (times: number, app: typeof t = t) => {
    const people = await Promise.all(Array.from({ length: times }, () => person()));
    for (const who of people) expect((await request(who, stranger)).status).toBe(202);
    await app.drain();
    return t.inbox.to(stranger).length;
  };
  expect(await ask(6)).toBe(3);
  expect(await ask(1)).toBe(3);
  for (const [hours, mails] of [
    [2, 6],
    [4, 9],
    [6, 10],
  ] as const)
    expect(await ask(4, (await t.at(`${hours} hours`)) as typeof t)).toBe(mails);
});
