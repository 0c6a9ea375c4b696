import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '#server/db/connect.ts';
import { namedFolders, namedKeys } from '#server/features/images/queries.ts';
import type { ImageStore } from '#server/images/store.ts';
import { keyOf, type Progress } from './backup.ts';
import { newFile, type PictureFile, unfinishedOf } from './file.ts';

/** Files that are copied at a time. */
const atOnce = 8;

/** All files of pictures in the bucket, those of messages too. */
export async function listPictures(images: ImageStore): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for await (const page of images.stored('images')) files.push(...page);
  for await (const page of images.stored('private'))
    files.push(...page.map(({ path, size }) => ({ path: `private/${path}`, size })));
  return files;
}

/** Where a file is in the bucket. */
function placeOf(path: string) {
  const [name = '', key = '', folder] = path.split('/').reverse();
  return { key, name, folder: folder === 'private' ? ('private' as const) : ('images' as const) };
}

/** The keys of pictures that rows name and of which the bucket has no file. */
export async function missingPictures(db: Db, images: ImageStore): Promise<string[]> {
  const named = new Set<string>();
  for (const folder of namedFolders) for (const key of await namedKeys(db, folder)) named.add(key);
  for (const file of await listPictures(images)) named.delete(keyOf(file));
  return [...named].sort();
}

/**
 * Copies those pictures from the bucket that a folder has not yet; as files never change, a copy that was interrupted
 * goes on. Returns how many were gone from the bucket meanwhile.
 */
export function savePictures(
  images: ImageStore,
  folder: string,
  files: PictureFile[],
  progress: Progress,
): Promise<number> {
  return eachOf(files, progress, async ({ path, size }) => {
    const target = join(folder, path);
    if ((await sizeOf(target)) === size) return true;
    const { key, name, folder: from } = placeOf(path);
    const bytes = await images.get(key, name, from);
    if (bytes === undefined) return false;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const unfinished = unfinishedOf(target);
    try {
      await writeFile(unfinished, bytes, { flag: newFile.flags, mode: newFile.mode });
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return true;
  });
}

/** Copies pictures from the folder to the bucket, those that it does not have. Returns how many the folder lacks. */
export async function storePictures(
  images: ImageStore,
  folder: string,
  files: PictureFile[],
  progress: Progress,
): Promise<number> {
  const stored = new Map((await listPictures(images)).map(({ path, size }) => [path, size]));
  return eachOf(files, progress, async ({ path, size }) => {
    if (stored.get(path) === size) return true;
    if ((await sizeOf(join(folder, path))) !== size) return false;
    const { key, name, folder: to } = placeOf(path);
    const file = { name, type: `image/${name.split('.').at(-1)}`, bytes: await readFile(join(folder, path)) };
    await images.put(key, [file], to);
    return true;
  });
}

/** Works on some files at a time; returns how many could not be copied. */
async function eachOf(
  files: PictureFile[],
  progress: Progress,
  copy: (file: PictureFile) => Promise<boolean>,
): Promise<number> {
  const waiting = files.values();
  let done = 0;
  let missing = 0;
  async function work(): Promise<void> {
    for (const file of waiting) {
      if (!(await copy(file))) missing++;
      progress('pictures', ++done, files.length);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return missing;
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
