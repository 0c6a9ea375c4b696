import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountServiceWorker } from './service-worker.ts';

async function worker(shell: string) {
  const app = Fastify();
  await mountServiceWorker(app, shell, { 'content-security-policy': "default-src 'self'" });
  const answer = await app.inject({ url: '/sw.js' });
  const again = await app.inject({ url: '/sw.js', headers: { 'if-none-match': String(answer.headers.etag) } });
  await app.close();
  return { answer, again };
}

test('the worker holds the shell with its headers and its files, is asked for anew, and is another one for a build', async () => {
  const names = '<script src="/assets/a.js"></script><link href="/assets/f.woff2" as="font">';
  const { answer, again } = await worker(`<title>one</title>${names}`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(again.statusCode).toBe(304);
  const build = JSON.parse(/^const build = (.*);\n/.exec(answer.body)?.[1] ?? 'null');
  expect(build).toMatchObject({
    shell: `<title>one</title>${names}`,
    headers: { 'content-security-policy': "default-src 'self'", 'content-type': 'text/html; charset=utf-8' },
    files: ['/assets/a.js', '/assets/f.woff2'],
  });
  const other = await worker('<title>two</title>');
  expect(other.answer.headers.etag).not.toBe(answer.headers.etag);
  expect(other.answer.body).not.toContain(build.version);
});
