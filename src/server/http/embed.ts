import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { findByHandle } from '#server/features/professionals/handle-queries.ts';
import { pageAt, pagePath } from '#shared/pages.ts';
import { etagOf, matchesEtag } from './etag.ts';

const source = readFileSync(join(import.meta.dirname, '../../client/embed.js'), 'utf8');

/** Serves what turns a link in any site into a button or a frame: `/embed.js` (contract 27). */
export function mountEmbedScript(scope: FastifyInstance, publicUrl: string): void {
  const text = `((site) => {\n${source}})(${JSON.stringify(publicUrl)});\n`;
  const etag = etagOf(Buffer.from(text));
  scope.get('/embed.js', async (request, reply) => {
    reply.headers({
      'cache-control': 'public, max-age=3600',
      etag,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(text);
  });
}

/**
 * Where the page for other sites is that a former handle names, with its query; undefined for any other address, and
 * where its owner has no handle any more: what she wrote into her site goes on.
 */
export async function currentFrame(db: Database, address: string): Promise<string | undefined> {
  const [path = '', query] = address.split(/\?(.*)/s);
  const found = pageAt(path);
  const handle = found?.name === 'embed' ? found.params.handle : undefined;
  if (handle === undefined) return undefined;
  const current = (await findByHandle(db, handle))?.current ?? null;
  if (current === null || current === handle.toLowerCase()) return undefined;
  return pagePath('embed', { handle: current }) + (query ? `?${query}` : '');
}
