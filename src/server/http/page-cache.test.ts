import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { useRenderedPages } from '#server/testing/rendered-pages.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import { createPageCache } from './page-cache.ts';
import { encode } from './page-encoding.ts';

const t = useTestApp();
const service = { name: 'Cut', service_duration_minutes: 60, price: 60, category: 'Haircut' };

/** A page of a service, or of services found, that says how often any was rendered. */
const serve = useRenderedPages(`
let times = 0;
export async function renderPage(address, call) {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const id = /^.service-details.([^/]+)/.exec(pathname)?.[1];
  const answer = id
    ? await call('services.byId', { id }).catch(({ status }) => status)
    : pathname === '/browse-services' && (await call('services.list', { search: searchParams.get('search') ?? '' }));
  return { html: '<p>' + ++times + '</p>' + JSON.stringify(answer), title: 'A page', isWhole: true, queries: {} };
}`);

beforeAll(() => t.deps.search.start());
afterEach(() => void vi.useRealTimers());

/** A server with pages, whose calls clear its own cache. */
async function site(life?: number) {
  const app = await serve({ ...t.deps, pageCache: createPageCache(life) });
  return {
    close: () => app.close(),
    async read(url: string, headers: Record<string, string> = {}) {
      const answer = await app.inject({ url, headers: { accept: 'text/html', ...headers } });
      const [, rendered, shown] = /<div id="root"><p>(\d+)<\/p>(.*?)<\/div>/.exec(answer.body) ?? [];
      return { status: answer.statusCode, etag: answer.headers.etag, rendered, shown: shown ?? '' };
    },
    async call(token: string, method: 'POST' | 'PUT', url: string, payload: object) {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.inject({ method, url, headers, payload })).statusCode;
    },
  };
}

test('a page is what the address means: unknown parameters, slugs, case and order make no other', async () => {
  const { professionalId } = await t.make.professional();
  const id = await t.make.service(professionalId);
  const { read, close } = await site();
  try {
    for (const [first, ...same] of [
      ['/', '/?fbclid=1', '/?utm_source=x&category='],
      [`/service-details/${id}`, `/Service-Details/${id.toUpperCase()}/any-slug/?fbclid=1&search=braids`],
      ['/browse-services?search=a&sort=name', '/browse-services/?sort=name&gclid=1&search=a'],
    ] as const) {
      const { rendered } = await read(first);
      expect(rendered).toBeDefined();
      for (const address of same) expect([address, (await read(address)).rendered]).toEqual([address, rendered]);
    }
    expect((await read('/browse-services?search=b')).rendered).not.toBe((await read('/browse-services')).rendered);
  } finally {
    await close();
  }
});

test('all who ask for a page that has ended share one rendering', async () => {
  const { read, close } = await site(900);
  try {
    const { rendered } = await read('/browse-services');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
    const again = await Promise.all(Array.from({ length: 30 }, () => read('/browse-services')));
    expect(new Set(again.map((page) => page.rendered))).toEqual(new Set([String(Number(rendered) + 1)]));
  } finally {
    await close();
  }
});

test('a change shows at once where it was made, and elsewhere once the page has ended', async () => {
  const person = await t.make.professional();
  const id = await t.make.service(person.professionalId);
  const [here, elsewhere] = [await site(), await site(2_000)];
  const pages = [`/service-details/${id}`, `/browse-services?search=${person.professionalId}`];
  try {
    for (const one of [here, elsewhere]) await Promise.all(pages.map((page) => one.read(page)));
    expect(await here.call(person.token, 'PUT', `/services/${id}`, { ...service, price: 75 })).toBe(200);
    expect((await here.read(pages[0] ?? '')).shown).toContain('"price":75');
    await expect
      .poll(async () => (await elsewhere.read(pages[0] ?? '')).shown, { timeout: 10_000 })
      .toContain('"price":75');
  } finally {
    await Promise.all([here.close(), elsewhere.close()]);
  }
});

test('a call that changes no page leaves those that are kept', async () => {
  const { professionalId, token } = await t.make.professional();
  const id = await t.make.service(professionalId);
  const { read, call, close } = await site();
  try {
    const { rendered } = await read(`/service-details/${id}`);
    const start_time = new Date(Math.ceil(Date.now() / DAY) * DAY).toISOString();
    const plan = { service_ids: [id], start_time, every_weeks: 2, count: 3 };
    expect(await call(token, 'POST', '/series/preview', plan)).toBe(200);
    expect(await call(token, 'PUT', '/users/me/preferences', { push: { message: false } })).toBe(200);
    expect((await read(`/service-details/${id}`)).rendered).toBe(rendered);
  } finally {
    await close();
  }
});

test('what is not there has an ETag that never answers 304, in each encoding', async () => {
  const { read, close } = await site();
  try {
    const missing = await read('/service-details/01a1fe9e-9618-73ca-8252-8596c9b27ab2');
    expect(missing).toMatchObject({ status: 404, etag: expect.stringMatching(/^"/), shown: '404' });
    for (const path of ['/nowhere', '/service-details/none'])
      for (const known of ['*', String((await read(path)).etag)])
        expect([path, (await read(path, { 'if-none-match': known })).status]).toEqual([path, 404]);
    const there = await read('/terms-of-use', { 'accept-encoding': 'br' });
    expect(there.etag).toMatch(/-br"$/);
    expect((await read('/terms-of-use', { 'if-none-match': String(there.etag) })).status).toBe(304);
  } finally {
    await close();
  }
});

test('the picker is about the service of its path, whichever of its services is answered first', async () => {
  const { professionalId } = await t.make.professional();
  const [first, second] = [await t.make.service(professionalId), await t.make.service(professionalId)];
  const app = await serve({ ...t.deps, pageCache: createPageCache(0) });
  try {
    for (const ids of [`${first},${second}`, `${second},${first}`, second]) {
      const url = `/pick-booking-time/${first}/${professionalId}?service_ids=${ids}`;
      const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(/rel="canonical" href="[^"]*service-details\/([^/"]+)/.exec(body)?.[1]).toBe(first);
      expect(body).toContain(`/og/service/${first}.png`);
    }
  } finally {
    await app.close();
  }
});

const start = Date.parse('2026-11-26T04:00:00Z');

const page =
  (html = 'x') =>
  () =>
    encode(html);

test.each([
  [0, 14_999, 15_000],
  // Midnight in Adelaide is at half past of UTC, at Eucla at a quarter past.
  [15 * MINUTE - 4_000, 3_999, 4_000],
])('a page made %i ms into an hour is kept for 15 s, and ends at midnight of any zone', async (into, fresh, over) => {
  vi.useFakeTimers({ toFake: ['Date'], now: start + into });
  const cache = createPageCache();
  await cache.make('/', page());
  vi.setSystemTime(start + into + fresh);
  expect(cache.get('/')).toBeDefined();
  vi.setSystemTime(start + into + over);
  expect(cache.get('/')).toBeUndefined();
  expect(cache.recent('/')).toBeDefined();
  vi.setSystemTime(start + into + MINUTE);
  expect(cache.recent('/')).toBeUndefined();
});

test('what is being made while something changes is sent to those who wait, and not kept', async () => {
  const cache = createPageCache();
  const before = cache.make('/', page('before'));
  expect(cache.get('/')).toBe(before);
  cache.clear();
  expect(cache.get('/')).toBeUndefined();
  const after = cache.make('/', page('after'));
  await before;
  expect(await cache.get('/')).toMatchObject(await after);
  await expect(cache.make('/login', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(cache.get('/login')).toBeUndefined();
});

test('all that is held has a bound in bytes; junk queries push out no page without one', async () => {
  const megabyte = 1024 * 1024;
  const cache = createPageCache(15_000, { plain: megabyte, withQuery: megabyte });
  const large = page('x'.repeat(100_000));
  await cache.make('/', large);
  const junk = Array.from({ length: 30 }, (_, at) => `/browse-services?search=${at}${'é'.repeat(1_000)}`);
  for (const address of junk) await cache.make(address, large);
  expect(cache.get('/')).toBeDefined();
  const kept = junk.filter((address) => cache.get(address));
  expect(kept).toEqual(junk.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(10);
});
