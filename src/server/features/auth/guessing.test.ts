import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { known, times, useLogins, wrong } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';

const t = useTestApp();
const { account, login } = useLogins(t);
const throttled = {
  status: 429,
  body: { detail: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/) },
};

describe('S6: guessing', () => {
  test('ten failures in a row for an account block the address for a quarter of an hour, and no other address', async () => {
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

  test('after a block the next one needs ten failures again', async () => {
    const email = await account();
    await times(10, () => login(email, 'wrong password'));
    const later = await t.at('16 minutes');
    for (const answer of await times(9, () => login(email, 'wrong password', { app: later })))
      expect(answer.status).toBe(401);
    expect((await login(email, password, { app: later })).status).toBe(200);
  });

  test('a successful login resets the count', async () => {
    const email = await account();
    for (let round = 0; round < 3; round++) {
      await times(9, () => login(email, 'wrong password'));
      expect((await login(email)).status).toBe(200);
    }
  });

  test('after nine failures the tenth attempt can succeed', async () => {
    const email = await account();
    await times(9, () => login(email, 'wrong password'));
    expect((await login(email)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('an unknown e-mail address is blocked in the same way', async () => {
    const [email, nobody] = [await account(), 'unknown@example.com'];
    const seen = async (name: string) =>
      (await times(12, () => login(name, 'wrong password'))).map(({ status, body }) => [
        status,
        String(body.detail).replace(/\d+/, 'N'),
      ]);
    expect(await seen(nobody)).toEqual(await seen(email));
  });

  test('of thirty attempts at once over two processes ten are tried and twenty get 429', async () => {
    const email = await account();
    const twin = await openTestApp(t.databaseUrl);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => login(email, 'wrong password', { app: i % 2 ? t : twin })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await login(email, password, { app: twin })).status).toBe(429);
    await twin.close();
  });

  test('LOGIN_MAX_FAILURES_PER_ADDRESS blocks an address for a day, whichever accounts it tries', async () => {
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

  test('X-Forwarded-For counts only from a proxy that TRUST_PROXY lists', async () => {
    const email = await account();
    const spoofed = (i: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${i}` } });
    await times(10, (i) => login(email, 'wrong password', spoofed(i)));
    expect((await login(email, password, spoofed(99))).status).toBe(429);
    const behind = await openTestApp(t.databaseUrl, { TRUST_PROXY: '198.51.100.0/24' });
    expect((await login(email, password, { app: behind, ...spoofed(99) })).status).toBe(200);
    expect((await login(email, password, { app: behind })).status).toBe(429);
    await behind.close();
  });

  test('the addresses of one IPv6 /64 count as one', async () => {
    const email = await account();
    await times(10, (i) => login(email, 'wrong password', { from: `2001:db8:0:1::${i + 1}` }));
    expect((await login(email, password, { from: '2001:db8:0:1:ffff::1' })).status).toBe(429);
    expect((await login(email, password, { from: '2001:db8:0:2::1' })).status).toBe(200);
  });

  test('0 switches each limit off', async () => {
    const email = await account();
    const off = await openTestApp(t.databaseUrl, { LOGIN_MAX_FAILURES: '0', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });
    for (const answer of await times(15, () => login(email, 'wrong password', { app: off })))
      expect(answer).toMatchObject(wrong);
    expect((await login(email, password, { app: off })).status).toBe(200);
    await off.close();
  });

  test('a limit that is switched off no longer blocks whom it blocked before, and the other one does', async () => {
    const [email, from] = [await account(), '198.51.100.77'];
    await times(11, () => login(email, 'wrong password', { from }));
    expect((await login(email, password, { from })).status).toBe(429);
    const unpaired = await openTestApp(t.databaseUrl, {
      LOGIN_MAX_FAILURES: '0',
      LOGIN_MAX_FAILURES_PER_ADDRESS: '10',
    });
    expect((await login(email, password, { app: unpaired, from })).status).toBe(200);
    for (const _ of Array(10)) await login(email, 'wrong password', { app: unpaired, from });
    expect((await login(email, password, { app: unpaired, from })).status).toBe(429);
    const off = await openTestApp(t.databaseUrl, { LOGIN_MAX_FAILURES: '0', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });
    expect((await login(email, password, { app: off, from })).status).toBe(200);
    await Promise.all([unpaired.close(), off.close()]);
  });

  /** Fails so many times, each from another address. */
  const guess = (email: string, count: number, from = '198.18.0') =>
    times(count, (i) => login(email, 'wrong password', { from: `${from}.${i}` }));

  test('after 20 failures from new addresses guesses are slowed to one a second, over two processes; the owner is not', async () => {
    const [email, nobody] = [await account(), 'nobody@example.com'];
    const [home, twin] = ['198.51.100.7', await openTestApp(t.databaseUrl)];
    expect((await login(email, password, { from: home })).status).toBe(200);
    for (const name of [email, nobody]) for (const answer of await guess(name, 20)) expect(answer).toMatchObject(wrong);

    const apps = [t, twin];
    const kinds = await Promise.all(
      [email, nobody].map(async (name) => {
        const begun = performance.now();
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, i) =>
            login(name, 'wrong password', { app: apps[i % 2], from: `198.18.1.${i}` }),
          ),
        );
        const tried = answers.filter(({ status }) => status === 401);
        expect(tried.length).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1_000);
        expect(answers.find(({ status }) => status === 429)).toMatchObject({
          ...throttled,
          headers: { 'retry-after': '1' },
        });
        return new Set(answers.map(({ status, body }) => `${status} ${body.detail}`));
      }),
    );
    expect(kinds[1]).toEqual(kinds[0]);
    expect(await times(3, async () => (await login(email, password, { from: home })).status)).toEqual([200, 200, 200]);
    expect((await login(email, password, { from: '198.18.2.1' })).status).toBe(200);
    await twin.close();
  });

  test('guesses that arrive together are slowed from the 21st on', async () => {
    const email = await account();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => login(email, 'wrong password', { from: `198.18.3.${i}` })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('while others guess, the first try from an address without failures is checked', async () => {
    const email = await account();
    const guessers = Array.from({ length: 8 }, (_, i) => `198.18.8.${i}`);
    for (const from of guessers) await times(4, (i) => login(`nobody${i}@example.com`, 'wrong password', { from }));
    await guess(email, 20);
    let goOn = true;
    const guessing = guessers.map(async (from) => {
      while (goOn) await login(email, 'wrong password', { from });
    });
    await sleep(1_500);
    expect((await login(email, password, { from: '198.51.100.9' })).status).toBe(200);
    goOn = false;
    await Promise.all(guessing);
  });

  test('a refused guess counts as a failure of its address, not of the account at it', async () => {
    const email = await account();
    await guess(email, 20);
    await takeAllTimes();
    const few = await openTestApp(t.databaseUrl, { LOGIN_MAX_FAILURES_PER_ADDRESS: '12' });
    const answers = await times(13, () => login(email, password, { app: few, from: '198.18.9.1' }));
    expect(answers.slice(0, 12).map(({ headers }) => headers['retry-after'])).toEqual(Array(12).fill('1'));
    expect(Number(answers[12]?.headers['retry-after'])).toBeGreaterThan(86_000);
    await few.close();
  });

  test('20 failures within an hour count, whenever it began; logins and failures from known addresses do not', async () => {
    const [email, home] = [await account(), '198.51.100.7'];
    expect((await login(email, password, { from: home })).status).toBe(200);
    await times(8, () => login(email, 'wrong password', { from: home }));
    await guess(email, 19);
    await times(3, (i) => login(email, password, { from: `198.18.4.${i}` }));
    /** Whether of eight guesses at once more are tried than one at once and one a second. */
    const isFast = async (app = t) => {
      const begun = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => login(email, 'wrong password', { app, from: `198.18.5.${i}` })),
      );
      return answers.filter(({ status }) => status === 401).length > 1 + (performance.now() - begun) / 1_000;
    };
    expect((await t.deps.db.selectFrom('login_guesses').selectAll().executeTakeFirstOrThrow()).failed_at).toHaveLength(
      19,
    );
    await guess(email, 1, '198.18.6');
    expect(await isFast()).toBe(false);
    expect(await isFast(await t.at('61 minutes'))).toBe(true);
  });

  test('a known address comes first, for 90 days after its last login, and is stored as a hash', async () => {
    const email = await account();
    const [home, away] = ['198.51.100.7', '198.51.100.8'];
    await login(email, password, { from: home });
    const [row, ...more] = await t.deps.db.selectFrom('login_addresses').selectAll().execute();
    expect(more).toEqual([]);
    expect(row?.key).toMatch(/^pair:[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(home);
    await guess(email, 20);
    await takeAllTimes();
    expect((await login(email, password, { from: away })).status).toBe(429);
    expect((await login(email, password, { from: home })).status).toBe(200);
    const later = await t.at('91 days');
    await times(20, (i) => login(email, 'wrong password', { app: later, from: `198.18.7.${i}` }));
    await takeAllTimes();
    expect((await login(email, password, { app: later, from: home })).status).toBe(429);
    expect((await login(email, password, { from: home })).status).toBe(200);
  });

  /** As if others waited for all the times that may be waited for. */
  async function takeAllTimes(): Promise<void> {
    await t.deps.db.updateTable('login_guesses').set({ next_at: '2999-01-01T00:00:00Z' }).execute();
  }
});
