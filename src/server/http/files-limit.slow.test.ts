import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { buildApp } from './app.ts';
import { builtWeb } from './web.ts';

const t = useTestApp({}, { store: true });
let root: string;
const open: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'saluni-files-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(root, 'assets/main-abc.js'), 'export {};');
});
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
  await rm(root, { recursive: true });
});

describe('paths that are no calls', () => {
  const image = '/images/0199b4f0-0000-7000-8000-000000000000/480.webp';
  const paths = ['/assets/main-abc.js', image, '/openapi.json', '/docs', '/readyz'];
  let app: FastifyInstance;
  beforeAll(async () => {
    const limited = await openTestApp(t.databaseUrl, { RATE_LIMIT_PER_MINUTE: '600' });
    open.push(limited);
    app = await buildApp(limited.deps, await builtWeb(root, limited.deps));
    open.push(app);
  });
  const ask = async (url: string, remoteAddress: string) => {
    const { statusCode, headers } = await app.inject({ url, remoteAddress });
    return { status: statusCode, wait: Number(headers['retry-after']) };
  };

  test('A5: an address may ask for 6,000 a minute together; others and its calls are answered as before', {
    timeout: 180_000,
  }, async () => {
    // Counts belong to a minute: one that ends meanwhile does not count, and the next one has another address.
    const minute = () => Math.floor(Date.now() / 60_000);
    let from = '';
    for (let begun = -1, tried = 0; begun !== minute(); tried++) {
      begun = minute();
      from = `198.51.100.${10 + tried}`;
      for (let turn = 0; turn < 6_000 && begun === minute(); turn += 50) {
        // Most are of the cheapest path: they count together.
        const asked = Array.from({ length: 50 }, (_, n) => paths[n] ?? '/assets/main-abc.js');
        const answers = await Promise.all(asked.map((path) => ask(path, from)));
        expect(answers.map(({ status }) => status)).not.toContain(429);
      }
    }
    for (const path of paths) {
      const { status, wait } = await ask(path, from);
      expect([path, status]).toEqual([path, 429]);
      expect(wait).toBeGreaterThan(0);
      expect((await ask(path, '198.51.100.2')).status).not.toBe(429);
    }
    for (const path of ['/services/', '/livez', '/'])
      expect([path, (await ask(path, from)).status]).toEqual([path, 200]);
  });

  test.each(['/openapi.json', '/docs'])('%s has an ETag, and is not sent again to whoever has it', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['cache-control'], body.length > 10_000]).toEqual([200, 'no-cache', true]);
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });
});

test('/readyz asks its dependencies once a second at most, and says at once that the process ends', async () => {
  await t.deps.search.start();
  let asked = 0;
  const deps = { ...t.deps, probes: { queue: async () => void asked++ } };
  const app = await buildApp(deps);
  open.push(app);
  const begun = performance.now();
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    await delay(100);
  }
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / 1_000));
  deps.draining = true;
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'unavailable', database: 'draining' });
  deps.draining = false;
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ok' });
});

test('small pictures come from memory, until they are deleted; large ones from the store', async () => {
  const admin = await t.make.admin();
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  const file = await sharp({ create: { width: 1_600, height: 500, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const { body } = await t.rest.call(admin, 'images.upload', { image_type: 'service', file });
  const { id, url } = body as { id: string; url: string };
  const address = new URL(url).pathname;
  const small = address.replace('1600.webp', 'preview.webp');
  const key = address.split('/')[2] ?? '';
  const ask = async (path: string) => (await t.app.inject(path)).statusCode;
  expect([await ask(small), await ask(address)]).toEqual([200, 200]);
  // Behind our back, so that only memory knows them.
  await t.deps.db.deleteFrom('images').where('id', '=', id).execute();
  const { S3Client, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  const s3 = t.deps.config.s3 ?? expect.fail('no store');
  const client = new S3Client({ ...s3, credentials: s3 });
  for (const name of ['preview.webp', '1600.webp'])
    await client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: `images/${key}/${name}` }));
  client.destroy();
  expect([await ask(small), await ask(address)]).toEqual([200, 404]);
  await t.deps.images.remove(key);
  expect(await ask(small)).toBe(404);
});

describe('a connection', () => {
  let port: number;
  beforeAll(async () => {
    const app = await buildApp(t.deps);
    await app.listen({ host: '127.0.0.1', port: 0 });
    open.push(app);
    port = (app.server.address() as AddressInfo).port;
  });

  /** The statuses of answers to so many requests that are sent at once, until the server closes or all are answered. */
  function pipelined(requests: number): Promise<{ statuses: number[]; closed: boolean }> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
      const end = (closed: boolean) => {
        socket.destroy();
        resolve({ statuses: statuses(), closed });
      };
      socket.on('data', (bytes) => {
        text += bytes;
        if (statuses().length === requests) end(false);
      });
      socket.on('error', () => {});
      socket.on('close', () => end(true));
      socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
    });
  }

  test('has at most 16 unanswered requests: the next one is refused, and it is closed', async () => {
    expect(await pipelined(16)).toEqual({ statuses: Array(16).fill(200), closed: false });
    expect(await pipelined(500)).toEqual({ statuses: [...Array(16).fill(200), 429], closed: true });
  });

  test('may make any number of requests one after another', async () => {
    const socket = connect(port, '127.0.0.1');
    for (let turn = 0; turn < 40; turn++) {
      socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const answer = await new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
      expect(answer).toContain('HTTP/1.1 200');
    }
    socket.destroy();
  });
});
