import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin, transformWithOxc } from 'vite';

const source = join(import.meta.dirname, '../src/client/bootstrap.ts');

/**
 * Builds the script that has a page's code fetched, a file of its own: as a second entry it would keep Rolldown from
 * joining the small files of the first.
 */
export const bootstrap: Plugin = {
  name: 'saluni:bootstrap',
  apply: 'build',
  async generateBundle() {
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
    const small = await minify('bootstrap.js', code, { module: true });
    this.emitFile({ type: 'asset', name: 'bootstrap.js', originalFileName: 'bootstrap.ts', source: small.code });
  },
};
