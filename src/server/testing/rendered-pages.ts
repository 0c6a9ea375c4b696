import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { buildApp } from '#server/http/app.ts';
import { builtWeb } from '#server/http/web.ts';

/**
 * Builds servers for the calling test file whose pages are rendered by `renderPage`, which this source exports, into a
 * shell with this head.
 */
export function useRenderedPages(source: string, head = ''): (deps: Deps) => Promise<FastifyInstance> {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saluni-pages-'));
    await mkdir(join(folder, '.vite'));
    const files = {
      '.vite/manifest.json': '{}',
      'package.json': '{"type":"module"}',
      'entry-server.js': `export const warmUp = async () => {};\nexport const renderFrame = () => '';\n${source}`,
      'index.html': `<!doctype html><head>${head}</head><body><div id="root"></div></body>`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (deps) => buildApp(deps, await builtWeb(folder, deps, folder));
}
