import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * `node --import` this before a program: from the second start on it is ready in a third of the time, without a
 * compiler of TypeScript in memory (20 MiB); hence no TypeScript here. In a folder that cannot be written nothing is
 * cached.
 */
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'));
