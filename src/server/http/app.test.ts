import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { askerOf } from '#server/testing/ask.ts';
import { useWorld } from '#server/testing/world.ts';
import { pages } from '#shared/pages.ts';
import { buildApp } from './app.ts';
import { openApiDocument } from './openapi.ts';
import { builtWeb } from './web.ts';

const t = useTestApp();
const world = useWorld(t);
const ask = askerOf(t, world);

describe('headers', () => {
  let site: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saluni-web-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Saluni</title><div id="root"></div>');
    site = await buildApp(t.deps, await builtWeb(folder, t.deps));
    site.get('/late', { handlerTimeout: 50 }, () => new Promise(() => {}));
    site.get('/broken', () => Promise.reject(new Error('SELECT secret FROM node_modules')));
    await site.ready();
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  const get = (url: string, accept = 'text/html') => site.inject({ url, headers: { accept } });

  test('O4: a request that takes too long is answered 503, by default after 15 seconds', async () => {
    const { statusCode, body, headers } = await get('/late', 'application/json');
    expect([statusCode, body]).toEqual([503, '{"detail":"Service temporarily unavailable"}']);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(site.initialConfig).toMatchObject({ handlerTimeout: 15_000, requestTimeout: 15_000 });
  });

  test('pages, unknown pages and errors have the same security headers', async () => {
    const answers = {
      '/': 200,
      '/no-such-page': 404,
      '/broken': 500,
      '/services/': 200,
      '/services/x': 404,
      '/docs': 200,
    };
    for (const [url, status] of Object.entries(answers)) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode]).toEqual([url, status]);
      expect(headers['content-security-policy']?.toString().split(';')).toEqual([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "connect-src 'self' ws://localhost:3000",
        "img-src 'self' https: data: blob: http://localhost:3000",
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

  test('S23: no answer but the page for other sites and its script may be taken into another site', async () => {
    const nobody = randomUUID();
    const addresses = [
      ...Object.values(pages).map(({ path }) => path.replace(/\/:\w+\?/g, `/${nobody}`)),
      ...Object.keys(openApiDocument().paths as object).map((path) => path.replace(/\{\w+\}/g, nobody)),
      ...['/docs', '/openapi.json', '/health/live', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/trpc/x'],
      ...['/p/nobody', '/nobody', '/EMBEDS/x', '/embed/x/y', '/embedded'],
    ];
    for (const url of addresses) {
      const { statusCode, headers } = await get(url);
      expect(statusCode).not.toBe(429);
      const isFramed = url === `/embed/${nobody}`;
      expect([url, headers['content-security-policy']?.toString().split(';')[5], headers['x-frame-options']]).toEqual([
        url,
        isFramed ? 'frame-ancestors *' : "frame-ancestors 'none'",
        isFramed ? undefined : 'DENY',
      ]);
    }
  });

  test('a malformed URL is 404 with the same security headers', async () => {
    const [page, call] = [await get('/%zz'), await get('/%zz', '*/*')];
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect([call.statusCode, call.json()]).toEqual([404, { detail: 'Not found' }]);
    for (const { headers } of [page, call]) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("'self'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
  });

  test('an unknown path is 404, whatever body it carries', async () => {
    for (const payload of ['', '{bad', 'x'.repeat(200_000)]) {
      const answer = await site.inject({
        method: 'POST',
        url: '/nothing',
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found' }]);
    }
  });

  test('A8: an unexpected error is answered without any detail of it', async () => {
    const answer = await get('/broken', '*/*');
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal server error' }]);
  });

  test("a page's path gets the page, whatever Accept says, unless it names JSON and not text/html", async () => {
    const html = 'text/html; charset=utf-8';
    for (const accept of [
      'text/html',
      '*/*',
      'text/*',
      '',
      undefined,
      'image/png',
      'application/json;q=0.1, text/html',
    ]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const page = await site.inject({
          method,
          url: '/browse-services',
          headers: accept === undefined ? {} : { accept },
        });
        expect([accept, page.statusCode, page.headers['content-type']]).toEqual([accept, 200, html]);
      }
    }
    for (const accept of [
      'application/json',
      'application/json, */*',
      'APPLICATION/JSON',
      'application/problem+json',
    ]) {
      const answer = await get('/browse-services', accept);
      expect([accept, answer.statusCode, answer.json()]).toEqual([accept, 404, { detail: 'Not found' }]);
    }
    // A page beside a call of the same path and another method.
    expect((await get('/login', '*/*')).headers['content-type']).toBe(html);
    expect((await get('/services/')).headers['content-type']).toContain('application/json');
    const posted = await site.inject({ method: 'POST', url: '/browse-services' });
    expect([posted.statusCode, posted.json(), posted.headers.allow]).toEqual([
      405,
      { detail: 'Method not allowed' },
      'GET, HEAD',
    ]);
    expect((await site.inject({ method: 'PUT', url: '/login/' })).headers.allow).toBe('GET, HEAD, POST');
  });

  test('an unknown path gets the 404 page where Accept names text/html, else 404 JSON', async () => {
    for (const accept of ['*/*', 'text/*', '', 'application/json']) {
      const answer = await get('/no-such-page', accept);
      expect([accept, answer.statusCode, answer.json()]).toEqual([accept, 404, { detail: 'Not found' }]);
    }
    const page = await get('/no-such-page', 'application/json, text/html;q=0.1');
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const posted = await site.inject({ method: 'POST', url: '/no-such-page', headers: { accept: 'text/html' } });
    expect([posted.statusCode, posted.json()]).toEqual([404, { detail: 'Not found' }]);
  });

  test('an address that cannot be decoded is unknown for every method of its path', async () => {
    for (const [method, url] of [
      ['PUT', '/services/%ED%A0%80'],
      ['DELETE', '/contacts/%E0%A4%A'],
      ['PATCH', '/bookings/%ff'],
      ['PUT', '/hours/dates/%ED%A0%80'],
      ['GET', '/bookings/%ff'],
      ['PUT', `/services/${'a'.repeat(5_001)}`],
    ] as const) {
      const answer = await site.inject({ method, url });
      expect([url, answer.statusCode, answer.json(), answer.headers.allow]).toEqual([
        url,
        404,
        { detail: 'Not found' },
        undefined,
      ]);
    }
    const other = await site.inject({ method: 'POST', url: '/services/%ff' });
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
  });

  test('A12: no private answer and no error may be cached by a cache, nor free times', async () => {
    const PO = world.people.PO;
    const calls: [string, string, { token: string } | null][] = [
      ['GET', '/services/', PO],
      ['GET', `/services/professional/${PO.professionalId}`, PO],
      ['GET', '/users/me/', PO],
      ['GET', '/trpc/auth.me', PO],
      ['GET', '/trpc/services.list', PO],
      ['GET', '/trpc/services.list,services.list?batch=1', null],
      ['GET', '/users/me/', null],
      ['POST', '/login/', null],
      ['GET', '/nothing', null],
      ['GET', `/services/${randomUUID()}`, null],
      ['GET', '/services/?limit=0', null],
      ['GET', '/trpc/auth.me', null],
      ['GET', `/availability/professional/${PO.professionalId}`, null],
      ['PUT', '/login/', null],
      ['GET', '/readyz', null],
    ];
    for (const [method, url, as] of calls) {
      const { headers } = await ask(method, url, { as });
      expect([method, url, headers['cache-control'], headers.etag]).toEqual([method, url, 'no-store', undefined]);
    }
  });

  test('A12: a public answer may be cached by a cache that asks each time, and is 304 without a body while it holds', async () => {
    const PO = world.people.PO;
    await world.service();
    for (const url of [
      '/services/?limit=1',
      `/services/professional/${PO.professionalId}?limit=1`,
      '/trpc/services.list',
    ]) {
      const get = (tag?: string, as: { token: string } | null = null) =>
        ask('GET', url, { as, ...(tag === undefined ? {} : { headers: { 'if-none-match': tag } }) });
      const first = await get();
      expect(first.headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'Authorization',
        etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      });
      const tag = String(first.headers.etag);
      for (const same of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
        const { statusCode, body, headers } = await get(same);
        expect([same, statusCode, body]).toEqual([same, 304, '']);
        expect(headers).toMatchObject({ etag: tag, 'cache-control': 'no-cache', vary: 'Authorization' });
        expect(headers['x-total-count']).toBe(first.headers['x-total-count']);
      }
      for (const other of ['"other"', tag.slice(0, -3), '']) expect((await get(other)).statusCode).toBe(200);
      expect((await get(tag, PO)).statusCode).toBe(200);
      // A new service changes the page, or only the length of the list that it is cut from.
      await world.service();
      const later = await get(tag);
      expect([later.statusCode, later.headers.etag === tag]).toEqual([200, false]);
    }
  });

  test('each answer has a new X-Request-Id, whatever the request sends', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () => (await ask('GET', '/livez', { headers: { 'x-request-id': 'mine' } })).headers['x-request-id'],
      ),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('mine');
  });
});

describe('pages count against the limit on requests', () => {
  test('after the last request of the minute a page is refused as Accept asks; files are not', async () => {
    const limited = await openTestApp(t.databaseUrl, { RATE_LIMIT_PER_MINUTE: '3' });
    const folder = await mkdtemp(join(tmpdir(), 'saluni-web-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Saluni</title><div id="root"></div>');
    await writeFile(join(folder, 'app-1a2b.js'), 'run()');
    const site = await buildApp(limited.deps, await builtWeb(folder, limited.deps));
    const asked = async (url: string, accept: string) => {
      const { statusCode, headers, body } = await site.inject({
        url,
        headers: { accept },
        remoteAddress: '198.51.100.77',
      });
      return { status: statusCode, type: headers['content-type'], wait: headers['retry-after'], body };
    };
    expect((await asked('/', 'text/html')).status).toBe(200);
    expect((await asked('/no-such-page', 'text/html')).status).toBe(404);
    expect((await asked('/services/', '*/*')).status).toBe(200);
    const page = await asked('/login', 'text/html');
    expect(page).toMatchObject({
      status: 429,
      type: 'text/html; charset=utf-8',
      wait: expect.stringMatching(/^[1-9]\d?$/),
    });
    expect(page.body).toContain(`Too many requests. Try again in ${page.wait} seconds.`);
    expect(await asked('/login', '*/*')).toMatchObject({ status: 429, type: 'text/html; charset=utf-8' });
    const other = await asked('/login', 'application/json');
    expect([other.status, other.type]).toEqual([429, 'application/json; charset=utf-8']);
    expect(JSON.parse(other.body)).toEqual({ detail: `Too many requests. Try again in ${other.wait} seconds.` });
    const write = await site.inject({ method: 'PUT', url: '/login', remoteAddress: '198.51.100.77' });
    expect([write.statusCode, write.headers['content-type']]).toEqual([429, 'application/json; charset=utf-8']);
    expect((await asked('/services/', '*/*')).status).toBe(429);
    expect((await asked('/app-1a2b.js', '*/*')).status).toBe(200);
    await site.close();
    await limited.close();
    await rm(folder, { recursive: true });
  });
});

describe('A12: other origins', () => {
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
        ...(method === 'OPTIONS'
          ? { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
          : {}),
      },
    });

  test('a listed origin may call, without credentials', async () => {
    const [call, preflight] = [await from(listed), await from(listed, 'OPTIONS')];
    expect(call.headers['access-control-allow-origin']).toBe(listed);
    expect(call.headers['access-control-allow-credentials']).toBeUndefined();
    expect(call.headers['access-control-expose-headers']).toContain('X-Total-Count');
    expect(call.headers).toMatchObject({ etag: expect.any(String), vary: expect.stringContaining('Authorization') });
    expect(call.headers.vary).toContain('Origin');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  });

  test.each([
    'https://evil.example',
    'null',
    'https://partner.example.evil',
    'http://partner.example',
    'https://partner.example:444',
    '',
  ])('origin %j gets no CORS headers', async (origin) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await from(origin, method);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.statusCode).toBe(method === 'GET' ? 200 : 405);
    }
  });

  test('without CORS_ORIGINS there are no CORS headers', async () => {
    const answer = await ask('GET', '/services/', { headers: { origin: listed } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
