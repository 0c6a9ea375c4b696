import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestApp } from './testing/app.ts';
import { askerOf, json, silkPress } from './testing/ask.ts';
import { useWorld } from './testing/world.ts';

const t = useTestApp();
const world = useWorld(t);
const ask = askerOf(t, world);

describe('tRPC', () => {
  test.each([
    ['GET', '/trpc/no.such', 404],
    ['GET', '/trpc/toString', 404],
    ['GET', '/trpc/__proto__', 404],
    ['GET', '/trpc/services.create', 405],
    ['POST', '/trpc/services.list', 405],
    ['GET', '/trpc/services.list?input={', 400],
    ['GET', '/trpc/services.list?input=%7B%22limit%22%3A0%7D', 422],
    ['GET', `/trpc/services.list?input=${encodeURIComponent(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)}`, 422],
    ['GET', `/trpc/${Array(11).fill('services.list').join()}?batch=1`, 400],
    ['GET', `/trpc/${Array(1_000).fill('a').join()}?batch=1`, 400],
    ['PUT', '/trpc/services.list', 405],
  ] as const)('%s %s', async (method, url, status) => {
    const answer = await ask(method, url, method === 'GET' ? {} : { payload: '{}', headers: json });
    expect(answer.statusCode).toBe(status);
    const body = [answer.json()].flat()[0];
    expect(body.error.data.detail).toBeDefined();
    expect(answer.body).not.toMatch(/stack|node_modules|\bat \//);
  });

  test('A5: of ten in one batch each answers for itself', async () => {
    const paths = [...Array(9).fill('services.list'), 'auth.me'].join();
    const answer = await ask('GET', `/trpc/${paths}?batch=1`, { as: null });
    expect(answer.statusCode).toBe(207);
    const bodies = answer.json() as { error?: { data: { detail: string } } }[];
    expect(bodies.map(({ error }) => error?.data.detail)).toEqual([...Array(9).fill(undefined), 'Not authenticated']);
  });

  test('A8: errors say the same as on REST', async () => {
    for (const input of [{ id: randomUUID(), ...silkPress }, { id: 'x' }, { id: randomUUID() }, {}]) {
      const [rest, trpc] = [
        await t.rest.call(world.people.PO, 'services.update', input),
        await t.trpc.call(world.people.PO, 'services.update', input),
      ];
      expect([trpc.status, trpc.body]).toEqual([rest.status, rest.body]);
    }
  });
});
