import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { drawPictures } from './draw-pictures.ts';
import { menus } from './menus.ts';
import { homepagePictures, workPictures } from './pictures.ts';
import { drawPortrait } from './portraits/portrait.ts';
import { styles } from './portraits/styles.ts';
import { professionals } from './professionals.ts';

const all = [...homepagePictures, ...Object.values(workPictures).flat()];
const size = { wide: 1, height: 100 };

test('the same portrait is drawn alike, another seed differently, and every style without a broken number', () => {
  for (const { portrait } of all) {
    const drawn = drawPortrait({ ...portrait, seed: 1 }, size);
    expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
    expect(drawPortrait({ ...portrait, seed: 1 }, size)).toBe(drawn);
    expect(drawPortrait({ ...portrait, seed: 2 }, size)).not.toBe(drawn);
  }
  expect([...new Set(all.map(({ portrait }) => portrait.style))].sort()).toEqual(Object.keys(styles).sort());
  expect(new Set(all.map(({ portrait }) => portrait.skin)).size).toBe(7);
});

test('each picture says what it shows, and shows a service of its professional; some professionals have none', () => {
  for (const [key, works] of Object.entries(workPictures)) {
    const names = (menus[key] ?? []).map(({ name }) => name);
    expect(new Set(works.map(({ alt }) => alt)).size).toBe(works.length);
    for (const { alt, service } of works) {
      expect(alt.length).toBeGreaterThan(10);
      expect([key, names]).toEqual([key, expect.arrayContaining([service])]);
      expect(works.filter((one) => one.service === service).length).toBeLessThanOrEqual(3);
    }
  }
  const without = professionals.filter(({ key, away }) => !away && workPictures[key] === undefined);
  expect(without.length).toBeGreaterThanOrEqual(3);
});

const t = useTestApp({}, { store: true });

test('the demo’s pictures are stored as uploads are, once, and what a stop left is drawn at the next start', {
  timeout: 60_000,
}, async () => {
  const { db } = t.deps;
  const { professionalId } = await t.make.professional();
  const service = await t.make.service(professionalId);
  const gone = await t.make.service(professionalId);
  await db.updateTable('services').set({ deleted_at: new Date().toISOString() }).where('id', '=', gone).execute();
  const row = (key: string, place: number, service_id: string | null = null) => ({
    key,
    place,
    professional_id: key.startsWith('homepage') ? null : professionalId,
    service_id,
  });
  await db
    .insertInto('demo_pictures')
    .values([row('homepage/0', 0), row('of another version', 1), row('amara/0', 2, service), row('amara/1', 3, gone)])
    .execute();
  const waiting = async () =>
    (await db.selectFrom('demo_pictures').select('key').orderBy('place').execute()).map(({ key }) => key);
  const stopped = new AbortController();
  const first = drawPictures(t.deps, stopped.signal);
  await expect.poll(waiting, { timeout: 30_000 }).not.toContain('homepage/0');
  stopped.abort();
  await first;
  expect(await waiting()).toContain('amara/1');
  // Two starts at once.
  await Promise.all([1, 2].map(() => drawPictures(t.deps, new AbortController().signal)));
  expect(await waiting()).toEqual([]);

  const home = (await t.rest.call(null, 'images.list', { image_type: 'homepage_carousel' })).body as {
    url: string;
    alt: string;
  }[];
  expect(home.map(({ alt }) => alt)).toEqual([homepagePictures[0]?.alt]);
  const works = (await t.rest.call(null, 'pictures.ofProfessional', { id: professionalId })).body as {
    url: string;
    alt: string;
  }[];
  const [one, two] = workPictures.amara ?? [];
  expect(works).toMatchObject([
    { alt: one?.alt, caption: one?.caption, service_id: service, width: 960, height: 960 },
    { alt: two?.alt, caption: null, service_id: null },
  ]);
  for (const { url } of [...home, ...works]) {
    const { rawPayload, statusCode } = await t.app.inject(
      new URL(url, 'http://localhost').pathname.replace('960.webp', '480.avif'),
    );
    expect(statusCode).toBe(200);
    expect((await sharp(rawPayload).stats()).entropy).toBeGreaterThan(3);
  }
});
