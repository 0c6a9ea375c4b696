import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { shareOfService } from '#server/features/public-pages/share-queries.ts';
import { ownContent, versionOf } from '#server/images/share-content.ts';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await t.app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.body, bytes: answer.rawPayload, headers: answer.headers };
}

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');

test('robots.txt names the sitemap, whose files name every visible page with its last change, and no other', async () => {
  const seen = await t.make.professional({ display_name: "Zoë O'Brien & Łucja", location: 'Carlton' });
  const hidden = await t.make.professional({ is_active: false });
  const service = await t.make.service(seen.professionalId, { name: 'Knotless <Braids>' });
  const off = await t.make.service(seen.professionalId, { is_active: false });
  const of = await t.make.service(hidden.professionalId);

  const robots = await get('/robots.txt');
  expect(robots.headers['content-type']).toContain('text/plain');
  const sitemap = /^Sitemap: (.*)$/m.exec(robots.body)?.[1] ?? '';
  const index = await get(new URL(sitemap).pathname);
  expect(index.headers['content-type']).toContain('xml');
  const files = await Promise.all(addressesIn(index.body).map((address) => get(new URL(address).pathname)));
  const addresses = files.flatMap(({ body }) => addressesIn(body)).map((address) => new URL(address).pathname);
  for (const file of [index, ...files])
    expect(file.body.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z</g)?.length).toBe(addressesIn(file.body).length);
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/',
      '/browse-services',
      '/browse-professionals',
      '/waitlist-signup',
      '/terms-of-use',
      '/privacy-policy',
      `/public-professional-page/${seen.professionalId}/zoe-obrien-lucja`,
      `/service-details/${service}/knotless-braids`,
    ]),
  );
  for (const id of [hidden.professionalId, off, of]) expect(addresses.join()).not.toContain(id);
  for (const unknown of [
    '/sitemap/professionals-99.xml',
    '/sitemap/users-1.xml',
    '/sitemap/professionals-0.xml',
    '/sitemap/services-99999.xml',
    '/sitemap/services-999999.xml',
    '/sitemap/x',
  ])
    expect((await get(unknown)).status).toBe(404);
});

test('a page is told as changed when what it shows changes', async () => {
  const person = await t.make.professional();
  const { professionalId } = person;
  const changeOf = async () => {
    const { body } = await get('/sitemap/professionals-1.xml');
    return new RegExp(`${professionalId}[^<]*</loc><lastmod>([^<]*)`).exec(body)?.[1] ?? '';
  };
  const before = await changeOf();
  const [first, second] = [await t.make.service(professionalId), await t.make.service(professionalId)];
  expect(Date.parse(await changeOf())).toBeGreaterThanOrEqual(Date.parse(before));
  const id = await t.make.picture(professionalId);
  for (const [procedure, input] of [
    ['pictures.change', { id, caption: 'Feed-in' }],
    ['pictures.delete', { id }],
    ['hours.replace', { schedules: [{ every_weeks: 1, hours: [{ weekday: 2, start: '09:00', end: '17:00' }] }] }],
    ['hours.replace', { schedules: [] }],
    ['services.reorder', { service_ids: [second, first] }],
  ] as const) {
    const former = await changeOf();
    expect((await t.rest.call(person, procedure, input)).status).toBeLessThan(300);
    expect(Date.parse(await changeOf()), procedure).toBeGreaterThan(Date.parse(former));
  }
  const last = await changeOf();
  await t.rest.call(person, 'hours.replace', { schedules: [] });
  await t.rest.call(person, 'services.reorder', { service_ids: [second, first] });
  expect(await changeOf()).toBe(last);
});

test('the index tells of each file the newest change of its pages', async () => {
  for (let i = 0; i < 3; i++) await t.make.professional({ specializations: [2], location: 'Melbourne' });
  const entries = ({ body }: { body: string }) =>
    [...body.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)</g)].map(([, address = '', at = '']) => ({ address, at }));
  const files = entries(await get('/sitemap.xml'));
  for (const { address, at } of files) {
    const changes = entries(await get(new URL(address).pathname)).map((page) => Date.parse(page.at));
    expect([address, Date.parse(at)]).toEqual([address, Math.max(...changes)]);
  }
  expect(new Set(entries(await get('/sitemap/pages.xml')).map(({ at }) => at)).size).toBeGreaterThan(1);
});

test('the manifest names icons, one of them maskable', async () => {
  const { body, headers } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({ short_name: 'Saluni', start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
});

test('the picture of a page is a PNG of 1200 by 630 with an ETag, cached under its current address alone', async () => {
  const { professionalId } = await t.make.professional({
    display_name: 'Adébáyọ̀ Ọlá Ñandú 田中 <b>',
    specializations: [2, 5],
  });
  const service = await t.make.service(professionalId, { name: 'W'.repeat(100) });
  for (const url of ['/og/saluni.png', `/og/professional/${professionalId}.png`, `/og/service/${service}.png`]) {
    const { status, bytes, headers } = await get(url);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', 'no-store']);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect(bytes.byteLength).toBeLessThan(300_000);
    expect((await get(url, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    expect((await get(`${url}?v=older`)).headers['cache-control']).toBe('no-store');
  }
  const shared = await shareOfService(t.deps.db, service);
  for (const [url, content] of [
    ['/og/saluni.png', ownContent],
    [`/og/service/${service}.png`, shared],
  ] as const)
    expect((await get(`${url}?v=${content && versionOf(content)}`)).headers['cache-control']).toBe(
      'public, max-age=86400',
    );
});

test('who asks for many pictures at once waits behind everybody else', async () => {
  const people = await Promise.all(
    Array.from({ length: 7 }, (_, at) => t.make.professional({ display_name: `Asked ${at}` })),
  );
  const order: string[] = [];
  const ask = async ({ professionalId }: { professionalId: string }, remoteAddress: string) => {
    const { statusCode } = await t.app.inject({ url: `/og/professional/${professionalId}.png`, remoteAddress });
    order.push(remoteAddress);
    return statusCode;
  };
  const [own, ...others] = people;
  if (!own) throw new Error('nobody was made');
  const many = others.map((one) => ask(one, '192.0.2.1'));
  expect(await ask(own, '192.0.2.2')).toBe(200);
  expect(order.length).toBeLessThanOrEqual(3);
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
});

test('there is no picture of what others do not see', async () => {
  const { professionalId } = await t.make.professional({ is_active: false });
  const service = await t.make.service(professionalId);
  for (const url of [
    `/og/professional/${professionalId}.png`,
    `/og/service/${service}.png`,
    `/og/professional/${randomUUID()}.png`,
    '/og/professional/x.png',
    '/og/service/%00.png',
    '/og/other.png',
    `/og/professional/${randomUUID()}`,
  ])
    expect([url, (await get(url, { 'if-none-match': '*' })).status]).toEqual([url, 404]);
});
