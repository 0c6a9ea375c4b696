import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#shared/pages.ts';
import { type Stage, stage } from './booking-people.ts';
import { expectAccessible, useHarness } from './harness.ts';

const h = useHarness();
let s: Stage;
let handle: string;
let site: string;
let server: Server;

/** A site of somebody else, which allows no style, script or frame that its policy does not name. */
beforeAll(async () => {
  s = await stage(h, { display_name: 'Frances Framed' });
  handle = `frances-${Date.now()}`;
  await h.db.insertInto('handles').values({ handle, professional_id: s.professional.professionalId }).execute();
  const link = (more: string) => `<a href="${h.url}/p/${handle}" data-saluni="${handle}" ${more}>Book with Frances</a>`;
  const bodies: Record<string, string> = {
    '/': `<p>Before</p>${link('')}`,
    '/inline': link('data-inline data-from="my-site"'),
    '/all': Object.values(pages)
      .map(({ path }) => `<iframe src="${h.url}${path.replace(/\/:.*/, '')}"></iframe>`)
      .join(''),
  };
  server = createServer((request, response) => {
    const policy = `default-src 'none'; script-src ${h.url}; frame-src ${h.url}`;
    response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="en"><head><title>Frances</title><meta name="viewport" content="width=device-width">' +
        `<script async src="${h.url}/embed.js"></script></head><body><main><h1>Frances</h1>` +
        `${bodies[request.url ?? '']}</main></body></html>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const framed = async (page: Page): Promise<Frame> => {
  const found = () => page.frames().find((frame) => frame.url().includes('/embed/'));
  await expect.poll(found).toBeDefined();
  return found() as Frame;
};

/** Chooses in the frame up to the time. Returns the tab of ours that goes on. */
async function book(context: BrowserContext, frame: Frame): Promise<Page> {
  await frame.getByRole('button', { name: /^Dry curl cut/ }).click();
  await frame.getByRole('button', { name: /^9:30 AM/ }).click();
  const opened = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'Book', exact: true }).click();
  const tab = await opened;
  await tab.waitForURL(/\/pick-booking-time\//);
  return tab;
}

test('the page for other sites is public, in any case of letters, leads on from a former handle, and says 404', async () => {
  const former = `former-${Date.now()}`;
  await h.db
    .insertInto('handles')
    .values({ handle: former, professional_id: s.professional.professionalId, leads_until: '2999-01-01T00:00:00Z' })
    .execute();
  const get = (path: string) => fetch(h.url + path, { redirect: 'manual' });
  const one = await get(`/embed/${handle.toUpperCase()}?from=a&x=1`);
  const html = await one.text();
  expect(one.status).toBe(200);
  expect(html).toContain('Dry curl cut');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain(
    `<link rel="canonical" href="${h.url}/public-professional-page/${s.professional.professionalId}/frances-framed">`,
  );
  expect(html).toBe(await (await get(`/embed/${handle}`)).text());
  const led = await get(`/embed/${former.toUpperCase()}?from=site`);
  expect([led.status, led.headers.get('location')]).toEqual([308, `/embed/${handle}?from=site`]);
  // Without a handle of today what is written into a site goes on.
  const { professionalId: professional_id } = await h.make.professional();
  const last = `last-${Date.now()}`;
  await h.db.insertInto('handles').values({ handle: last, professional_id, leads_until: '2999-01-01' }).execute();
  expect((await get(`/embed/${last}`)).status).toBe(200);
  const missing = await get('/embed/nobody-at-all');
  expect([missing.status, (await get('/embed')).status]).toEqual([404, 404]);
  expect(await missing.text()).toMatch(/take bookings right now[\s\S]*<\/main>/);
  for (const { headers } of [one, missing]) {
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *;');
    expect([headers.get('x-frame-options'), headers.get('set-cookie')]).toEqual([null, null]);
  }

  const script = await get('/embed.js');
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  expect((await script.arrayBuffer()).byteLength).toBeLessThan(4_000);
});

test('a button opens a dialog by keyboard, which gives the focus back, and goes on in a tab of ours with everything', async () => {
  const context = await h.visitor({ viewport: { width: 320, height: 700 }, timezoneId: 'Australia/Melbourne' });
  const page = await context.newPage();
  await page.goto(site);
  const button = page.getByRole('button', { name: 'Book with Frances' });
  const dialog = page.getByRole('dialog', { name: 'Book with Frances' });
  const isFocused = () => button.evaluate((link) => link === document.activeElement);
  await button.focus();
  await page.keyboard.press('Space');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await isFocused()).toBe(true);

  await page.keyboard.press('Enter');
  const frame = await framed(page);
  await frame.getByRole('heading', { name: 'Frances Framed' }).waitFor();
  await expectAccessible(page);
  const widths = () =>
    Promise.all([page, frame].map((one) => one.evaluate(() => document.documentElement.scrollWidth)));
  expect(Math.max(...(await widths()))).toBeLessThanOrEqual(320);
  const tab = await book(context, frame);
  const { pathname, searchParams } = new URL(tab.url());
  expect(pathname).toBe(`/pick-booking-time/${s.cut}/${s.professional.professionalId}`);
  expect(Object.fromEntries(searchParams)).toEqual({
    service_ids: s.cut,
    slot_start: new Date(s.first.start).toISOString(),
    availability_id: s.first.id,
    from: 'embed',
  });
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('saluni-sources'))).toContain('"embed"');
  expect(Math.max(...(await widths()))).toBeLessThanOrEqual(320);

  await page.bringToFront();
  await frame.getByRole('button', { name: /^Dry curl cut/ }).focus();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await isFocused()).toBe(true);
});

test('in place the frame is as high as its content, and hears its own page alone, within bounds', async () => {
  const context = await h.visitor({ colorScheme: 'dark', timezoneId: 'Australia/Melbourne' });
  const page = await context.newPage();
  await page.goto(`${site}/inline`);
  const frame = await framed(page);
  await frame.getByRole('heading', { name: 'Frances Framed' }).waitFor();
  const height = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
  const content = () => frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
  const fits = () => expect.poll(async () => (await height()) - (await content())).toBe(0);
  await fits();
  expect(await page.getByRole('link', { name: 'Book with Frances' }).isVisible()).toBe(false);
  const before = await height();
  const tab = await book(context, frame);
  expect(new URL(tab.url()).searchParams.get('from')).toBe('my-site');
  await fits();
  expect(await height()).toBeGreaterThan(before);
  const ground = await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toBe('rgb(23, 14, 21)');

  const grown = await height();
  await page.evaluate(() => window.postMessage({ saluni: 5_000 }, '*'));
  await page.evaluate(() => new Promise((later) => setTimeout(later)));
  expect(await height()).toBe(grown);
  for (const [said, is] of [
    [1e6, 10_000],
    [1, 100],
  ] as const) {
    await frame.evaluate((saluni) => window.parent.postMessage({ saluni }, '*'), said);
    await expect.poll(height).toBe(is);
  }
});

test('the link stays a link where our server is away', async () => {
  const page = await (await h.visitor()).newPage();
  await page.route(`${h.url}/embed/**`, (route) => route.abort());
  await page.goto(`${site}/inline`);
  await page.locator('iframe').waitFor({ state: 'attached' });
  const link = page.getByRole('link', { name: 'Book with Frances' });
  expect(await link.getAttribute('href')).toBe(`${h.url}/p/${handle}`);
  await page.route(`${h.url}/embed.js`, (route) => route.abort());
  await page.goto(site);
  await link.click();
  await page.waitForURL(/\/public-professional-page\//);
});

test('S23: logged in, no other page can be framed, and this one reads no session', async () => {
  const context = await h.signedIn(s.client, { serviceWorkers: 'allow', timezoneId: 'Australia/Melbourne' });
  await context.addInitScript(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    for (const name of ['getItem', 'setItem', 'removeItem', 'key'] as const) {
      const own = Storage.prototype[name] as (...given: unknown[]) => unknown;
      Object.assign(Storage.prototype, {
        [name](...given: unknown[]) {
          touched.push(`${name} ${given[0]}`);
          return own.apply(this, given);
        },
      });
    }
    const note = () => void touched.push('cookie');
    Object.defineProperty(Document.prototype, 'cookie', { get: note, set: note });
  });
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', async (request) => {
    const { authorization, cookie } = await request.allHeaders();
    if (request.frame() !== page.mainFrame() && (authorization ?? cookie)) sent.push(request.url());
  });
  await page.goto(`${site}/inline`);
  const frame = await framed(page);
  await book(context, frame);
  expect(await frame.evaluate(() => (window as unknown as { touched: string[] }).touched)).toEqual([]);
  expect(await frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(sent).toEqual([]);
  expect(await s.bookings()).toEqual([]);

  await page.goto(`${site}/all`, { waitUntil: 'load' });
  const shown = page.frames().filter((one) => one !== page.mainFrame());
  expect(shown).toHaveLength(Object.keys(pages).length);
  // The page for other sites without a handle is its 404, which may be framed.
  const whole = shown.map((one) => one.url()).filter((url) => url !== 'chrome-error://chromewebdata/');
  expect(whole).toEqual([`${h.url}/embed`]);
});
