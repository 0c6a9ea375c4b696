import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();
beforeAll(async () => {
  for (const [image_type, storage_key] of [
    ['homepage_carousel', 'a'],
    ['founder', 'b'],
    ['homepage_carousel', 'c'],
  ] as const) {
    await t.make.row('images', { image_type, storage_key, alt: `Alt of ${storage_key}`, width: 1600, height: 900 });
  }
});

test('images of a type come newest first', async () => {
  const all = await t.rest.call(null, 'images.list', { image_type: 'homepage_carousel' });
  expect(all.status).toBe(200);
  expect(all.headers['x-total-count']).toBe('2');
  const size = { width: 1600, height: 900 };
  expect(all.body).toEqual([
    { id: expect.any(String), url: `${t.deps.config.publicUrl}/images/c/1600.webp`, alt: 'Alt of c', ...size },
    { id: expect.any(String), url: `${t.deps.config.publicUrl}/images/a/1600.webp`, alt: 'Alt of a', ...size },
  ]);
  const second = await t.rest.call(null, 'images.list', { image_type: 'homepage_carousel', skip: 1, limit: 1 });
  expect(second.body).toEqual((all.body as unknown[]).slice(1));
  expect(second.headers['x-total-count']).toBe('2');
  expect((await t.rest.call(null, 'images.list', { image_type: 'other' })).body).toEqual([]);
});

test.each([{}, { image_type: 'Founder' }, { image_type: '' }, { image_type: ['founder', 'other'] }])(
  '%j is refused',
  async (query) => {
    for (const api of t.apis) {
      expect(await api.call(null, 'images.list', query)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'image_type'] }] },
      });
    }
  },
);
