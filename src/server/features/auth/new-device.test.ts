import { expect, test } from 'vitest';
import { cleanUp } from '#server/jobs/clean-up.ts';
import { networkOf } from '#server/limits/address-key.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';

const t = useTestApp();
const { account, login } = useLogins(t);

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const newerChrome = chrome.replace('153', '154').replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64');
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0';

async function logIn(email: string, userAgent: string | undefined, from: string, app: TestApp = t) {
  expect((await login(email, password, { app, from, headers: { 'user-agent': userAgent ?? '' } })).status).toBe(200);
  await app.drain();
}

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('a sign-in from a new browser family or network is mailed once a day, never the first one; nothing else tells of it', async () => {
  const email = await account({ email: 'devices@example.com' });
  const mails = () => t.inbox.to(email);
  await logIn(email, chrome, '203.0.113.9');
  // Another version on another system within the same network.
  await logIn(email, newerChrome, '203.0.113.200');
  expect(mails()).toEqual([]);

  await logIn(email, firefox, '203.0.113.9');
  expect(mails()).toHaveLength(1);
  const [mail] = mails();
  expect(mail).toMatchObject({ subject: 'A new login to your Saluni account' });
  expect(mail?.text).toMatch(/Device: +Firefox on macOS\nWhen: +\w+ \d+ \w+ 20\d\d at \d+:\d\d [AP]M AE[DS]T/);
  expect(mail?.text).toContain('/forgot-password');
  expect(mail?.headers).not.toHaveProperty('list-unsubscribe');

  // Known from now on; and a third one on the same day is not mailed, but known, too.
  await logIn(email, firefox, '203.0.113.9');
  await logIn(email, chrome, '198.51.100.1');
  expect(mails()).toHaveLength(1);
  const tomorrow = await t.at('25 hours');
  await logIn(email, chrome, '198.51.100.77', tomorrow);
  expect(mails()).toHaveLength(1);
  await logIn(email, undefined, '2001:db8:1:2::3', tomorrow);
  expect(mails()).toHaveLength(2);
  expect(mails()[1]?.text).toMatch(/Device: +Unknown device/);

  const user = await t.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const written = await t.deps.db.selectFrom('notifications').select('id').where('user_id', '=', user.id).execute();
  expect(written).toEqual([]);
  await t.deps.db
    .insertInto('user_preferences')
    .values({ user_id: user.id, mail_booking: false, mail_reminder: false })
    .execute();
  const later = await t.at('3 days');
  await logIn(email, firefox, '192.0.2.1', later);
  expect(mails()).toHaveLength(3);
});

test('devices are forgotten after half a year, but for the last one of an account', async () => {
  const email = await account({ email: 'forgotten@example.com' });
  await logIn(email, chrome, '203.0.113.9');
  await logIn(email, firefox, '203.0.113.9');
  const { id } = await t.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const devices = async () =>
    (await t.deps.db.selectFrom('login_devices').select('device').where('user_id', '=', id).execute()).length;
  const fail = (error: unknown) => {
    throw error;
  };
  await cleanUp((await t.at('179 days')).deps.db, fail);
  expect(await devices()).toBe(2);
  const later = await t.at('181 days');
  await cleanUp(later.deps.db, fail);
  expect(await devices()).toBe(1);
  await logIn(email, chrome, '203.0.113.9', later);
  expect(t.inbox.to(email)).toHaveLength(2);
});
