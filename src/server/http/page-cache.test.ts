import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { PageCache } from './page-cache.ts';
import { loadRendering, type Rendering } from './rendering.ts';

const t = useTestApp();
const asker = { ip: '127.0.0.1', requestId: 'test', gone: () => false };
const files = { of: () => ({ scripts: new Set<string>(), styles: new Set<string>() }), styleOf: () => '' };
const service = { name: 'Cut', service_duration_minutes: 60, price: 60, category: 'Haircut' };

/** A page that shows the answers of the calls in its address, and how often it was rendered. */
const entry = `
let times = 0;
function saidSo(error) {
  if (!error.status) throw error;
  return error.status;
}
export const warmUp = async () => {};
export async function renderPage(address, call) {
  const calls = JSON.parse(new URL(address, 'http://localhost').searchParams.get('calls') ?? '[]');
  const answers = await Promise.all(calls.map(([name, input]) => call(name, input).catch(saidSo)));
  return { html: JSON.stringify(answers), title: String(++times), isWhole: true, queries: {} };
}`;

let folder: string;
let rendering: Rendering;
let amara: ProfessionalPerson;
let other: ProfessionalPerson;
let cut: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saluni-entry-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'entry-server.js'), entry);
  rendering = await renderingOf(t.deps);
  [amara, other] = [await t.make.professional(), await t.make.professional()];
  cut = await t.make.service(amara.professionalId);
  await t.deps.search.start();
});
afterAll(() => rm(folder, { recursive: true }));

const renderingOf = (deps: typeof t.deps) => loadRendering(deps, files, folder, (_, _head, body) => body);
const pageOf = (...calls: [string, unknown?][]) => `/nowhere?calls=${encodeURIComponent(JSON.stringify(calls))}`;

/** The page, and whether it came from the cache unasked. */
async function view(address: string, on = rendering) {
  const unchanged = await on.unchanged(address);
  return { cached: unchanged !== undefined, html: (unchanged ?? (await on.page(address, asker))).html };
}

/** While another test's transaction is open on this server, a page is made anew that need not be. */
function expectCached(address: string, html: string) {
  return expect.poll(() => view(address), { timeout: 30_000, interval: 20 }).toEqual({ cached: true, html });
}

test('a page is not asked for again until what it shows changes', async () => {
  const address = pageOf(['services.byId', { id: cut }], ['services.ofProfessional', { id: amara.professionalId }]);
  const first = await view(address);
  expect(first.cached).toBe(false);
  await t.rest.call(other, 'services.create', service);
  await expectCached(address, first.html);
  await t.rest.call(amara, 'services.update', { id: cut, ...service, price: 75 });
  const second = await view(address);
  expect([second.cached, second.html.includes('"price":75')]).toEqual([false, true]);
  await expectCached(address, second.html);
});

test('a list is compared with everybody’s listings, and goes on where the change is not of it', async () => {
  const address = pageOf(['services.list', { search: 'cut', price_max: 80 }]);
  await t.deps.search.caughtUp();
  const first = await view(address);
  await t.rest.call(other, 'services.create', { ...service, price: 500 });
  await t.deps.search.caughtUp();
  expect(await view(address)).toEqual({ ...first, cached: false });
  await expectCached(address, first.html);
  await t.rest.call(other, 'services.create', { ...service, name: 'Cut and wash' });
  const second = await view(address);
  expect([second.cached, second.html.includes('Cut and wash')]).toEqual([false, true]);
});

test('a start that was booked is gone from a list at the next look', async () => {
  const start = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
  const person = await t.make.professional({ display_name: 'Yindi' });
  const id = await t.make.service(person.professionalId, { service_duration_minutes: 60 });
  await t.make.window(person.professionalId, start, start + 2 * HOUR);
  const address = pageOf(['professionals.list', {}]);
  const at = (hours: number) => new Date(start + hours * HOUR).toISOString();
  expect((await view(address)).html).toContain(at(0));
  const zoe = await t.make.client();
  const wish = { professional_id: person.professionalId, service_ids: [id], start_time: at(0) };
  expect((await t.rest.call(zoe, 'bookings.create', wish)).status).toBe(201);
  const { html } = await view(address);
  expect([html.includes(at(0)), html.includes(at(1))]).toEqual([false, true]);
});

test('a page that shows a refusal is asked for each time', async () => {
  const address = pageOf(['services.byId', { id: amara.professionalId }], ['services.list', { free_to: 'x' }]);
  const first = await view(address);
  expect(first.html).toContain('[404,422]');
  expect(await view(address)).toEqual({ ...first, cached: false });
});

test('without the database a page goes on for a minute where it needs one, and else is rendered without links', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const app = await openTestApp(proxy.url, {}, { inbox: t.inbox });
  try {
    const away = await renderingOf(app.deps);
    const [needy, plain] = [pageOf(['services.byId', { id: cut }]), pageOf(['professionals.findPages'])];
    const { html } = await view(needy, away);
    await view(plain, away);
    proxy.setDown(true);
    await expect(view(needy, away)).rejects.toThrow();
    expect(away.recent(needy)?.html).toBe(html);
    expect((await view(plain, away)).html).toContain('{"pages":[]}');
  } finally {
    proxy.setDown(false);
    await app.close();
    await proxy.close();
  }
});

test('the cache holds so many pages and so much of them; the oldest goes first', () => {
  const cache = new PageCache<{ html: string }>(3, 10);
  for (const name of ['a', 'b', 'c', 'd']) cache.set(name, { html: name });
  expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name)?.html)).toEqual([undefined, 'b', 'c', 'd']);
  cache.set('b', { html: '12345678' });
  expect(['b', 'c', 'd'].map((name) => cache.get(name)?.html)).toEqual(['12345678', 'c', 'd']);
  cache.set('e', { html: '123' });
  expect(['b', 'c', 'd', 'e'].map((name) => cache.get(name)?.html)).toEqual([undefined, undefined, undefined, '123']);
});
