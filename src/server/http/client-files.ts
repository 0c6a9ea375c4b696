import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = { file: string; css?: string[]; imports?: string[] };

/** The files of the client's build, by Vite's manifest. */
export type ClientFiles = {
  /** Paths of what a source file needs at first, without a slash in front. */
  of(source: string): { scripts: Set<string>; styles: Set<string> };
  /** The text of a style sheet. */
  styleOf(file: string): string;
};

/** Where the files of the build before are, whose pages may still be open. */
export function filesBefore(root: string): string {
  return `${root}-before`;
}

export async function readClientFiles(root: string): Promise<ClientFiles> {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(root, '.vite/manifest.json'), 'utf8'));
  const names = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []));
  const styles = new Map<string, string>();
  for (const name of names) styles.set(name, (await readFile(join(root, name), 'utf8')).trim());
  return {
    styleOf: (file) => styles.get(file) ?? '',
    of(source) {
      const found = { scripts: new Set<string>(), styles: new Set<string>() };
      const collect = (key: string) => {
        const chunk = manifest[key];
        if (!chunk || found.scripts.has(chunk.file)) return;
        found.scripts.add(chunk.file);
        for (const file of chunk.css ?? []) found.styles.add(file);
        for (const imported of chunk.imports ?? []) collect(imported);
      };
      collect(source);
      return found;
    },
  };
}
