import { describe, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { known, times, useLogins, wrong } from '#server/testing/logins.ts';
import { password } from '#server/testing/world.ts';

const t = useTestApp();
const { account, login } = useLogins(t);
const throttled = { status: 429, body: { detail: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/) } };

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
    for (const answer of await times(9, () => login(email, 'wrong password', { app: later }))) expect(answer.status).toBe(401);
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
      (await times(12, () => login(name, 'wrong password'))).map(({ status, body }) => [status, String(body.detail).replace(/\d+/, 'N')]);
    expect(await seen(nobody)).toEqual(await seen(email));
  });

  test('of thirty attempts at once over two processes ten are tried and twenty get 429', async () => {
    const email = await account();
    const twin = await openTestApp(t.databaseUrl);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login(email, 'wrong password', { app: i % 2 ? t : twin })));
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
    for (const answer of await times(15, () => login(email, 'wrong password', { app: off }))) expect(answer).toMatchObject(wrong);
    expect((await login(email, password, { app: off })).status).toBe(200);
    await off.close();
  });
});
