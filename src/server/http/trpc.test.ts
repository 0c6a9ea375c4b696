import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { askerOf, json, silkPress } from '#server/testing/ask.ts';
import { useWorld } from '#server/testing/world.ts';

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

  test.each([
    ['PUT', '/trpc/services.list', 'GET, HEAD'],
    ['POST', '/trpc/services.list', 'GET, HEAD'],
    ['GET', '/trpc/services.create', 'POST'],
    ['DELETE', '/trpc/services.create', 'POST'],
    ['OPTIONS', '/trpc/services.list', 'GET, HEAD'],
    ['TRACE', '/trpc/services.list', 'GET, HEAD'],
    ['TRACE', '/trpc/no.such', 'GET, HEAD, POST'],
    ['PATCH', '/trpc/services.list,auth.me', 'GET, HEAD, POST'],
  ])('A12: %s %s is 405 and allows %s', async (method, url, allowed) => {
    const answer = await ask(method, url);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allowed]);
    expect(answer.json()).toMatchObject({ error: { data: { detail: expect.any(String) } } });
  });

  test('a call without a body may have a content type or none', async () => {
    for (const headers of [{}, json, { 'content-type': 'text/plain' }, { 'content-type': 'APPLICATION/JSON; charset=utf-8' }]) {
      expect((await ask('POST', '/trpc/notifications.readAll', { headers })).statusCode).toBe(200);
      expect((await ask('POST', '/notifications/read-all', { headers })).statusCode).toBe(204);
    }
  });

  test('A5: a body that is not JSON or is compressed is 415, one over 100 kB is 413', async () => {
    const login = (payload: string | Buffer, headers: Record<string, string>) =>
      ask('POST', '/trpc/auth.login', { as: null, payload, headers });
    const form = '--x\r\ncontent-disposition: form-data; name="username"\r\n\r\na\r\n--x--\r\n';
    expect((await login(form, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(415);
    expect((await login('username=a', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
    expect((await login(gzipSync('{}'), { ...json, 'content-encoding': 'gzip' })).statusCode).toBe(415);
    expect((await login(`{"username":"${'x'.repeat(200_000)}"}`, json)).statusCode).toBe(413);
    expect((await login('{}', { 'content-type': 'APPLICATION/JSON' })).statusCode).toBe(422);
  });

  test('any Host header is accepted', async () => {
    for (const host of ['%%%', 'a b', '[', '']) {
      expect((await ask('GET', '/trpc/services.list', { headers: { host } })).statusCode).toBe(200);
    }
  });

  test('A5: the calls of a batch of ten are answered independently', async () => {
    const paths = [...Array(9).fill('services.list'), 'auth.me'].join();
    const answer = await ask('GET', `/trpc/${paths}?batch=1`, { as: null });
    expect(answer.statusCode).toBe(207);
    const bodies = answer.json() as { error?: { data: { detail: string } } }[];
    expect(bodies.map(({ error }) => error?.data.detail)).toEqual([...Array(9).fill(undefined), 'Not authenticated']);
  });

  test('A8: errors have the same status and body as over REST', async () => {
    for (const input of [{ id: randomUUID(), ...silkPress }, { id: 'x' }, { id: randomUUID() }, {}]) {
      const [rest, trpc] = [
        await t.rest.call(world.people.PO, 'services.update', input),
        await t.trpc.call(world.people.PO, 'services.update', input),
      ];
      expect([trpc.status, trpc.body]).toEqual([rest.status, rest.body]);
    }
  });
});
