import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { insertPicture } from '#server/features/pictures/queries.ts';
import { lockProfessional } from '#server/features/professionals/queries.ts';
import type { Rendered } from '#server/images/render.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import type { Cast } from './people.ts';
import { type DemoPicture, homepagePictures, workPictures } from './pictures.ts';
import type { Portrait } from './portraits/portrait.ts';

type PictureDeps = Pick<Deps, 'db' | 'images' | 'log'>;
type Waiting = { key: string; place: number; professional_id: string | null; service_id: string | null };
/** A drawing to be made: `height` in pixels, the width `wide` times as much. */
export type Commission = { portrait: Portrait; wide: number; height: number };

const height = 960;
/** Of the homepage's pictures, whose frame is wide. */
const homepageHeight = 720;
/** Homepage pictures are so old, so that an uploaded one comes before them. */
const age = 60 * DAY;

/** By the key of their row in `demo_pictures`. */
const pictures = new Map<string, DemoPicture>([
  ...homepagePictures.map((picture, index) => [`homepage/${index}`, picture] as const),
  ...Object.entries(workPictures).flatMap(([key, works]) =>
    works.map((work, index) => [`${key}/${index}`, work] as const),
  ),
]);

/** Notes which pictures are to be drawn: the homepage's, then the first of each professional, then the second ones. */
export async function planPictures(trx: Db, { callers, services }: Cast): Promise<void> {
  const rows = [...pictures].map(([key, { service }]) => {
    const [owner = '', index] = key.split('/');
    const professional_id = callers.get(owner)?.professional_id ?? null;
    return {
      key,
      round: owner === 'homepage' ? -1 : Number(index),
      professional_id,
      service_id: services.get(service ?? '') ?? null,
    };
  });
  const ordered = rows.toSorted((a, b) => a.round - b.round).map(({ round: _, ...row }, place) => ({ ...row, place }));
  await trx.insertInto('demo_pictures').values(ordered).execute();
}

/**
 * Draws the pictures of the demo that are not drawn yet and stores them as uploads are; does nothing where there are
 * none. Each is stored on its own: what a stop or a failure leaves is drawn at the next start, and of two processes
 * that draw the same picture one stores it.
 */
export async function drawPictures(deps: PictureDeps, signal: AbortSignal): Promise<void> {
  const waiting = await deps.db.selectFrom('demo_pictures').selectAll().orderBy('place').execute();
  if (waiting.length === 0 || signal.aborted) return;
  const painter = fork(fileURLToPath(new URL('./painter.ts', import.meta.url)), { serialization: 'advanced' });
  const stop = () => painter.kill('SIGKILL');
  const ended = once(painter, 'exit').then(() => Promise.reject(new Error('the process that draws ended')));
  // Its end is told by whoever waits for a drawing.
  ended.catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    for (const row of waiting) {
      const picture = pictures.get(row.key);
      if (signal.aborted) return;
      // A row of another version, which has other pictures.
      if (picture === undefined) await deps.db.deleteFrom('demo_pictures').where('key', '=', row.key).execute();
      else await store(deps, row, picture, await Promise.race([paint(painter, row, picture), ended]));
    }
  } catch (error) {
    if (!signal.aborted)
      deps.log.warn({ err: error }, 'failed to draw the pictures of the demo: the next start draws the others');
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function paint(
  painter: ChildProcess,
  { key, professional_id }: Waiting,
  { portrait }: DemoPicture,
): Promise<Rendered> {
  const commission: Commission = {
    portrait: { ...portrait, seed: seedOf(key) },
    ...(professional_id === null ? { wide: 4 / 3, height: homepageHeight } : { wide: 1, height }),
  };
  painter.send(commission);
  const [rendered] = await once(painter, 'message');
  return rendered as Rendered;
}

/** First the files, then the row, as with an upload; files without a row are swept. */
async function store(
  { db, images }: PictureDeps,
  row: Waiting,
  { alt, caption }: DemoPicture,
  rendered: Rendered,
): Promise<void> {
  const { width, height, focus, files } = rendered;
  const storage_key = randomUUID();
  await images.put(storage_key, files);
  await transact(db, async (trx) => {
    const isGone = row.professional_id !== null && !(await lockProfessional(trx, row.professional_id));
    const { numDeletedRows } = await trx.deleteFrom('demo_pictures').where('key', '=', row.key).executeTakeFirst();
    // Another process may have been faster.
    if (numDeletedRows === 0n || isGone) return;
    if (row.professional_id === null) {
      const created_at = sql<string>`clock_now() - make_interval(secs => ${(age + row.place * MINUTE) / 1_000})`;
      await trx
        .insertInto('images')
        .values({ image_type: 'homepage_carousel', storage_key, alt, width, height, created_at })
        .execute();
      return;
    }
    const { professional_id } = row;
    const service_id = await offered(trx, row.service_id);
    await insertPicture(trx, {
      professional_id,
      kind: 'work',
      service_id,
      storage_key,
      alt,
      caption: caption ?? null,
      width,
      height,
      focus_x: focus.x,
      focus_y: focus.y,
    });
  });
}

/** Null for a service that was deleted meanwhile. */
async function offered(trx: Db, id: string | null): Promise<string | null> {
  const row = await trx
    .selectFrom('services')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** FNV-1a hash over UTF-16 units. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
