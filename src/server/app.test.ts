import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { openApiDocument } from './openapi.ts';
import { routes } from './rest.ts';
import { openTestApp, useTestApp } from './testing/app.ts';
import { openWorld, type World } from './testing/world.ts';
import { builtWeb } from './web.ts';

const t = useTestApp();
let world: World;
let port: number;
beforeAll(async () => {
  world = await openWorld(t);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});

const service = { name: 'Silk press', service_duration_minutes: 90, price: 120, category: 'Styling' };
const large = JSON.stringify({ ...service, description: 'x'.repeat(100 * 1024) });
const json = { 'content-type': 'application/json' };

/** A call as PO unless told otherwise. */
async function ask(method: string, url: string, options: Omit<InjectOptions, 'method' | 'url'> & { as?: { token: string } | null } = {}) {
  const { as = world.people.PO, headers, ...rest } = options;
  const authorization = as ? { authorization: `Bearer ${as.token}` } : {};
  return t.app.inject({ method: method as 'GET', url, headers: { ...authorization, ...headers }, ...rest });
}
const post = (payload: string | Buffer | undefined, headers: Record<string, string> = json) =>
  ask('POST', '/services/', { payload, headers });

describe('the order of checks', () => {
  const put = (id: string, payload: string, as: { token: string } | null, headers: Record<string, string> = json) =>
    ask('PUT', `/services/${id}`, { payload, as, headers }).then(({ statusCode }) => statusCode);

  test('each check comes before all that follow it', async () => {
    const { CO, PO, PX } = world.people;
    const id = await world.service();
    const text = { 'content-type': 'text/plain' };
    expect(await put('x', large, null, text)).toBe(401);
    expect(await put('x', large, CO, text)).toBe(403);
    expect(await put('x', large, PO, text)).toBe(413);
    expect(await put('x', '{', PO, text)).toBe(415);
    expect(await put('x', '{', PO)).toBe(400);
    expect(await put('x', '{}', PO)).toBe(404);
    expect(await put(randomUUID(), '{}', PO)).toBe(422);
    expect(await put(id, '{}', PX)).toBe(422);
    expect(await put(randomUUID(), JSON.stringify(service), PX)).toBe(404);
    expect(await put(id, JSON.stringify(service), PX)).toBe(403);
    expect(await put(id, JSON.stringify(service), PO)).toBe(200);
  });

  test('what the body asks for is refused before it is looked for', async () => {
    const { CO, CX } = world.people;
    const change = (payload: object) => ask('PATCH', `/bookings/${randomUUID()}`, { as: CO, payload });
    expect((await change({ status: 'completed' })).statusCode).toBe(422);
    expect((await change({ status: 'confirmed' })).statusCode).toBe(403);
    expect((await change({ status: 'cancelled' })).statusCode).toBe(404);
    const booking = { professional_id: randomUUID(), service_ids: [randomUUID()], start_time: '2030-01-01T00:00:00Z' };
    expect((await ask('POST', '/bookings/', { as: CO, payload: { ...booking, client_id: CX.clientId } })).statusCode).toBe(403);
    expect((await ask('POST', '/bookings/', { as: CO, payload: booking })).statusCode).toBe(404);
  });

  test('the limit on requests comes before everything', async () => {
    const limited = await openTestApp(t.databaseUrl, { RATE_LIMIT_PER_MINUTE: '1' });
    const asked = () =>
      limited.app.inject({ method: 'PUT', url: '/services/x', payload: large, headers: { 'content-type': 'text/plain' } });
    expect((await asked()).statusCode).toBe(401);
    expect((await asked()).statusCode).toBe(429);
    await limited.close();
  });

  test('over tRPC too, 401 and 403 come before the body', async () => {
    const call = (payload: string, as: { token: string } | null) =>
      ask('POST', '/trpc/services.update', { payload, as, headers: json }).then((answer) => [
        answer.statusCode,
        answer.json().error.data.detail,
      ]);
    expect(await call(large, null)).toEqual([401, 'Not authenticated']);
    expect(await call(large, world.people.CO)).toEqual([403, 'You do not have permission to perform this action.']);
    expect(await call(large, world.people.PO)).toEqual([413, 'The request body must be at most 100 kB.']);
    expect(await call('{', world.people.PO)).toEqual([400, 'Malformed request body']);
    expect(await call('{"id":"x"}', world.people.PO)).toEqual([404, 'Service not found']);
  });
});

describe('bodies', () => {
  const good = JSON.stringify(service);

  test.each([
    ['JSON', good, 'application/json', 201],
    ['with a charset', good, 'application/json; charset=utf-8', 201],
    ['in upper case', good, 'APPLICATION/JSON', 201],
    ['with a tab before the semicolon', good, 'application/json\t; charset=utf-8', 201],
    ['with nothing after the semicolon', good, 'application/json;', 201],
    ['text', good, 'text/plain', 415],
    ['a form where none is taken', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['multipart', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415],
    ['JSON by another name', good, 'application/json+x', 415],
    ['JSON and more', good, 'application/json, text/plain', 415],
    ['no type', good, '', 415],
    ['half a type', good, 'application/', 415],
    ['malformed', '{"name":', 'application/json', 400],
    ['two values', '{}{}', 'application/json', 400],
    ['a NUL byte', '{"name":"a\u0000"}', 'application/json', 400],
    ['a lone surrogate', '{"name":"a\\ud800"}', 'application/json', 422],
    ['empty', '', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
    ['a list', '[]', 'application/json', 422],
    ['a text', '"x"', 'application/json', 422],
    ['a number', '1', 'application/json', 422],
    ['true', 'true', 'application/json', 422],
    ['__proto__', `{"__proto__":{"is_active":false},${good.slice(1)}`, 'application/json', 201],
    ['constructor.prototype', `{"constructor":{"prototype":{"is_active":false}},${good.slice(1)}`, 'application/json', 201],
    ['the same key twice', `{"name":"First",${good.slice(1)}`, 'application/json', 201],
    ['10,000 levels', `{"bio":${'['.repeat(10_000)}${']'.repeat(10_000)},${good.slice(1)}`, 'application/json', 201],
    [
      '10,000 levels of a field',
      `{${good.slice(1, -1)},"description":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      'application/json',
      422,
    ],
    ['100 kB', good.padEnd(100 * 1024), 'application/json', 201],
    ['a byte more', good.padEnd(100 * 1024 + 1), 'application/json', 413],
    ['10 MB', 'x'.repeat(10 * 1024 * 1024), 'application/json', 413],
  ])('%s', async (_what, payload, type, status) => {
    const answer = await post(payload, type === '' ? {} : { 'content-type': type });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const body = answer.json();
    if (status === 201) expect(body).toMatchObject({ ...service, is_active: true });
    else expect(Object.keys(body)).toEqual(['detail']);
    if (status === 400) expect(body.detail).toBe('Malformed request body');
    if (status === 413) expect(body.detail).toContain('100 kB');
    if (status === 415) expect(body.detail).toContain('application/json');
  });

  test('nothing leaks from a body into other objects', () => {
    expect(({} as { is_active?: boolean }).is_active).toBeUndefined();
  });

  test('what is compressed is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect((await post(bomb, { ...json, 'content-encoding': 'gzip' })).statusCode).toBe(415);
    expect(
      (await ask('POST', '/trpc/services.create', { payload: bomb, headers: { ...json, 'content-encoding': 'gzip' } })).statusCode,
    ).toBe(400);
  });

  test('a call without a body may say JSON or nothing', async () => {
    const logout = async (headers: Record<string, string>) =>
      (await ask('POST', '/logout/', { as: await world.tokenOf('PO'), headers })).statusCode;
    expect(await logout({})).toBe(204);
    expect(await logout(json)).toBe(204);
    expect((await ask('DELETE', `/services/${await world.service()}`, { headers: json })).statusCode).toBe(204);
    expect((await ask('GET', '/services/my', { headers: json })).statusCode).toBe(200);
  });

  test('a form may repeat fields and name what objects inherit', async () => {
    const form = (payload: string) =>
      ask('POST', '/login/', { as: null, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    for (const payload of [
      'username=a&username=b&password=x',
      'username[x]=a&password=x',
      '__proto__=a&constructor=b&toString=c',
      '',
      '%',
      '=&=&',
    ]) {
      const answer = await form(payload);
      expect([payload, answer.statusCode]).toEqual([payload, 422]);
      expect(answer.json().detail[0].loc[0]).toBe('body');
    }
  });
});

/** Sends bytes as they are; answers what came back once the connection closed, or after `patience` milliseconds. */
function raw(text: string, { patience = 3_000, drip }: { patience?: number; drip?: string } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    const timer = drip ? setInterval(() => socket.write(drip), 1_000) : undefined;
    const end = () => {
      clearInterval(timer);
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(end, patience);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}

describe.concurrent('broken connections', () => {
  const head = (extra: string) =>
    `POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${extra}\r\n\r\n`;
  const alive = async () => expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);

  test('no HTTP', async () => {
    const answer = await raw('hello\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(answer).toContain('{"detail":"Malformed request"}');
    await alive();
  });

  test('headers without an end', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    await alive();
  });

  test('two lengths that disagree, and one that is none', async () => {
    expect(await raw(head('Content-Length: 2\r\nContent-Length: 3'))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(head('Content-Length: x'))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(head('Content-Length: 2\r\nTransfer-Encoding: chunked'))).toMatch(/^HTTP\/1\.1 400 /);
    await alive();
  });

  test('a length that is too short cuts the JSON', async () => {
    expect(await raw(`${head('Content-Length: 5')}{"username":"a"}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('chunks arrive as one body', async () => {
    expect(await raw(`${head('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 422 /);
    expect(
      await raw(
        `${head('Transfer-Encoding: chunked')}${'1000\r\n'}${'x'.repeat(4096)}\r\n`.concat(`1000\r\n${'x'.repeat(4096)}\r\n`.repeat(30)),
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(`${head('Transfer-Encoding: chunked')}zz\r\n`)).toMatch(/^(HTTP\/1\.1 400 |$)/);
  });

  test('a body that stops in the middle', async () => {
    await new Promise<void>((resolve) => {
      const socket = dial(port, '127.0.0.1', () => socket.end(`${head('Content-Length: 100')}{"username"`, () => resolve()));
    });
    await alive();
  });

  test('a byte a second is waited for 15 seconds, not longer', { timeout: 30_000 }, async () => {
    const begun = Date.now();
    const answer = await raw(head('Content-Length: 1000'), { patience: 25_000, drip: ' ' });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(Date.now() - begun).toBeLessThan(20_000);
    await alive();
  });
});

describe('queries', () => {
  test.each([
    ['limit=5&limit=6', 422],
    ['limit[]=5', 200],
    ['search[a]=b', 200],
    ['search=a&search=b', 422],
    ['__proto__=a&constructor=b&hasOwnProperty=c', 200],
    ['search=%', 200],
    ['search=%zz', 200],
    ['search=%00', 422],
    ['search=%ff%fe', 200],
    ['limit=', 422],
    ['limit=0x10', 422],
    ['limit=1e1', 422],
    ['skip=1e20', 422],
    ['search=%20', 200],
    [Array.from({ length: 1_000 }, (_, i) => `k${i}=v`).join('&'), 200],
    [Array.from({ length: 1_000 }, () => 'specialization_names=Barber').join('&'), 422],
    ['?&&==&', 200],
  ])('%s', async (query, status) => {
    const answer = await ask('GET', `/services/?${query}`, { as: null });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)]);
    if (status === 422) expect(answer.json().detail[0].loc[0]).toBe('query');
  });

  test.each([
    '/services/%',
    '/services/%zz',
    '/%c0%ae',
    '/services/%00',
    '/services/..%2f',
    '//services//',
    '/services/my//',
    '/services/category/%2F',
  ])('%s is no call, or one with nothing to find', async (url) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
      const answer = await ask(method, url);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.headers['x-request-id']).toBeDefined();
    }
    expect([200, 404]).toContain((await ask('GET', url)).statusCode);
  });
});

describe('headers', () => {
  let site: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saluni-web-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Saluni</title>');
    site = await buildApp(t.deps, await builtWeb(folder, t.deps.db));
    site.get('/broken', () => Promise.reject(new Error('SELECT secret FROM node_modules')));
    await site.ready();
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  const get = (url: string, accept = 'text/html') => site.inject({ url, headers: { accept } });

  test('pages, unknown pages and errors carry the same protection', async () => {
    const answers = { '/': 200, '/no-such-page': 404, '/broken': 500, '/services/': 200, '/services/x': 404, '/docs': 200 };
    for (const [url, status] of Object.entries(answers)) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode]).toEqual([url, status]);
      expect(headers['content-security-policy']?.toString().split(';')).toEqual([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self' ws://localhost:3000",
        "img-src 'self' https: data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "require-trusted-types-for 'script'",
      ]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });

  test('an error that nobody foresaw says nothing about itself', async () => {
    const answer = await get('/broken', '*/*');
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal server error' }]);
  });

  test('only who names text/html gets a page', async () => {
    for (const accept of ['*/*', 'application/json', 'text/*', '']) {
      const answer = await get('/browse-services', accept);
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found' }]);
    }
    const page = await get('/browse-services', 'application/json;q=0.1, text/html');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await get('/login')).statusCode).toBe(200);
    expect((await get('/login', '*/*')).statusCode).toBe(404);
    expect((await get('/services/')).headers['content-type']).toContain('application/json');
    expect((await site.inject({ method: 'POST', url: '/no-such-page', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });

  test('answers of calls are nobody to keep', async () => {
    const calls: [string, string][] = [
      ['GET', '/services/'],
      ['GET', '/users/me/'],
      ['POST', '/login/'],
      ['GET', '/nothing'],
      ['GET', '/trpc/auth.me'],
      ['PUT', '/login/'],
      ['GET', '/readyz'],
    ];
    for (const [method, url] of calls) {
      expect([url, (await ask(method, url, { as: null })).headers['cache-control']]).toEqual([url, 'no-store']);
    }
  });

  test('each answer has an id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await ask('GET', '/livez', { headers: { 'x-request-id': 'mine' } })).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('mine');
  });
});

describe('other origins', () => {
  const listed = 'https://partner.example';
  let cors: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    cors = await openTestApp(t.databaseUrl, { CORS_ORIGINS: `${listed},https://two.example` });
  });
  afterAll(() => cors.close());
  const from = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    cors.app.inject({
      method,
      url: '/services/',
      headers: {
        origin,
        ...(method === 'OPTIONS' ? { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' } : {}),
      },
    });

  test('a listed one may call, without credentials', async () => {
    const [call, preflight] = [await from(listed), await from(listed, 'OPTIONS')];
    expect(call.headers['access-control-allow-origin']).toBe(listed);
    expect(call.headers['access-control-allow-credentials']).toBeUndefined();
    expect(call.headers['access-control-expose-headers']).toContain('X-Total-Count');
    expect(call.headers.vary).toContain('Origin');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  });

  test.each(['https://evil.example', 'null', 'https://partner.example.evil', 'http://partner.example', 'https://partner.example:444', ''])(
    '%j is told nothing',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await from(origin, method);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(answer.statusCode).toBe(method === 'GET' ? 200 : 405);
      }
    },
  );

  test('without a list there are no such headers', async () => {
    const answer = await ask('GET', '/services/', { headers: { origin: listed } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

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

  test('of ten in one batch each answers for itself', async () => {
    const paths = [...Array(9).fill('services.list'), 'auth.me'].join();
    const answer = await ask('GET', `/trpc/${paths}?batch=1`, { as: null });
    expect(answer.statusCode).toBe(207);
    const bodies = answer.json() as { error?: { data: { detail: string } } }[];
    expect(bodies.map(({ error }) => error?.data.detail)).toEqual([...Array(9).fill(undefined), 'Not authenticated']);
  });

  test('errors say the same as on REST', async () => {
    for (const input of [{ id: randomUUID(), ...service }, { id: 'x' }, { id: randomUUID() }, {}]) {
      const [rest, trpc] = [
        await t.rest.call(world.people.PO, 'services.update', input),
        await t.trpc.call(world.people.PO, 'services.update', input),
      ];
      expect([trpc.status, trpc.body]).toEqual([rest.status, rest.body]);
    }
  });
});

describe('the document', () => {
  test('is served, holds every call and refers to nothing that is missing', async () => {
    const answer = await ask('GET', '/openapi.json', { as: null });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const document = answer.json() as ReturnType<typeof openApiDocument> & {
      openapi: string;
      info: object;
      paths: Record<string, Record<string, Operation>>;
    };
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const there = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(there.sort()).toEqual(routes.map(({ method, template }) => `${method} ${template}`).sort());
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(answer.body).not.toContain('"$ref"');
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { parameters = [], responses, security } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
        expect(inPath.every(({ required, schema }) => required && typeof schema === 'object')).toBe(true);
        for (const response of Object.values(responses)) expect(response.description).toEqual(expect.any(String));
        expect(security ?? [{ bearer: [] }]).toEqual([{ bearer: [] }]);
      }
    }
  });

  test('reads as a page, with nothing from elsewhere and no script', async () => {
    const answer = await ask('GET', '/docs', { as: null });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { name, method, template } of routes) {
      expect(answer.body).toContain(`id="${name}"`);
      expect(answer.body).toContain(`${method} ${template}`);
    }
    expect(answer.body).not.toMatch(/<script|<link|<img|src=|@import|url\(|\son\w+=|https?:/i);
    expect((await ask('GET', '/docs/', { as: null })).statusCode).toBe(200);
    expect((await ask('POST', '/docs', { as: null })).headers.allow).toBe('GET, HEAD');
  });
});
type Operation = {
  operationId: string;
  security?: unknown;
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  responses: Record<string, { description: string }>;
};
