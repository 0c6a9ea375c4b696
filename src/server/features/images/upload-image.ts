import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { imageBase } from '#server/images/addresses.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { storePicture } from '#server/images/store-picture.ts';
import { DAY, HOUR, type ImageType } from '#shared/constants.ts';
import { databaseIdentity, deleteImage, insertImage, type NamedFolder, namedFolders, usedKeys } from './queries.ts';

type ImageDeps = Pick<Deps, 'config' | 'db' | 'images' | 'log'>;

/** Stores a picture: first its files, then its row, so that no row is without files. */
export async function uploadImage(
  deps: ImageDeps & Pick<Deps, 'renderer'>,
  { actorId, gone }: { actorId: string; gone(): boolean },
  { file, image_type, alt }: { file: Uint8Array; image_type: ImageType; alt: string },
) {
  return storePicture(deps, file, { gone }, async ({ storage_key, width, height }) => {
    const { id } = await transact(deps.db, async (trx) => {
      const row = await insertImage(trx, { image_type, storage_key, alt, width, height });
      await recordAction(trx, { actorId, action: 'image.uploaded', subjectId: row.id, detail: { image_type } });
      return row;
    });
    return { id, url: `${imageBase(deps.config)}${storage_key}/${width}.webp`, alt, image_type, width, height };
  });
}

/** Deletes a picture: its row, then its files; those that stay are swept. Returns false for an unknown one. */
export async function removeImage({ db, images, log }: ImageDeps, actorId: string, id: string): Promise<boolean> {
  const key = await transact(db, async (trx) => {
    const deleted = await deleteImage(trx, id);
    if (deleted !== undefined) await recordAction(trx, { actorId, action: 'image.deleted', subjectId: id });
    return deleted;
  });
  if (key === undefined) return false;
  await removeFiles({ images, log }, [key]);
  return true;
}

/** Pictures of pages that were drawn so long ago are removed, milliseconds: one that is still shown is drawn again. */
const shareAge = 30 * DAY;

export async function sweepSharePictures(
  { db, images }: Pick<Deps, 'db' | 'images'>,
  signal?: AbortSignal,
): Promise<void> {
  for await (const keys of images.storedBefore((await databaseNow(db)) - shareAge, 'share')) {
    for (const key of keys) {
      if (signal?.aborted) return;
      await images.remove(key, 'share');
    }
  }
}

/** A sweep that would remove more pictures than this, and more than this part of all, is a mistake. */
const mostSwept = { pictures: 50, part: 0.1 };

/**
 * Removes files older than an hour whose picture has no row: an upload or a deletion ended half-way. Throws before it
 * removes anything where the bucket belongs to another database, or so much has no row that the database must be wrong:
 * a staging worker or an older dump would remove everything.
 */
export async function sweepImages({ db, images }: Pick<Deps, 'db' | 'images'>, signal?: AbortSignal): Promise<void> {
  const own = await databaseIdentity(db);
  const owner = await images.claim(own);
  if (owner !== own)
    throw new Error(
      `the bucket holds the pictures of database ${owner}, this is ${own}: no picture is swept. ` +
        "If the bucket is this database's own, delete its object `database`",
    );
  for (const folder of namedFolders) await sweepFolder({ db, images }, folder, signal);
}

async function sweepFolder(
  { db, images }: Pick<Deps, 'db' | 'images'>,
  folder: NamedFolder,
  signal?: AbortSignal,
): Promise<void> {
  const all = new Set<string>();
  const orphans = new Set<string>();
  for await (const keys of images.storedBefore((await databaseNow(db)) - HOUR, folder)) {
    const used = await usedKeys(db, keys, folder);
    for (const key of keys) all.add(key);
    for (const key of keys) if (!used.has(key)) orphans.add(key);
  }
  if (orphans.size > mostSwept.pictures && orphans.size > mostSwept.part * all.size)
    throw new Error(`${orphans.size} of ${all.size} pictures have no row, which is too many: no picture is swept`);
  for (const key of orphans) {
    if (signal?.aborted) return;
    await images.remove(key, folder);
  }
}
