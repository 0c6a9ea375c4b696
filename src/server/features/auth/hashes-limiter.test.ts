import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { useCodes } from '#server/testing/codes.ts';
import { known, useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';
import { hashPassword } from './passwords.ts';

const t = useTestApp();
const { account, login } = useLogins(t);
const { ask, verify } = useCodes(t);

type Given = { account?: string; address?: string; known?: boolean };
let made = 0;

/** Queues hashing work that ends when it is told to. Without names each caller is another person at another address. */
function queue() {
  const started: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  return {
    started,
    refused,
    async add(name: string, given: Given = {}) {
      made++;
      const keys = [given.address ?? `address ${made}`, given.account ?? `account ${made}`];
      const caller = { keys, known: given.known ?? false };
      const work = () => new Promise<void>((resolve) => started.push(name) && ends.set(name, resolve));
      t.deps.limiters.hashes.run(caller, work).catch(() => refused.push(name));
      await tick();
    },
    /** Ends this work, or all of it in the order in which it began. */
    async end(name?: string) {
      for (const one of name === undefined ? started : [name]) {
        ends.get(one)?.();
        await tick();
      }
    },
  };
}

describe('S5: hashing in turns', () => {
  test('four hashes are computed at once, 32 wait, the next is refused with Retry-After', async () => {
    const q = queue();
    for (let i = 0; i < 36; i++) await q.add(`${i}`);
    expect(q.started).toEqual(['0', '1', '2', '3']);
    const refused = await login(known);
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: 'Too many requests. Try again in 1 seconds.' },
      headers: { 'retry-after': '1' },
    });
    await q.end();
    expect([q.started.length, q.refused]).toEqual([36, []]);
    expect((await login(known)).status).toBe(200);
  });

  test('one hash at a time for an account, two for an address', async () => {
    const q = queue();
    for (const name of ['a1', 'a2', 'a3']) await q.add(name, { account: 'a' });
    for (const name of ['x1', 'x2', 'x3']) await q.add(name, { address: 'x' });
    expect(q.started).toEqual(['a1', 'x1', 'x2']);
    await q.end('a1');
    expect(q.started).toEqual(['a1', 'x1', 'x2', 'a2']);
    await q.end('x1');
    expect(q.started).toEqual(['a1', 'x1', 'x2', 'a2', 'x3']);
    await q.end();
    expect(q.started).toHaveLength(6);
  });

  test('addresses are served in turns, and at an address the accounts', async () => {
    const q = queue();
    for (let i = 0; i < 10; i++) await q.add(`x${i}`, { address: 'x', account: i < 8 ? 'a' : `b${i}` });
    for (const name of ['y1', 'y2', 'z1', 'z2']) await q.add(name, { address: name.slice(0, 1) });
    expect(q.started).toEqual(['x0', 'x8', 'y1', 'y2']);
    await q.end('y1');
    await q.end('x0');
    await q.end('y2');
    await q.end('x8');
    expect(q.started.slice(4)).toEqual(['z1', 'x9', 'z2', 'x1']);
    await q.end();
    expect(q.started).toHaveLength(14);
  });

  test('a full queue refuses whoever has most in it, and known addresses last', async () => {
    const q = queue();
    for (let i = 0; i < 34; i++) await q.add(`x${i}`, { address: 'x' });
    expect(q.refused).toEqual([]);
    for (const name of ['y', 'z']) await q.add(name);
    expect([q.started, q.refused]).toEqual([['x0', 'x1', 'y', 'z'], []]);
    for (const name of ['u', 'v']) await q.add(name);
    await q.add('x34', { address: 'x' });
    expect(q.refused).toEqual(['x33', 'x32', 'x34']);
    await q.end();
    const full = queue();
    for (let i = 0; i < 36; i++) await full.add(`${i}`);
    await full.add('known', { known: true });
    expect(full.refused).toEqual(['35']);
    await full.end();
    expect(full.started).toContain('known');
  });

  test('known addresses come first, and hold three slots of four while others wait', async () => {
    const q = queue();
    for (const name of ['n1', 'n2', 'n3', 'n4', 'n5', 'n6']) await q.add(name);
    for (const name of ['k1', 'k2', 'k3', 'k4', 'k5']) await q.add(name, { known: true });
    for (const name of ['n1', 'n2', 'n3', 'n4']) await q.end(name);
    expect(q.started.slice(4)).toEqual(['k1', 'k2', 'k3', 'n5']);
    await q.end();
    expect(q.started).toHaveLength(11);
  });

  test('of forty codes at once for one attempt each is wrong or one too many', async () => {
    const attempt = await ask(known);
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(attempt, '000000')));
    for (const { status } of answers) expect([401, 429]).toContain(status);
  });

  test('while one account logs in forty times at once, nobody else is refused', async () => {
    const passwordHash = await hashPassword(password);
    const people = await Promise.all(Array.from({ length: 17 }, () => account({ passwordHash })));
    const flood = Array.from({ length: 40 }, () => login(known));
    const answers = await Promise.all(people.map((email, i) => login(email, password, { from: `203.0.113.${i}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(17).fill(200));
    for (const { status } of await Promise.all(flood)) expect([200, 429]).toContain(status);
  });
});
