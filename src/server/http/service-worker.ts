import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { scriptJson } from '#shared/rendering.ts';
import { matchesEtag } from './etag.ts';

const source = join(import.meta.dirname, '../../client/service-worker.js');

/**
 * Serves `/sw.js`: the worker and what it is to keep, so that another build is another worker. Without a connection it
 * sends the shell with these headers, and the files that the shell names.
 */
export async function mountServiceWorker(
  app: FastifyInstance,
  shell: string,
  headers: Record<string, string>,
): Promise<void> {
  const worker = await readFile(source, 'utf8');
  const build = {
    shell,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    files: [...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file),
  };
  const version = createHash('sha256').update(worker).update(JSON.stringify(build)).digest('base64url').slice(0, 16);
  const text = `const build = ${scriptJson({ version, ...build })};\n${worker}`;
  const etag = `"${version}"`;
  app.get('/sw.js', (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(text);
  });
}
