import type { Deps } from '#server/deps.ts';

/** Removes the files of pictures whose rows are gone. Files that stay, because the store is away, are swept; never rejects. */
export async function removeFiles({ images, log }: Pick<Deps, 'images' | 'log'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await images
      .remove(key)
      .catch((error: unknown) => log.warn({ err: error, picture: key }, 'failed to remove the files of a picture: they are swept later'));
  }
}
