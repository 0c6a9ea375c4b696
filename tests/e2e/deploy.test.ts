import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useHarness } from './harness.ts';

const h = useHarness({});
let builds = 0;

/**
 * Makes another build of a client's: every file in `assets` has another name, and whatever names it says so. Compressed
 * copies, which would name the former ones, are left out.
 */
async function buildAnew(client: string): Promise<void> {
  const assets = join(client, 'assets');
  const build = ++builds;
  const all = await readdir(assets);
  const names = new Map(
    all.filter((file) => !/\.(br|gz)$/.test(file)).map((file) => [file, `${file.slice(0, 7)}${build}${extname(file)}`]),
  );
  for (const file of all) if (!names.has(file)) await rm(join(assets, file));
  const known = new RegExp([...names.keys()].map((file) => file.replace('.', '\\.')).join('|'), 'g');
  const rewrite = async (path: string) => {
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(known, (file) => names.get(file) ?? file),
    );
  };
  for (const [file, made] of names) {
    if (/\.(js|css)$/.test(file)) await rewrite(join(assets, file));
    await rename(join(assets, file), join(assets, made));
  }
  await rewrite(join(client, '.vite/manifest.json'));
  await rewrite(join(client, 'index.html'));
  for (const copy of ['index.html.br', 'index.html.gz']) await rm(join(client, copy), { force: true });
}

/** Deploys another build, with or without the files of the one before. */
const deploy = (keepsFiles: boolean) =>
  h.restart(async (client) => {
    await rm(`${client}-before`, { recursive: true, force: true });
    if (keepsFiles) await cp(client, `${client}-before`, { recursive: true });
    await buildAnew(client);
  });

/** A page on which somebody is typing, and how often it was loaded. */
async function typing(): Promise<{ page: Page; loads: string[] }> {
  const page = await (await h.visitor()).newPage();
  const loads: string[] = [];
  page.on('domcontentloaded', () => void loads.push(page.url()));
  await page.goto('/waitlist-signup');
  await page.getByLabel('Name').fill('Ada');
  return { page, loads };
}

test('a page of the build before goes on with its files, and the next page is of the new one', async () => {
  const { page, loads } = await typing();
  const before = await (await fetch(`${h.url}/terms-of-use`)).text();
  await deploy(true);
  const after = await (await fetch(`${h.url}/terms-of-use`)).text();
  const script = (html: string) => /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1];
  expect(script(after)).not.toBe(script(before));
  expect((await fetch(h.url + script(before))).headers.get('content-type')).toContain('javascript');
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor();
  expect(loads).toHaveLength(1);
  await page.goto('/terms-of-use');
  expect(await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)).toBe(
    h.url + script(after),
  );
});

test('without those files what is typed stays, and the screen that is gone to is loaded once with its page', async () => {
  const { page, loads } = await typing();
  await deploy(false);
  const login = page.getByRole('link', { name: 'Log in' }).first();
  let missing = 0;
  page.on('response', (response) => void (response.status() === 404 && missing++));
  // Each time that it is pointed at.
  const pointAt = async () => {
    await page.mouse.move(0, 0);
    await login.hover();
    return missing;
  };
  await expect.poll(pointAt).toBeGreaterThan(0);
  expect([await page.getByLabel('Name').inputValue(), loads.length]).toEqual(['Ada', 1]);
  await login.click();
  await page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor();
  expect(loads.map((url) => new URL(url).pathname)).toEqual(['/waitlist-signup', '/login']);
});
