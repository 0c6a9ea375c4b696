import { randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { unavailable, wroteNothing } from '#server/errors.ts';
import { removeFiles } from './remove-files.ts';
import type { PictureUse } from './render.ts';
import { retryAfter } from './renderer.ts';

type Conditions = {
  /** Whether the caller was answered meanwhile. */
  gone(): boolean;
  /** Throws when the picture is not wanted; asked before the long part of the work. */
  beforeEncoding?: () => Promise<unknown>;
  /** One that is sent is private. */
  use?: PictureUse;
};
type Stored = { storage_key: string; width: number; height: number; focus: { x: number; y: number } };

/**
 * Stores the files of a picture and then, by `write`, its row; resolves with what that does. Throws as it and `Renderer`
 * do, and 503 for a caller who is gone. Files are swept where nobody knows whether their row followed.
 */
export async function storePicture<Written>(
  deps: Pick<Deps, 'images' | 'log' | 'renderer'>,
  file: Uint8Array,
  { gone, beforeEncoding, use = 'shown' }: Conditions,
  write: (stored: Stored) => Promise<Written>,
): Promise<Written> {
  const { width, height, focus, files } = await deps.renderer.render(file, beforeEncoding, use);
  // An answer of 503 must not leave a picture, which the caller will send again.
  if (gone()) return unavailable(retryAfter);
  const storage_key = randomUUID();
  const folder = use === 'shown' ? 'images' : 'private';
  await deps.images.put(storage_key, files, folder);
  try {
    return await write({ storage_key, width, height, focus });
  } catch (error) {
    if (wroteNothing(error)) await removeFiles(deps, [storage_key], folder);
    throw error;
  }
}
