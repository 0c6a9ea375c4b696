import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { buildApp } from './app.ts';
import { builtWeb } from './web.ts';

const t = useTestApp();
const html = '<!doctype html><html lang="en"><head></head><body></body></html>';
const head = `<title>Book somebody who knows your hair · Saluni</title><meta name="client-signup" content="waitlist"><meta name="answer-within-hours" content="24">`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saluni-web-'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'icon-192.png'), '');
});
afterAll(() => rm(folder, { recursive: true }));

/** A page of a server with this analytics script, and what its policy allows. */
async function served(analyticsScriptUrl?: string, url = '/') {
  const deps = { ...t.deps, config: { ...t.deps.config, analyticsScriptUrl } };
  const app = await buildApp(deps, await builtWeb(folder, deps));
  const { body, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  await app.close();
  const policy = String(headers['content-security-policy']);
  return { body, policy, scripts: /script-src ([^;]*)/.exec(policy)?.[1], referrer: headers['referrer-policy'] };
}

test('the page says its title before any script has run, and an unknown one that it is unknown', async () => {
  const app = await buildApp(t.deps, await builtWeb(folder, t.deps));
  const titleOf = async (url: string) =>
    /<title>(.*)<\/title>/.exec((await app.inject({ url, headers: { accept: 'text/html' } })).body)?.[1];
  expect(await titleOf('/Terms-of-Use/?x=1')).toBe('Terms of Use · Saluni');
  expect(await titleOf('/nowhere')).toBe('404 - Page Not Found · Saluni');
  await app.close();
});

test('an icon, whose name stays, is kept for a day', async () => {
  const app = await buildApp(t.deps, await builtWeb(folder, t.deps));
  const { headers } = await app.inject({ url: '/icon-192.png' });
  expect([headers['content-type'], headers['cache-control']]).toEqual(['image/png', 'public, max-age=86400']);
  await app.close();
});

test('E37: without ANALYTICS_SCRIPT_URL the page has no foreign script', async () => {
  expect(await served()).toMatchObject({ body: html.replace('</head>', `${head}</head>`), scripts: "'self'" });
});

test('the script of ANALYTICS_SCRIPT_URL is in the page once, escaped, and allowed by the policy', async () => {
  const { body, scripts } = await served('https://stats.example/a.js?site=1&name="><script>$&');
  const tag = '<script defer src="https://stats.example/a.js?site=1&amp;name=&quot;&gt;&lt;script&gt;$&amp;"></script>';
  expect(body).toBe(html.replace('</head>', () => `${head}${tag}</head>`));
  expect(scripts).toBe("'self' https://stats.example");
});

test.each([
  '/verify-email',
  '/Verify-Email/',
  '/reset-password',
  '/accept-invite',
  '/confirm-email',
  '/undo-email',
  '/keep-pay-to',
  '/unsubscribe',
  '/',
])(
  'S17: %s with a token in its address has no script of others, and its policy names none of their origins',
  async (path) => {
    const analytics = 'https://stats.example/a.js';
    const { body, policy, scripts, referrer } = await served(analytics, `${path}?x=1&token=secret`);
    expect(body).not.toContain('stats.example');
    expect(policy).not.toContain('stats.example');
    expect(scripts).toBe("'self'");
    expect(referrer).toBe('no-referrer');
    expect((await served(analytics, '/browse-services?search=token')).body).toContain(analytics);
  },
);
