import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageName } from '#shared/pages.ts';

type Chunk = { file: string; imports?: string[] };

/** The scripts of the client's build, by Vite's manifest. */
export type ClientFiles = {
  /** Paths of all scripts that a page needs at first, without a slash in front; without a name, that of what is not there. */
  scripts(page?: PageName): Set<string>;
  /** Has the browser fetch the scripts of a page beside those that every page names (`later.js`). */
  preloads(page?: PageName): string;
};

/** Where the files of the build before are, whose pages may still be open. */
export function filesBefore(root: string): string {
  return `${root}-before`;
}

export async function readClientFiles(root: string): Promise<ClientFiles> {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(root, '.vite/manifest.json'), 'utf8'));
  function collect(source: string, found: Set<string>): Set<string> {
    const chunk = manifest[source];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, found);
    return found;
  }
  const shared = collect('index.html', new Set());
  const scripts = (page?: PageName) => collect(`routes/${fileOf(page ?? 'notFound')}.tsx`, new Set(shared));
  return {
    scripts,
    preloads: (page) =>
      [...scripts(page)]
        .filter((file) => !shared.has(file))
        .map((file) => `<link rel="later" fetchpriority="low" crossorigin href="/${file}">`)
        .join(''),
  };
}

/** A page's file is named as the page is: `serviceDetails` is in `service-details.tsx`. */
function fileOf(page: string): string {
  return page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
