import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createTRPCClient, httpBatchLink, httpLink, type TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import type { AppRouter } from '#server/router.ts';
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
    ['GET', '/trpc', 404],
    ['GET', '/trpc/', 404],
    ['POST', '/trpc/services.create/more', 404],
    ['GET', '/trpc/%zz', 404],
    ['GET', `/trpc/${'a'.repeat(6_000)}`, 404],
    ['PUT', '/trpc/services.list,auth.me?batch=1', 405],
    ['GET', '/trpc/services.list,services.list?batch=1&input={', 400],
    ['GET', '/trpc/services.list,services.list?batch=1&input=1', 400],
    ['GET', '/trpc/services.create,services.create?batch=1', 405],
    ['POST', '/trpc/services.list,services.list?batch=1', 405],
    ['GET', '/trpc/no.such,toString?batch=1', 404],
    ['GET', '/trpc/,?batch=1', 404],
  ] as const)('%s %s', async (method, url, status) => {
    const answer = await ask(method, url, method === 'GET' ? {} : { payload: '{}', headers: json });
    expect(answer.statusCode).toBe(status);
    const body = [answer.json()].flat()[0];
    expect(body).toEqual({
      error: {
        message: expect.any(String),
        code: expect.any(Number),
        data: expect.objectContaining({ code: expect.any(String) }),
      },
    });
    expect(body.error.data).toMatchObject({ httpStatus: status, detail: expect.anything() });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
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
    for (const headers of [
      {},
      json,
      { 'content-type': 'text/plain' },
      { 'content-type': 'APPLICATION/JSON; charset=utf-8' },
    ]) {
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

  test('each call of a batch that cannot be made has its own answer, and the others are made', async () => {
    const { PO } = world.people;
    const paths = ['services.list', 'no.such', 'services.create', 'auth.me', 'services.byId'].join();
    const answer = await ask(
      'GET',
      `/trpc/${paths}?batch=1&input=${encodeURIComponent('{"0":{"limit":1},"4":{"id":"x"}}')}`,
    );
    expect(answer.statusCode).toBe(207);
    const bodies = answer.json() as {
      result?: { data: unknown };
      error?: { data: { httpStatus: number; path: string; detail: string } };
    }[];
    expect(bodies.map(({ error }) => error && [error.data.httpStatus, error.data.path, error.data.detail])).toEqual([
      undefined,
      [404, 'no.such', 'Not found'],
      [405, 'services.create', 'Method not allowed'],
      undefined,
      [404, 'services.byId', 'Service not found'],
    ]);
    expect(bodies[0]?.result?.data).toMatchObject({ limit: 1 });
    expect(bodies[3]?.result?.data).toMatchObject({ id: PO.userId });
  });

  test("a batch's body is checked like a single call's, and its calls have their own inputs", async () => {
    const url = '/trpc/services.create,services.update,notifications.readAll?batch=1';
    const batch = (payload: string | Buffer, headers: Record<string, string> = json) =>
      ask('POST', url, { payload, headers });
    expect((await batch('{')).statusCode).toBe(400);
    expect((await batch('{}', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await batch('x'.repeat(200_000))).statusCode).toBe(413);
    const made = await batch(JSON.stringify({ 0: silkPress, 1: { id: randomUUID(), ...silkPress } }));
    expect(made.statusCode).toBe(207);
    expect(made.json()).toEqual([
      { result: { data: expect.objectContaining(silkPress) } },
      {
        error: expect.objectContaining({
          data: expect.objectContaining({ httpStatus: 404, detail: 'Service not found' }),
        }),
      },
      { result: {} },
    ]);
  });

  test("tRPC's own client understands single calls, batches and errors", async () => {
    const { PO } = world.people;
    const fetched = async (url: unknown, init: RequestInit = {}) => {
      const { method, headers, body } = init;
      const answer = await ask(method ?? 'GET', String(url).replace('http://saluni', ''), {
        headers: headers as Record<string, string>,
        ...(body ? { payload: String(body) } : {}),
      });
      return new Response(answer.body, { status: answer.statusCode });
    };
    for (const link of [httpLink, httpBatchLink]) {
      const api = createTRPCClient<AppRouter>({
        links: [link({ url: 'http://saluni/trpc', fetch: fetched as typeof fetch })],
      });
      const [me, services, refused] = await Promise.all([
        api.auth.me.query(),
        api.services.list.query({ limit: 1 }),
        api.services.byId.query({ id: randomUUID() }).catch((error: unknown) => error as TRPCClientError<AppRouter>),
      ]);
      expect([me.id, services.limit]).toEqual([PO.userId, 1]);
      expect(refused).toMatchObject({
        message: 'Service not found',
        data: { httpStatus: 404, detail: 'Service not found' },
      });
      const [made, read] = await Promise.all([
        api.services.create.mutate(silkPress),
        api.notifications.readAll.mutate(),
      ]);
      expect(made).toMatchObject(silkPress);
      expect(read).toBeUndefined();
    }
  });

  test("an answer that is built as text is put into tRPC's envelope as it is", async () => {
    const { professionalId } = world.people.PO;
    await world.window();
    const rest = await ask('GET', `/availability/professional/${professionalId}`);
    const input = encodeURIComponent(JSON.stringify({ id: professionalId }));
    const trpc = await ask('GET', `/trpc/availability.ofProfessional?input=${input}`);
    expect(rest.json().length).toBeGreaterThan(0);
    expect(trpc.body).toBe(`{"result":{"data":${rest.body}}}`);
    const batch = await ask(
      'GET',
      `/trpc/availability.ofProfessional?batch=1&input=${encodeURIComponent(`{"0":{"id":"${professionalId}"}}`)}`,
    );
    expect(batch.body).toBe(`[${trpc.body}]`);
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
