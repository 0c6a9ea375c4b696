import { randomUUID } from 'node:crypto';
import { unavailable } from '#server/errors.ts';
import type { PictureUse } from './render.ts';
import { type Renderer, retryAfter } from './renderer.ts';
import type { ImageStore } from './store.ts';

type Conditions = {
  /** Whether the caller was answered meanwhile. */
  gone(): boolean;
  /** Throws when the picture is not wanted; asked before the long part of the work. */
  beforeEncoding?: () => Promise<unknown>;
  /** One that is sent is private. */
  use?: PictureUse;
};

/**
 * Stores the files of a picture, before its row: files whose row does not follow are swept. Throws as
 * `Renderer` does, and 503 for a caller who is gone.
 */
export async function storePicture(
  { images, renderer }: { images: ImageStore; renderer: Renderer },
  file: Uint8Array,
  { gone, beforeEncoding, use = 'shown' }: Conditions,
) {
  const { width, height, focus, files } = await renderer.render(file, beforeEncoding, use);
  // An answer of 503 must not leave a picture, which the caller will send again.
  if (gone()) return unavailable(retryAfter);
  const storage_key = randomUUID();
  await images.put(storage_key, files, use === 'shown' ? 'images' : 'private');
  return { storage_key, width, height, focus };
}
