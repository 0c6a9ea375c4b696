import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountServiceWorker } from './service-worker.ts';

const files = {
  of: () => ({ scripts: new Set(['assets/a.js']), styles: new Set(['assets/a.css']) }),
  styleOf: () => '',
};

async function worker(shell: string) {
  const app = Fastify();
  await mountServiceWorker(app, { shell, headers: { 'content-security-policy': "default-src 'self'" }, files });
  const answer = await app.inject({ url: '/sw.js' });
  const again = await app.inject({ url: '/sw.js', headers: { 'if-none-match': String(answer.headers.etag) } });
  await app.close();
  return { answer, again };
}

test('the worker holds the shell with its headers and its files, is asked for anew, and is another one for a build', async () => {
  const font = '<link rel="preload" href="/assets/f.woff2" as="font">';
  const { answer, again } = await worker(`<title>one</title></script>${font}`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(again.statusCode).toBe(304);
  const build = JSON.parse(/^const build = (.*);\n/.exec(answer.body)?.[1] ?? 'null');
  expect(build).toMatchObject({
    shell: `<title>one</title></script>${font}`,
    headers: { 'content-security-policy': "default-src 'self'", 'content-type': 'text/html; charset=utf-8' },
    files: ['/assets/a.js', '/assets/a.css', '/assets/f.woff2'],
  });
  const other = await worker('<title>two</title>');
  expect(other.answer.headers.etag).not.toBe(answer.headers.etag);
  expect(other.answer.body).not.toContain(build.version);
});
