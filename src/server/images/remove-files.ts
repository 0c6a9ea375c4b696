import type { Deps } from '#server/deps.ts';
import { withTimeout } from '#server/process/with-timeout.ts';

/** Longest time that a request waits for files to go whose rows are gone, milliseconds. */
const timeout = 3_000;

/**
 * Removes the files of pictures whose rows are gone. What takes too long goes on behind the answer, and what stays,
 * because the store is away, is swept; never rejects.
 */
export async function removeFiles(
  { images, log }: Pick<Deps, 'images' | 'log'>,
  keys: readonly string[],
  folder: 'images' | 'private' = 'images',
): Promise<void> {
  const removing = Promise.all(keys.map((key) => images.remove(key, folder)));
  await withTimeout(timeout, removing, 'the image store took too long').catch((error: unknown) =>
    log.warn({ err: error, pictures: keys }, 'failed to remove the files of pictures: they are swept later'),
  );
}
