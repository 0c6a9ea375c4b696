import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = readFileSync(join(import.meta.dirname, '../src/client/later.js'), 'utf8');
const fileName = `assets/later-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;

/** Has the built page fetch its style before its scripts: these are named as `later`, and `later.js` fetches them. */
export const later: Plugin = {
  name: 'saluni:later',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName, source });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, (_, entry) => {
          const script = `<script type="module" crossorigin src="/${fileName}"></script>`;
          return `${script}\n    <link rel="later" data-entry crossorigin fetchpriority="low" href="${entry}">`;
        })
        .replaceAll('<link rel="modulepreload"', '<link rel="later" fetchpriority="low"'),
  },
};
