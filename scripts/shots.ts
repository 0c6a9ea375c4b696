import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoLogins } from '#server/seed/demo.ts';
import { storePictures } from '#server/seed/store-pictures.ts';
import { pages } from '#shared/pages.ts';
import { launchBrowser, storeSession } from './browser.ts';
import { changeDemo, datasetNames, isDataset } from './shots-data.ts';
import { type Shot, type Stage, setStage, type Viewer } from './shots-screens.ts';
import { type Picture, writeSheets } from './shots-sheets.ts';
import { startThrowawayStack } from './throwaway-stack.ts';

/**
 * `npm run shots`: pictures of every screen and state, phone and desktop, light and dark, on a throwaway stack; contact
 * sheets in `shots/`. `npm run shots -- clientProfile login` takes only these screens; `--no-pictures` saves the minute
 * in which the demo's are stored; `--data long`, `busy` or `none` shows other people than the demo's.
 */

const folder = join(import.meta.dirname, '..', 'shots');
const devices = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
/** Longer pages are cut, because the rest of a list looks the same. CSS pixels. */
const tallest = 2600;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stack = await startThrowawayStack({ demo: true, progress: console.log });
const browser = await launchBrowser();
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'no-pictures': { type: 'boolean' }, data: { type: 'string' } },
  });
  const { data } = values;
  if (data !== undefined && !isDataset(data)) throw new Error(`--data is one of ${datasetNames.join(', ')}`);
  if (!values['no-pictures']) await storePictures(stack.deps);
  if (data !== undefined) await changeDemo(stack, data);
  const stage = narrowed(await setStage(stack, await demoLogins(stack.deps.db)), positionals);
  const kinds = devices.flatMap((device) => (['light', 'dark'] as const).map((scheme) => ({ ...device, scheme })));
  const pictures: Picture[] = [];
  // Two at a time, because taking a picture is mostly waiting.
  const waiting = [...kinds];
  await Promise.all(
    ['one', 'two'].map(async () => {
      for (let kind = waiting.shift(); kind; kind = waiting.shift())
        pictures.push(...(await takeAll(browser, stage, kind)));
    }),
  );
  pictures.sort((one, other) => one.file.localeCompare(other.file));
  const sheets = await writeSheets(browser, folder, pictures);
  summarize(pictures, stage, sheets);
} finally {
  await browser.close();
  await stack.stop();
}

function narrowed(stage: Stage, screens: readonly string[]): Stage {
  const shots = stage.shots.filter(({ screen }) => screens.length === 0 || screens.includes(screen));
  if (shots.length === 0)
    throw new Error(`No screen is called ${screens.join(' or ')}: it is one of ${Object.keys(pages).join(', ')}`);
  return { ...stage, shots };
}

type Kind = { width: number; height: number; scheme: 'light' | 'dark' };

async function takeAll(browser: Browser, stage: Stage, kind: Kind): Promise<Picture[]> {
  const begun = performance.now();
  const sheet = `${kind.width}-${kind.scheme}`;
  await mkdir(join(folder, sheet), { recursive: true });
  const contexts = new Map<Viewer, BrowserContext>();
  const pictures: Picture[] = [];
  for (const [index, shot] of stage.shots.entries()) {
    const context = contexts.get(shot.viewer) ?? (await contextOf(browser, stage, kind, shot.viewer));
    contexts.set(shot.viewer, context);
    const name = `${shot.screen}, ${shot.state}`;
    const file = `${sheet}/${String(index + 1).padStart(2, '0')}-${name.replace(/\W+/g, '-')}.png`;
    pictures.push({ sheet, name, file, problems: await take(context, shot, kind, join(folder, file)) });
    if (pictures.length % 20 === 0) console.log(`${sheet.padEnd(14)} ${pictures.length} of ${stage.shots.length}`);
  }
  for (const context of contexts.values()) await context.close();
  console.log(`${sheet.padEnd(14)} ${pictures.length} pictures in ${seconds(begun)}`);
  return pictures;
}

async function contextOf(
  browser: Browser,
  { tokens }: Stage,
  { width, height, scheme }: Kind,
  viewer: Viewer,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width, height },
    colorScheme: scheme,
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    reducedMotion: 'reduce',
  });
  if (viewer !== 'visitor') await storeSession(context, stack.url, tokens[viewer]);
  return context;
}

/** Takes one picture. Returns the problems of the page: exceptions, sideways scrolling, a missing heading. */
async function take(context: BrowserContext, shot: Shot, { width }: Kind, path: string): Promise<string[]> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  try {
    if (shot.calls) await obstruct(page, shot.calls);
    await page.goto(shot.path, { waitUntil: shot.calls === 'late' ? 'load' : 'networkidle' });
    await page.locator('h1').first().waitFor();
    await shot.prepare?.(page);
    if (!shot.inWindow) await page.evaluate(drawWhole);
    // Focus may have scrolled the page; sticky parts would then be in the middle of the picture.
    if (!shot.inWindow) await page.evaluate(() => window.scrollTo(0, 0));
    // Until the animations of toasts and dialogs have ended.
    await page.waitForTimeout(shot.prepare || shot.calls ? 400 : 100);
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    if ((size[0] ?? 0) > width) problems.push(`scrolls sideways: ${size[0]} px`);
    const clip = { x: 0, y: 0, width, height: Math.min(size[1] ?? 0, tallest) };
    await page.screenshot(shot.inWindow ? { path } : { path, fullPage: true, clip });
  } catch (error) {
    problems.push(String(error).split('\n')[0] ?? 'no picture');
    await page.screenshot({ path });
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
  return problems;
}

/** Draws, in the page, what a visitor has drawn by scrolling there: a picture of the whole page is taken without. */
async function drawWhole() {
  for (const part of document.querySelectorAll<HTMLElement>('[data-card-picture]'))
    part.style.contentVisibility = 'visible';
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
}

/** Holds or breaks all calls except `auth.me`, without which the guard would show no screen. */
async function obstruct(page: Page, calls: 'late' | 'broken') {
  await page.route(
    ({ pathname }) => pathname.startsWith('/trpc/') && pathname !== '/trpc/auth.me',
    async (route) => {
      if (calls === 'late') return;
      await route.fulfill({ status: 500, json: { error: { message: '', code: -32603, data: { httpStatus: 500 } } } });
    },
  );
}

function seconds(since: number) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function summarize(pictures: readonly Picture[], { shots }: Stage, sheets: readonly string[]) {
  const bad = pictures.filter(({ problems }) => problems.length > 0);
  console.log(
    `\n${pictures.length} pictures of ${new Set(shots.map(({ screen }) => screen)).size} screens in ${seconds(0)}`,
  );
  console.log(`Open shots/index.html, or ${sheets.map((sheet) => `shots/${sheet}.png`).join(', ')}`);
  const unseen =
    process.argv.length > 2 ? [] : Object.keys(pages).filter((page) => !shots.some(({ screen }) => screen === page));
  if (unseen.length > 0) console.log(`Not visited: ${unseen.join(', ')}`);
  console.log(bad.length === 0 ? 'Nothing to complain about.' : `${bad.length} with something to complain about:`);
  for (const { sheet, name, problems } of bad) console.log(`  ${sheet} ${name}: ${problems.join('; ')}`);
}
