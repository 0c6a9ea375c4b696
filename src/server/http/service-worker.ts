import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { scriptJson } from '#shared/rendering.ts';
import type { ClientFiles } from './client-files.ts';
import { matchesEtag } from './etag.ts';

const source = join(import.meta.dirname, '../../client/service-worker.js');

/** What a build tells the worker, which sends the shell with these headers while there is no connection. */
type Told = { shell: string; headers: Record<string, string>; files: ClientFiles };

/** Serves `/sw.js`: the worker and what it is to keep, so that another build is another worker. */
export async function mountServiceWorker(app: FastifyInstance, { shell, headers, files }: Told): Promise<void> {
  const { scripts, styles } = files.of('index.html');
  const fonts = [...shell.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file]) => file ?? '');
  const worker = await readFile(source, 'utf8');
  const build = {
    shell,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    files: [...scripts, ...styles, ...fonts].map((file) => `/${file}`),
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
