import { describe, expect, test } from 'vitest';
import { type TestApp, useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

let made = 0;
const newAddress = () => `somebody-${++made}@limits.example`;
const person = (email: string) => ({ name: 'Zoë Adjei', email, role: 'Client' });

function entryOf(email: string) {
  return t.deps.db.selectFrom('waitlist_entries').select('id').where('email', '=', email).executeTakeFirst();
}

describe('WAITLIST_SIGNUPS_PER_HOUR', () => {
  const from = (app: TestApp, remoteAddress: string, payload: object = person(newAddress())) =>
    app.app.inject({ method: 'POST', url: '/waitlist/signup', remoteAddress, payload });

  test('S8: limits signups per hour from one address over all processes; the next hour begins at zero', async () => {
    const limited = { WAITLIST_SIGNUPS_PER_HOUR: '4' };
    const [one, two, later] = [
      await t.at('0 seconds', limited),
      await t.at('0 seconds', limited),
      await t.at('61 minutes', limited),
    ];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => from(n % 2 ? one : two, '192.0.2.7')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(4).fill(201), ...Array(8).fill(429)]);
    const refused = await from(one, '192.0.2.7');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_590);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(refused.json()).toEqual({ detail: `Too many requests. Try again in ${seconds} seconds.` });
    expect((await from(one, '192.0.2.8')).statusCode).toBe(201);
    const next = await Promise.all(Array.from({ length: 5 }, () => from(later, '192.0.2.7')));
    expect(next.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 429]);
  });

  test('does not count invalid requests; a refused signup writes nothing', async () => {
    const one = await t.at('0 seconds', { WAITLIST_SIGNUPS_PER_HOUR: '1' });
    for (let n = 0; n < 5; n++) expect((await from(one, '192.0.2.9', person('a@b'))).statusCode).toBe(422);
    expect((await from(one, '192.0.2.9')).statusCode).toBe(201);
    const email = newAddress();
    expect((await from(one, '192.0.2.9', person(email))).statusCode).toBe(429);
    expect(await entryOf(email)).toBeUndefined();
  });

  test('ignores a forged X-Forwarded-For, and counts one IPv6 /64 as one address', async () => {
    const one = await t.at('0 seconds', { WAITLIST_SIGNUPS_PER_HOUR: '1' });
    const spoofed = (n: number) =>
      one.app.inject({
        method: 'POST',
        url: '/waitlist/signup',
        remoteAddress: '192.0.2.10',
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
        payload: person(newAddress()),
      });
    expect([(await spoofed(1)).statusCode, (await spoofed(2)).statusCode]).toEqual([201, 429]);
    expect((await from(one, '2001:db8:1:2::1')).statusCode).toBe(201);
    expect((await from(one, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
  });

  test('0 switches the limit off', async () => {
    const one = await t.at('0 seconds', { WAITLIST_SIGNUPS_PER_HOUR: '0' });
    const answers = await Promise.all(Array.from({ length: 15 }, () => from(one, '192.0.2.11')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(15).fill(201));
  });
});
