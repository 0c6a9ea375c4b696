import { describe, expect, test } from 'vitest';
import { cleanUp } from '#server/jobs/clean-up.ts';
import { hashToken } from '#server/links/tokens.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { newAddress, useCodes } from '#server/testing/codes.ts';
import { times, useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';

const t = useTestApp({ CLIENT_SIGNUP: 'open' });
const { account, login } = useLogins(t);
const { ask, verify, codesTo, mailed } = useCodes(t);

/** How many codes an address has been mailed after so many more were asked for from each of these addresses. */
async function mailedAfter(email: string, asked: string[], app: TestApp = t): Promise<number> {
  for (const from of asked) await ask(email, { from, app });
  return (await codesTo(email, app)).length;
}

describe('mails of codes to an address', () => {
  test('are 3 an hour from one network, whichever of its addresses asks, and for whatever attempt', async () => {
    const email = newAddress();
    const attempt = await ask(email, { from: '203.0.113.1' });
    await ask(email, { from: '203.0.113.2', attempt });
    expect(await mailedAfter(email, ['203.0.113.3', '203.0.113.4', '203.0.113.5'])).toBe(3);
    expect(await mailedAfter(email, ['203.0.114.1'])).toBe(4);
    expect(await mailedAfter(email, ['203.0.113.6'], await t.at('61 minutes'))).toBe(5);
    const other = newAddress();
    expect(
      await mailedAfter(
        other,
        Array.from({ length: 5 }, (_, n) => `2001:db8:7:${n}::1`),
      ),
    ).toBe(3);
    expect(await mailedAfter(other, ['2001:db8:8::1'])).toBe(4);
  });

  test('are 10 an hour and 30 a day, rolling, from all networks; asking at once makes no more', async () => {
    const email = newAddress();
    const networks = Array.from({ length: 16 }, (_, n) => `198.18.${n}.1`);
    await Promise.all(networks.map((from) => ask(email, { from })));
    expect(await codesTo(email)).toHaveLength(10);
    const later = ['61 minutes', '122 minutes', '183 minutes'];
    for (const [hour, shift] of later.entries())
      expect(await mailedAfter(email, networks, await t.at(shift))).toBe(Math.min(30, 20 + 10 * hour));
    expect(await mailedAfter(email, networks, await t.at('23 hours 50 minutes'))).toBe(30);
    expect(await mailedAfter(email, networks, await t.at('25 hours'))).toBe(40);
  });

  test('from a network that the account logged in from have room of their own, which others neither fill nor use', async () => {
    const [email, home] = [await account(), '203.0.113.7'];
    expect((await login(email, password, { from: home })).status).toBe(200);
    const networks = Array.from({ length: 12 }, (_, n) => `198.18.${n}.1`);
    expect(await mailedAfter(email, networks)).toBe(10);
    expect(await mailedAfter(email, [home, '203.0.113.8', home, home])).toBe(13);
    const soon = await t.at('30 minutes');
    expect(await mailedAfter(email, [home, ...networks], soon)).toBe(13);
    const later = await t.at('61 minutes');
    expect(await mailedAfter(email, [home, home, home, home], later)).toBe(16);
    expect(await mailedAfter(email, networks, later)).toBe(26);
    // 91 days after its last login the network is like any other.
    const long = await t.at('91 days');
    expect(await mailedAfter(email, networks.slice(0, 9), long)).toBe(35);
    expect(await mailedAfter(email, [home, home, home], long)).toBe(36);
  });

  test('a login by code makes its network known', async () => {
    const [email, from] = [await account(), '203.0.113.7'];
    const { attempt, code } = await mailed(email, { from });
    expect((await verify(attempt, code, { from })).status).toBe(200);
    const networks = Array.from({ length: 12 }, (_, n) => `198.18.${n}.1`);
    expect(await mailedAfter(email, networks)).toBe(10);
    expect(await mailedAfter(email, [from])).toBe(11);
  });

  test('one that could not be mailed does not count', async () => {
    const email = newAddress();
    const from = '203.0.113.1';
    t.inbox.refuse = { at: 'rcpt', code: 550, only: email };
    expect(await mailedAfter(email, [from, from, from])).toBe(0);
    t.inbox.refuse = undefined;
    await ask(email, { from });
    // Too late for these two.
    await ask(email, { from });
    expect(await codesTo(email, await t.at('5 minutes 1 second'))).toEqual([]);
    expect(await mailedAfter(email, [from, from, from, from])).toBe(3);
  });

  test('invitations to an address without an account are 3 an hour', async () => {
    const email = newAddress();
    const entry = { name: 'Mere Te Ao', email, role: 'Barber', status: 'approved' };
    await t.make.row('waitlist_entries', entry);
    for (let n = 0; n < 5; n++) await ask(email, { from: `198.18.${n}.1` });
    await t.drain();
    expect(t.inbox.to(email)).toHaveLength(3);
  });

  test('of which those that an admin sent count', async () => {
    const email = newAddress();
    const entry = { name: 'Mere Te Ao', email, role: 'Barber', status: 'approved' };
    const id = await t.make.row('waitlist_entries', entry);
    const admin = await t.make.admin();
    for (let n = 0; n < 2; n++) expect((await t.rest.call(admin, 'waitlist.invite', { id })).status).toBeLessThan(300);
    await t.drain();
    for (let n = 0; n < 2; n++) await ask(email, { from: `198.18.${n}.2` });
    await t.drain();
    expect(t.inbox.to(email)).toHaveLength(3);
  });
});

describe('CODES_PER_HOUR', () => {
  const subjectsTo = (email: string) => t.inbox.to(email).length;

  test('counts what is asked from one address, whoever the addressee is; beyond it the answer is alike', async () => {
    const env = { CODES_PER_HOUR: '4', CLIENT_SIGNUP: 'open' };
    const [one, two] = [await openTestApp(t.databaseUrl, env), await openTestApp(t.databaseUrl, env)];
    const admin = await t.make.admin();
    const from = '192.0.2.77';
    const asked = [admin.email, newAddress(), admin.email];
    for (const [index, email] of asked.entries()) await ask(email, { from, app: index % 2 ? one : two });
    await t.drain();
    const more = [newAddress(), newAddress(), newAddress()];
    const attempts = await Promise.all(more.map((email, index) => ask(email, { from, app: index % 2 ? one : two })));
    expect(new Set(attempts).size).toBe(3);
    await t.drain();
    expect(more.map(subjectsTo).reduce((sum, mails) => sum + mails)).toBe(1);
    const elsewhere = newAddress();
    await ask(elsewhere, { from: '192.0.2.78', app: one });
    await t.drain();
    expect(subjectsTo(elsewhere)).toBe(1);
    const later = await t.at('61 minutes', env);
    const last = newAddress();
    await ask(last, { from, app: later });
    await later.drain();
    expect(subjectsTo(last)).toBe(1);
    for (const app of [one, two]) await app.close();
  });

  test('0 is no limit', async () => {
    const emails = await times(40, async () => {
      const email = newAddress();
      await ask(email, { from: '192.0.2.99' });
      return email;
    });
    await t.drain();
    expect(emails.map(subjectsTo)).toEqual(emails.map(() => 1));
  });
});

test('attempts, codes and networks that count for nothing any more are deleted', async () => {
  const email = await account();
  await login(email, password, { from: '203.0.113.7' });
  const { attempt } = await mailed(email, { from: '203.0.113.7' });
  const clean = async (shift: string) => {
    await cleanUp((await t.at(shift)).deps.db, (error) => expect.fail(String(error)));
    const row = await t.deps.db
      .selectFrom('code_attempts')
      .select('hash')
      .where('hash', '=', hashToken(attempt))
      .executeTakeFirst();
    const { rows } = await t.deps.pool.query('select count(*)::int as count from login_networks');
    return [row !== undefined, rows[0].count > 0];
  };
  expect(await clean('24 hours')).toEqual([true, true]);
  expect(await clean('26 hours')).toEqual([false, true]);
  expect(await clean('91 days')).toEqual([false, false]);
});
