import { readdir, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listPictures } from '#server/backup/pictures.ts';
import { useTestApp } from '#server/testing/app.ts';
import { menus } from './menus.ts';
import { homepagePictures, storageKeyOf, workPictures } from './pictures.ts';
import { professionals } from './professionals.ts';
import { fileOf, storePictures } from './store-pictures.ts';

test('each picture says what it shows, and shows a service of its professional; some professionals have none', () => {
  for (const [key, works] of Object.entries(workPictures)) {
    const names = (menus[key] ?? []).map(({ name }) => name);
    expect(new Set(works.map(([alt]) => alt)).size).toBe(works.length);
    for (const [alt, service] of works) {
      expect(alt.length).toBeGreaterThan(10);
      expect([key, names]).toEqual([key, expect.arrayContaining([service])]);
      expect(works.filter((one) => one[1] === service).length).toBeLessThanOrEqual(3);
    }
  }
  const without = professionals.filter(({ key, away }) => !away && workPictures[key] === undefined);
  expect(without.length).toBeGreaterThanOrEqual(3);
});

test('each has a file, and all of them are under 2 MB', async () => {
  const lists = Object.entries({ homepage: homepagePictures, ...workPictures });
  const names = lists.flatMap(([key, list]) => list.map((_, index) => `${key}-${index}.avif`));
  expect((await readdir(new URL('pictures/', import.meta.url))).toSorted()).toEqual(names.toSorted());
  const sizes = await Promise.all(names.map(async (name) => (await stat(fileOf(name.replace('.avif', '')))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});

const t = useTestApp({}, { store: true });

test('pictures with a row are stored as uploads are; what a stop left is stored by the next start', async () => {
  const { db, images } = t.deps;
  const { professionalId } = await t.make.professional();
  const names = ['homepage-0', 'amara-0', 'amara-1'];
  const [home = '', ...works] = names.map(storageKeyOf);
  await db
    .insertInto('images')
    .values({ image_type: 'homepage_carousel', storage_key: home, alt: 'Afro', width: 960, height: 720 })
    .execute();
  await db
    .insertInto('professional_pictures')
    .values(
      works.map((storage_key, position) => ({
        professional_id: professionalId,
        kind: 'work',
        storage_key,
        alt: 'Braids',
        position,
        width: 960,
        height: 960,
      })),
    )
    .execute();
  const stored = async () => (await listPictures(images)).map(({ path }) => path).toSorted();

  const stopped = new AbortController();
  const renderer: typeof t.deps.renderer = {
    ...t.deps.renderer,
    async render(bytes) {
      stopped.abort();
      return t.deps.renderer.render(bytes);
    },
  };
  await storePictures({ ...t.deps, renderer }, stopped.signal);
  expect(await stored()).toHaveLength(5);
  // A crash may leave some files of a picture.
  await images.put(works[0] ?? '', [{ name: 'preview.webp', type: 'image/webp', bytes: Buffer.from('half') }]);
  await Promise.all([storePictures(t.deps), storePictures(t.deps)]);
  const files = ['480.avif', '480.webp', '960.avif', '960.webp', 'preview.webp'];
  expect(await stored()).toEqual([home, ...works].flatMap((key) => files.map((name) => `${key}/${name}`)).toSorted());

  const list = await t.rest.call(null, 'images.list', { image_type: 'homepage_carousel' });
  const own = await t.rest.call(null, 'pictures.ofProfessional', { id: professionalId });
  for (const { url, width, height } of [...(list.body as Stored[]), ...(own.body as Stored[])]) {
    const { rawPayload, statusCode } = await t.app.inject(new URL(url, 'http://localhost').pathname);
    expect(statusCode).toBe(200);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height });
  }
});

type Stored = { url: string; width: number; height: number };
