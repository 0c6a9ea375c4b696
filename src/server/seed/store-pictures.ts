import { readFile } from 'node:fs/promises';
import { keyOf } from '#server/backup/backup.ts';
import { listPictures } from '#server/backup/pictures.ts';
import type { Db } from '#server/db/connect.ts';
import { usedKeys } from '#server/features/images/queries.ts';
import { insertPicture } from '#server/features/pictures/queries.ts';
import type { Renderer } from '#server/images/renderer.ts';
import type { ImageStore } from '#server/images/store.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import { pictureFormats, widthsOf } from '#shared/picture-files.ts';
import { iso } from '#shared/time.ts';
import type { Cast } from './people.ts';
import { homepagePictures, storageKeyOf, workPictures } from './pictures.ts';
import { sentDrawings } from './threads.ts';

const width = 960;
const heights = { homepage: 720, work: 960 };
/** The copies of a picture, and its preview. */
const filesOfEach = widthsOf(width).length * pictureFormats.length + 1;
/** Homepage pictures are so old, so that an uploaded one comes before them. */
const age = 60 * DAY;

/** What the landing page and cards show first: the homepage's, then the first of each professional. */
const names = [
  ...homepagePictures.map((_, index) => `homepage-${index}`),
  ...Object.entries(workPictures)
    .flatMap(([key, works]) => works.map((_, index) => `${key}-${index}`))
    .toSorted((one, other) => one.slice(-1).localeCompare(other.slice(-1))),
];

export function fileOf(name: string): URL {
  return new URL(`pictures/${name}.avif`, import.meta.url);
}

/** Writes the rows of all pictures. Their files follow by `storePictures`; pages show the ornament until then. */
export async function insertPictures(trx: Db, { callers, services }: Cast, now: number): Promise<void> {
  const homepage = homepagePictures.map((alt, index) => ({
    image_type: 'homepage_carousel' as const,
    storage_key: storageKeyOf(`homepage-${index}`),
    alt,
    width,
    height: heights.homepage,
    created_at: iso(now - age - index * MINUTE),
  }));
  await trx.insertInto('images').values(homepage).execute();
  for (const [key, works] of Object.entries(workPictures)) {
    for (const [index, [alt, service, caption]] of works.entries()) {
      await insertPicture(trx, {
        professional_id: callers.get(key)?.professional_id ?? '',
        kind: 'work',
        service_id: services.get(service) ?? null,
        storage_key: storageKeyOf(`${key}-${index}`),
        alt,
        caption: caption ?? null,
        width,
        height: heights.work,
        focus_x: 0.5,
        focus_y: 0.5,
      });
    }
  }
}

/** Stores the files of the demo's pictures that have a row and no files yet, as uploads are stored. */
export async function storePictures(
  { db, images, renderer }: { db: Db; images: ImageStore; renderer: Pick<Renderer, 'render'> },
  signal?: AbortSignal,
): Promise<void> {
  const used = await usedKeys(db, names.map(storageKeyOf));
  const stored = Map.groupBy(await listPictures(images), keyOf);
  const sent = await usedKeys(db, [...sentDrawings.keys()], 'private');
  for (const [key, name] of sentDrawings) {
    if (!sent.has(key) || stored.has(key)) continue;
    if (signal?.aborted) return;
    const { files } = await renderer.render(await readFile(fileOf(name)), undefined, 'sent');
    await images.put(key, files, 'private');
  }
  for (const name of names) {
    const key = storageKeyOf(name);
    if (!used.has(key) || stored.get(key)?.length === filesOfEach) continue;
    if (signal?.aborted) return;
    const { files } = await renderer.render(await readFile(fileOf(name)));
    await images.put(key, files);
  }
}
