import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLimiter } from '#server/limits/limiter.ts';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { useRenderedPages } from '#server/testing/rendered-pages.ts';

const t = useTestApp();

/** A list needs the database, all other pages only want the footer's links. */
const serve = useRenderedPages(`export async function renderPage(address, call) {
  const list = address.startsWith('/browse-services')
    ? await call('services.list', {})
    : await call('professionals.findPages').catch(() => ({}));
  return { html: '<p>Rendered</p>' + JSON.stringify(list), title: 'A page', isWhole: true, queries: {} };
}`);

async function siteOf(deps: typeof t.deps) {
  const app = await serve(deps);
  return {
    close: () => app.close(),
    async get(url: string) {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
      return { status: statusCode, headers, body };
    },
  };
}

test('without the database a page of the last minute is sent, else the shell with 503 and a sentence', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const opened = await openTestApp(proxy.url, {}, { inbox: t.inbox });
  await opened.deps.search.start();
  const site = await siteOf(opened.deps);
  const id = randomUUID();
  try {
    const { status, body } = await site.get('/browse-services');
    expect([status, body.includes('Rendered')]).toEqual([200, true]);
    proxy.setDown(true);
    expect(await site.get('/browse-services')).toMatchObject({ status: 200, body });
    expect((await site.get('/terms-of-use')).body).toContain('Rendered');
    for (const path of ['/browse-services?location=Carlton', `/service-details/${id}`, '/embed/amara']) {
      const refused = await site.get(path);
      expect([path, refused.status, refused.headers['cache-control']]).toEqual([path, 503, 'no-store']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.body).toContain('<h1>We can&#39;t reach Saluni just now. Please try again in a moment.</h1>');
      expect(refused.body).toContain('noindex');
    }
    for (const path of ['/sitemap.xml', `/og/professional/${id}.png`, '/p/amara'])
      expect([path, (await site.get(path)).status]).toEqual([path, 503]);
  } finally {
    proxy.setDown(false);
    await site.close();
    await opened.close();
    await proxy.close();
  }
});

test('O4: a frozen database holds up no page that needs none, and lists behind a lock end within 6 s', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const opened = await openTestApp(proxy.url, {}, { inbox: t.inbox });
  const site = await siteOf(opened.deps);
  try {
    proxy.setFrozen(true);
    const begun = performance.now();
    const paths = ['/terms-of-use', '/privacy-policy', '/waitlist-signup', '/login', '/nowhere'];
    const answers = await Promise.all([...paths, ...paths, ...paths].map((path) => site.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill([200, 200, 200, 200, 404]).flat());
    expect(performance.now() - begun).toBeLessThan(2_000);
  } finally {
    proxy.setFrozen(false);
    await site.close();
    await opened.close();
    await proxy.close();
  }
  const held = await t.deps.pool.connect();
  try {
    await held.query('begin; lock table services in access exclusive mode');
    const begun = performance.now();
    const lists = await Promise.all(Array.from({ length: 50 }, () => t.app.inject('/services/?limit=1')));
    expect(new Set(lists.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(performance.now() - begun).toBeLessThan(6_000);
  } finally {
    await held.query('rollback');
    held.release();
  }
});

test('where there is no room to render, what is not there is 404, and the rest a shell that may be indexed', async () => {
  const pages = createLimiter({ size: 0, queue: 0 });
  const site = await siteOf({ ...t.deps, limiters: { ...t.deps.limiters, pages } });
  try {
    expect((await site.get(`/service-details/${randomUUID()}`)).status).toBe(404);
    const { status, headers, body } = await site.get('/browse-services');
    expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined]);
    expect(body).not.toMatch(/noindex|Rendered/);
  } finally {
    await site.close();
  }
});
