import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { useRenderedPages } from '#server/testing/rendered-pages.ts';

const t = useTestApp();
const font = '<link rel="preload" href="/assets/one.woff2" as="font" type="font/woff2" crossorigin />';
const serve = useRenderedPages(
  "export const renderPage = async () => ({ html: '<p>Terms</p>', title: 'Terms', isWhole: true, queries: {} });",
  font,
);

/** What was hinted before the page, whose status follows. */
async function hintsOf(app: FastifyInstance, path: string, headers: Record<string, string>) {
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
  const app = await serve({ ...t.deps, config: { ...t.deps.config, earlyHints: true } });
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
  const app = await serve(t.deps);
  try {
    expect(await hintsOf(app, '/terms-of-use', { 'x-http-version': 'HTTP/2.0' })).toEqual([200]);
  } finally {
    await app.close();
  }
});
