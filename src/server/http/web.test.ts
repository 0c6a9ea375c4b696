import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { buildApp } from './app.ts';
import { builtWeb } from './web.ts';

const t = useTestApp();
const html = '<!doctype html><html lang="en"><head><title>Saluni</title></head><body></body></html>';
/** For how long requests wait, as the configuration has it. */
const waits = '<meta name="booking-pending-hours" content="24">';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saluni-web-'));
  await writeFile(join(folder, 'index.html'), html);
});
afterAll(() => rm(folder, { recursive: true }));

/** The landing page of a server with this analytics script, and the script sources that its policy allows. */
async function served(analyticsScriptUrl?: string) {
  const deps = { ...t.deps, config: { ...t.deps.config, analyticsScriptUrl } };
  const app = await buildApp(deps, await builtWeb(folder, deps));
  const { body, headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } });
  await app.close();
  return { body, scripts: /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1] };
}

test('E37: without ANALYTICS_SCRIPT_URL the page has no foreign script', async () => {
  expect(await served()).toEqual({ body: html.replace('</head>', `${waits}</head>`), scripts: "'self'" });
});

test('the script of ANALYTICS_SCRIPT_URL is in the page once, escaped, and allowed by the policy', async () => {
  const { body, scripts } = await served('https://stats.example/a.js?site=1&name="><script>$&');
  const tag = '<script defer src="https://stats.example/a.js?site=1&amp;name=&quot;&gt;&lt;script&gt;$&amp;"></script>';
  expect(body).toBe(html.replace('</head>', () => `${waits}${tag}</head>`));
  expect(scripts).toBe("'self' https://stats.example");
});
