import { describe, expect, test } from 'vitest';
import { handleEvent } from '#server/jobs/handle-event.ts';
import { hashToken } from '#server/links/tokens.ts';
import { type Answer, type TestApp, useTestApp } from '#server/testing/app.ts';
import { HOUR } from '#shared/constants.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });

let made = 0;
const newAddress = () => `somebody-${++made}@waitlist.example`;
const person = (email: string, given: Record<string, unknown> = {}) => ({
  name: 'Zoë Adjei',
  email,
  role: 'Client',
  ...given,
});

function signUp(email: string, app: TestApp = t): Promise<Answer> {
  return app.rest.call(null, 'waitlist.signup', person(email));
}

function entryOf(email: string) {
  return t.deps.db.selectFrom('waitlist_entries').selectAll().where('email', '=', email).executeTakeFirst();
}

/** The tokens of all links mailed to an address, oldest first. */
function tokensTo(email: string): string[] {
  return t.inbox
    .to(email)
    .flatMap(({ text }) => /https:\/\/saluni\.example\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

async function mailedToken(email: string, app: TestApp = t): Promise<string> {
  await signUp(email, app);
  await app.drain();
  return tokensTo(email).at(-1) ?? '';
}

const verify = (token: unknown, app: TestApp = t) => app.rest.call(null, 'waitlist.verify', { token });
const dead = { status: 400, body: { detail: 'This link is no longer valid.' } };

/** Addresses that are new, pending, verified, approved and declined. */
async function addresses(): Promise<Record<'fresh' | 'pending' | 'verified' | 'approved' | 'declined', string>> {
  const [pending, verified, approved, declined] = [newAddress(), newAddress(), newAddress(), newAddress()];
  for (const email of [pending, verified, approved, declined]) await signUp(email);
  await t.drain();
  for (const [email, status] of [
    [verified, 'verified'],
    [approved, 'approved'],
    [declined, 'declined'],
  ] as const)
    await t.deps.db.updateTable('waitlist_entries').set({ status }).where('email', '=', email).execute();
  return { fresh: newAddress(), pending, verified, approved, declined };
}

describe('signing up', () => {
  test('puts the address on the list, unverified, and mails it a link', async () => {
    const email = newAddress();
    const answer = await t.rest.call(
      null,
      'waitlist.signup',
      person(email.toUpperCase(), { name: '  Zoë Adjei ', role: 'Barber' }),
    );
    expect([answer.status, answer.body]).toEqual([201, { message: expect.any(String) }]);
    expect(await entryOf(email)).toMatchObject({
      name: 'Zoë Adjei',
      email,
      role: 'Barber',
      status: 'unverified',
      verified_at: null,
    });
    await t.drain();
    const [mail, ...more] = t.inbox.to(email);
    expect(more).toEqual([]);
    expect(mail?.headers.to).toBe(email);
    expect(mail?.subject).toBe('Verify your email to reserve your spot');
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toMatch(/https:\/\/saluni\.example\/verify-email\?token=[\w-]{43}\b/);
      // The person who typed the name need not be the owner of the address.
      expect(body).not.toContain('Zoë');
    }
  });

  test('place and link of hairdressers and barbers reach the admin, with the link that was used; of clients none', async () => {
    const admin = await t.make.admin();
    const listed = async (email: string) =>
      ((await t.trpc.call(admin, 'waitlist.list', {})).body as { email: string }[]).find((one) => one.email === email);
    const work = { location: ' Footscray VIC ', link: 'https://braids.example/work' };
    const email = newAddress();
    for (const given of [
      { role: 'Barber', ...work },
      { role: 'Hairdresser', location: '', link: '' },
    ]) {
      expect((await t.rest.call(null, 'waitlist.signup', person(email, given))).status).toBe(201);
      await t.drain();
    }
    expect(await listed(email)).toMatchObject({ role: 'Hairdresser', location: null, link: null });
    await verify(tokensTo(email)[0]);
    expect(await listed(email)).toMatchObject({ role: 'Barber', location: 'Footscray VIC', link: work.link });

    const client = newAddress();
    await t.trpc.call(null, 'waitlist.signup', person(client, work));
    expect(await listed(client)).toMatchObject({ role: 'Client', location: null, link: null });
    for (const wrong of [
      { link: 'http://braids.example' },
      { link: 'javascript:alert(1)' },
      { location: 'x'.repeat(201) },
    ]) {
      const { status, body } = await t.rest.call(
        null,
        'waitlist.signup',
        person(newAddress(), { role: 'Barber', ...wrong }),
      );
      expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', Object.keys(wrong)[0]] }] }]);
    }
  });

  test('S8: a link verifies what its own mail names, whoever signs the address up again', async () => {
    const owner = { name: 'Zoë Adjei', role: 'Barber' };
    const stranger = { name: 'Somebody Else', role: 'Client' };
    for (const [index, verified] of [owner, stranger].entries()) {
      const email = newAddress();
      for (const one of [owner, stranger]) {
        await t.rest.call(null, 'waitlist.signup', person(email, one));
        await t.drain();
      }
      const tokens = tokensTo(email);
      expect(tokens).toHaveLength(2);
      expect(t.inbox.to(email).map(({ text }) => /as a (\w+)/.exec(text)?.[1])).toEqual(['barber', 'client']);
      expect(await verify(tokens[index])).toMatchObject({ status: 200, body: { email } });
      expect(await entryOf(email)).toMatchObject({ ...verified, status: 'verified' });
      // What is verified stays.
      expect((await verify(tokens[1 - index])).status).toBe(200);
      await t.rest.call(null, 'waitlist.signup', person(email, { name: 'Third Person', role: 'Hairdresser' }));
      expect(await entryOf(email)).toMatchObject({ ...verified, status: 'verified' });
    }
  });

  test('S8: new, pending, verified, approved and declined addresses get the same answer, and each its own e-mail', async () => {
    const known = await addresses();
    const before = t.inbox.emails.length;
    const answers = await Promise.all(Object.values(known).map((email) => signUp(email)));
    const seen = answers.map(({ status, body, headers: { 'x-request-id': _id, date: _date, ...headers } }) => ({
      status,
      body,
      headers,
    }));
    for (const one of seen) expect(one).toEqual(seen[0]);
    await t.drain();
    expect(t.inbox.emails.length - before).toBe(5);
    const subjects = Object.fromEntries(
      Object.entries(known).map(([state, email]) => [state, t.inbox.to(email).at(-1)?.subject]),
    );
    expect(subjects).toEqual({
      fresh: 'Verify your email to reserve your spot',
      pending: 'Verify your email to reserve your spot',
      verified: "You're already on the list",
      approved: "You're already on the list",
      declined: 'Your application was reviewed',
    });
    for (const state of ['verified', 'approved', 'declined'] as const)
      expect(t.inbox.to(known[state]).at(-1)?.text).not.toContain('verify-email');
  });

  test('S8: the same rows are written for every state of the address', async () => {
    const known = await addresses();
    const written: Record<string, unknown> = {};
    for (const [state, email] of Object.entries(known)) {
      const rows = async () => {
        const { rows: counts } = await t.deps.pool.query(
          'select (select count(*)::int from outbox) as events, (select count(*)::int from deliveries) ' +
            'as deliveries, (select count(*)::int from link_tokens) as tokens',
        );
        return counts[0] as Record<string, number>;
      };
      const before = await rows();
      await signUp(email);
      const after = await rows();
      written[state] = Object.fromEntries(
        Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
      );
    }
    const same = { events: 1, deliveries: 0, tokens: 0 };
    expect(written).toEqual({ fresh: same, pending: same, verified: same, approved: same, declined: same });
  });

  test('a new signup corrects name and role until the address is verified, and not afterwards', async () => {
    const email = newAddress();
    const again = person(email, { name: 'Zoë van der Berg', role: 'Hairdresser' });
    await mailedToken(email);
    await t.rest.call(null, 'waitlist.signup', again);
    await t.drain();
    expect(await entryOf(email)).toMatchObject({ name: 'Zoë van der Berg', role: 'Hairdresser' });
    await verify(tokensTo(email).at(-1));
    await t.rest.call(null, 'waitlist.signup', person(email, { name: 'Somebody else', role: 'Barber' }));
    expect(await entryOf(email)).toMatchObject({ name: 'Zoë van der Berg', role: 'Hairdresser', status: 'verified' });
  });

  test('S8: three mails a day, even of many signups at once; the next day three more', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    await Promise.all([t.drain(), t.drain(), t.drain(), t.drain()]);
    expect(t.inbox.to(email)).toHaveLength(3);
    const verified = await verify(tokensTo(email)[0]);
    expect(verified.status).toBe(200);
    await signUp(email);
    await t.drain();
    expect(t.inbox.to(email)).toHaveLength(3);
    const later = await t.at('25 hours');
    await signUp(email, later);
    await later.drain();
    expect(t.inbox.to(email).map(({ subject }) => subject)[3]).toBe("You're already on the list");
  });

  test('the three e-mails a day are counted exactly when several processes send at once', async () => {
    const email = newAddress();
    await Promise.all(Array.from({ length: 8 }, () => signUp(email)));
    const events = await t.deps.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute();
    await Promise.all(events.map(({ id }) => handleEvent(t.deps, id)));
    const entry = await entryOf(email);
    const deliveries = await t.deps.db
      .selectFrom('deliveries')
      .select('id')
      .where('recipient', '=', entry?.id ?? '')
      .execute();
    expect(deliveries).toHaveLength(3);
  });
});

describe('D13: invalid and valid signups', () => {
  const loc = (field: string) => ['body', field];
  test.each([
    ['name', undefined, 'Name must be at least 2 characters long'],
    ['name', 5, 'Name must be at least 2 characters long'],
    ['name', '', 'Name must be at least 2 characters long'],
    ['name', '   a   ', 'Name must be at least 2 characters long'],
    ['name', 'a'.repeat(101), 'Name must be 100 characters or fewer'],
    ['name', 'a\u0000b', 'Must not contain invalid characters'],
    ['name', 'Zoë\r\nBcc: b@example.com', 'Must not contain invalid characters'],
    ['email', undefined, 'Invalid email address'],
    ['email', '', 'Invalid email address'],
    ['email', 'a@b', 'Invalid email address'],
    ['email', '"a b"@example.com', 'Invalid email address'],
    ['email', 'a(comment)@example.com', 'Invalid email address'],
    ['email', 'x:a@example.com,c@example.com;', 'Invalid email address'],
    ['email', 'a@example.com,b@example.com', 'Invalid email address'],
    ['email', 'Zoë <a@example.com>', 'Invalid email address'],
    ['email', 'a@example.com\r\nBcc: b@example.com', 'Invalid email address'],
    ['email', `${'a'.repeat(243)}@example.com`, 'Invalid email address'],
    ['email', 'zoë@example.com', 'Invalid email address'],
    ['email', ['a@example.com'], 'Invalid email address'],
    ['role', undefined, 'Role is required'],
    ['role', '', 'Role is required'],
    ['role', 'CLIENT', 'Role is required'],
    ['role', 'Admin', 'Role is required'],
  ])('%s %j: %s', async (field, value, msg) => {
    const before = await t.deps.db.selectFrom('outbox').select('id').execute();
    for (const api of t.apis) {
      const { status, body } = await api.call(
        null,
        'waitlist.signup',
        person('valid@waitlist.example', { [field]: value }),
      );
      expect([api.name, status]).toEqual([api.name, 422]);
      expect(body).toEqual({ detail: [{ loc: loc(field), msg, type: expect.any(String) }] });
    }
    expect(await t.deps.db.selectFrom('outbox').select('id').execute()).toEqual(before);
    expect(await entryOf('valid@waitlist.example')).toBeUndefined();
  });

  test('values at the bounds are accepted, and surrounding spaces do not count', async () => {
    for (const name of ['Jo', '💈', `  ${'a'.repeat(100)}  `, "Adébáyọ̀ O'Brien"]) {
      const email = newAddress();
      const { status } = await t.rest.call(null, 'waitlist.signup', person(email, { name }));
      expect([name, status]).toEqual([name, 201]);
      expect(await entryOf(email)).toMatchObject({ name: name.trim() });
    }
    const longest = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(59)}.example`;
    expect((await signUp(longest)).status).toBe(201);
    const odd = { id: '0', status: 'approved', verified_at: '2026-01-01T00:00:00Z', note: 'x' };
    const email = newAddress();
    await t.rest.call(null, 'waitlist.signup', person(email, odd));
    expect(await entryOf(email)).toMatchObject({ status: 'unverified', verified_at: null, note: null });
  });
});

describe('verifying', () => {
  test('the mailed link verifies its address, and works once', async () => {
    const email = newAddress();
    const token = await mailedToken(email);
    const first = await t.rest.call(null, 'waitlist.verify', { token });
    expect([first.status, first.body]).toEqual([200, { email }]);
    const entry = await entryOf(email);
    expect(entry).toMatchObject({ status: 'verified', verified_at: expect.any(String) });
    expect(await t.rest.call(null, 'waitlist.verify', { token })).toMatchObject(dead);
    expect(await entryOf(email)).toEqual(entry);
  });

  test('S9: HEAD and GET verify nothing, then POST does', async () => {
    const email = newAddress();
    const token = await mailedToken(email);
    for (const url of [`/verify-email?token=${token}`, `/waitlist/verify?token=${token}`]) {
      await t.app.inject({ method: 'HEAD', url });
      for (let times = 0; times < 3; times++)
        await t.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    }
    await t.app.inject({
      method: 'GET',
      url: `/trpc/waitlist.verify?input=${encodeURIComponent(JSON.stringify({ token }))}`,
    });
    expect(await entryOf(email)).toMatchObject({ status: 'unverified' });
    expect((await verify(token)).status).toBe(200);
  });

  test('S9: of 20 uses of a link at once one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const token = await mailedToken(newAddress());
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    }
  });

  test('S9: a link works for 48 hours', async () => {
    const [soon, late] = [newAddress(), newAddress()];
    const [early, old] = [await mailedToken(soon), await mailedToken(late)];
    const [before, after] = [await t.at('47 hours 59 minutes'), await t.at('48 hours 1 minute')];
    expect((await verify(early, before)).status).toBe(200);
    expect(await verify(old, after)).toMatchObject(dead);
    expect(await entryOf(late)).toMatchObject({ status: 'unverified' });
  });

  test('an unknown token is 400, a missing one or another type 422', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), 'a\u0000b', '\ud800', '../', hashToken('x')])
      expect(await verify(token)).toMatchObject(dead);
    for (const token of [undefined, null, 5, ['x'], {}]) expect((await verify(token)).status).toBe(422);
  });

  test('a link for another purpose does not verify', async () => {
    const email = newAddress();
    await signUp(email);
    const token = 'of another purpose';
    await t.deps.db
      .insertInto('link_tokens')
      .values({
        hash: hashToken(token),
        purpose: 'invitation',
        email,
        expires_at: new Date(Date.now() + HOUR).toISOString(),
      })
      .execute();
    expect(await verify(token)).toMatchObject(dead);
    expect(await entryOf(email)).toMatchObject({ status: 'unverified' });
  });

  test('S1, J12: a mailed token is stored only as a hash', async () => {
    const token = await mailedToken(newAddress());
    const { rows: tables } = await t.deps.pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    for (const { name } of tables) {
      const { rows } = await t.deps.pool.query(`select 1 from ${name} x where position($1 in x::text) > 0`, [token]);
      expect([name, rows.length]).toEqual([name, 0]);
    }
    const { rows: hashed } = await t.deps.pool.query('select 1 from link_tokens where hash = $1', [hashToken(token)]);
    expect(hashed).toHaveLength(1);
  });

  test('an e-mail that is sent at the second attempt has a working link', async () => {
    const email = newAddress();
    t.inbox.refuse = { at: 'data', code: 451, text: '4.2.0 later' };
    await signUp(email);
    await t.drain();
    expect(t.inbox.to(email)).toEqual([]);
    t.inbox.refuse = undefined;
    const later = await t.at('1 minute');
    await later.drain();
    expect(t.inbox.to(email)).toHaveLength(1);
    expect(await verify(tokensTo(email)[0])).toMatchObject({ status: 200, body: { email } });
  });
});
