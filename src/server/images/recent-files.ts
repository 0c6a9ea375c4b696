import type { ImageStore } from './store.ts';

/** Largest file that stays in memory, and most of all of them, bytes; how long each may stay, milliseconds. */
const bounds = { file: 256 * 1_024, all: 32 * 1_024 * 1_024, stays: 60_000 };

/**
 * The same store, with small files that were asked for lately in memory: asking the store takes 12 ms of a processor. A
 * picture that another process has removed may be served for a minute more.
 */
export function withRecentFiles(store: ImageStore): ImageStore {
  /** The file that was asked for longest ago comes first. */
  const files = new Map<string, { bytes: Buffer; until: number }>();
  let size = 0;

  function forget(path: string): void {
    size -= files.get(path)?.bytes.length ?? 0;
    files.delete(path);
  }

  function remember(path: string, bytes: Buffer, until: number): void {
    forget(path);
    files.set(path, { bytes, until });
    size += bytes.length;
    for (const oldest of files.keys()) {
      if (size <= bounds.all) break;
      forget(oldest);
    }
  }

  return {
    ...store,
    async get(key, name, folder = 'images') {
      const path = `${folder}/${key}/${name}`;
      const recent = files.get(path);
      if (recent && recent.until > performance.now()) {
        remember(path, recent.bytes, recent.until);
        return recent.bytes;
      }
      const bytes = await store.get(key, name, folder);
      if (bytes && bytes.length <= bounds.file) remember(path, bytes, performance.now() + bounds.stays);
      else forget(path);
      return bytes;
    },
    async remove(key, folder = 'images') {
      const forgetAll = () => {
        for (const path of files.keys()) if (path.startsWith(`${folder}/${key}/`)) forget(path);
      };
      forgetAll();
      // What was asked for meanwhile may have come before the removal.
      await store.remove(key, folder).finally(forgetAll);
    },
  };
}
