import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readClientFiles } from '#server/http/client-files.ts';
import { type PageName, pages } from '#shared/pages.ts';
import { builtClient } from './client-build.ts';

/** `node scripts/check-budget.ts`: the JavaScript that each public page of the built client needs at first. */

/** Of one public page after Brotli, bytes. */
export const budget = 160 * 1024;

/** The JavaScript of each public page of the client in `folder`, bytes after Brotli. */
export async function weigh(folder: string): Promise<{ page: string; bytes: number }[]> {
  const files = await readClientFiles(folder);
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(folder, file))).byteLength;
    sizes.set(file, size);
    return size;
  };
  return Object.entries(pages)
    .filter(([, { roles }]) => roles === undefined)
    .map(([page]) => ({
      page,
      bytes: [...files.scripts(page as PageName)].reduce((sum, file) => sum + sizeOf(file), 0),
    }));
}

if (import.meta.main) {
  for (const { page, bytes } of await weigh(builtClient)) {
    console.log(`${page.padEnd(22)} ${(bytes / 1024).toFixed(1).padStart(6)} KiB`);
    if (bytes > budget) process.exitCode = 1;
  }
}
