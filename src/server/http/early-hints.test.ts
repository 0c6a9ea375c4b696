import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { buildApp } from './app.ts';
import { builtWeb } from './web.ts';

const t = useTestApp();
const font = '<link rel="preload" href="/assets/one.woff2" as="font" type="font/woff2" crossorigin />';
const entry = `export const warmUp = async () => {};
export const renderFrame = () => '';
export const renderPage = async () => ({ html: '<p>Terms</p>', title: 'Terms', isWhole: true, queries: {} });`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saluni-hints-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'entry-server.js'), entry);
  await writeFile(join(folder, 'index.html'), `<!doctype html><head>${font}</head><body><div id="root"></div></body>`);
});
afterAll(() => rm(folder, { recursive: true }));

/** What was hinted before the page, whose status follows. */
async function hintsOf(app: Awaited<ReturnType<typeof buildApp>>, path: string, headers: Record<string, string>) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const hints: unknown[] = [];
    get({ port, path, headers: { accept: 'text/html', ...headers } }, (response) => {
      response.resume();
      response.once('end', () => resolve([...hints, response.statusCode]));
    })
      .on('information', ({ statusCode, headers: told }) => void hints.push([statusCode, told.link]))
      .on('error', reject);
  });
}

test('fonts are hinted while a page is rendered, to those who can take it: the proxy says who', async () => {
  const deps = { ...t.deps, config: { ...t.deps.config, earlyHints: true } };
  const app = await buildApp(deps, await builtWeb(folder, deps, folder));
  const modern = { 'x-http-version': 'HTTP/2.0' };
  const hint = [103, '</assets/one.woff2>; rel=preload; as=font; crossorigin'];
  try {
    expect(await hintsOf(app, '/terms-of-use', modern)).toEqual([hint, 200]);
    // From the cache it is there at once.
    expect(await hintsOf(app, '/terms-of-use', modern)).toEqual([200]);
    expect(await hintsOf(app, '/privacy-policy', { 'x-http-version': 'HTTP/1.1' })).toEqual([200]);
    expect(await hintsOf(app, '/waitlist-signup', {})).toEqual([200]);
    expect(await hintsOf(app, '/nowhere', modern)).toEqual([404]);
  } finally {
    await app.close();
  }
});

test('nobody is hinted anything where no proxy is said to pass it on', async () => {
  const app = await buildApp(t.deps, await builtWeb(folder, t.deps, folder));
  try {
    expect(await hintsOf(app, '/terms-of-use', { 'x-http-version': 'HTTP/2.0' })).toEqual([200]);
  } finally {
    await app.close();
  }
});
