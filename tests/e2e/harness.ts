import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp, { type Noise } from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { connect, createPool, type Database } from '#server/db/connect.ts';
import { factories } from '#server/testing/make.ts';
import type { RefusalReason } from '#shared/constants.ts';
import { launchBrowser, storeSession } from '../../scripts/browser.ts';
import { builtClient } from '../../scripts/client-build.ts';
import { startThrowawayStack } from '../../scripts/throwaway-stack.ts';

export type Harness = {
  /** Origin of the running product. */
  url: string;
  /** Address of the inbox's pages. */
  mailUiUrl: string;
  db: Database;
  make: ReturnType<typeof factories>;
  /** A new browser context, which is closed after the test. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new browser context with this person's session stored, as after a login. */
  signedIn(person: { token: string }, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page at an address, in such a context of its own: of this person, or of a visitor. */
  open(path: string, person?: { token: string } | null, options?: BrowserContextOptions): Promise<Page>;
  /** Asks the API, such as `PATCH /bookings/ID`, which must not refuse it. Returns the body of the answer. */
  ask<Answer>(person: { token: string }, call: string, body?: object): Promise<Answer>;
  /** The mails to an address, oldest first. */
  mailTo(address: string): Promise<Mail[]>;
  /**
   * Stops the server, and starts another one after `between`, which is told where its copies of the client's builds are,
   * for browsers and for the server; only of a stack of its own.
   */
  restart(between: (client: string, rendering: string) => Promise<void>): Promise<void>;
};
export type Mail = { id: string; subject: string; text: string; html: string; attachments?: { fileName: string }[] };

/**
 * The pattern of the address of a part that the browser loads on its own, by its file under `src/client`; built files
 * are named by their hash.
 */
export function chunkOf(file: string): string {
  const manifest = JSON.parse(readFileSync(join(builtClient, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const chunk = manifest[file];
  if (!chunk) throw new Error(`the build has no ${file}`);
  return `**/${chunk.file}`;
}

let launched: Promise<Browser> | undefined;

/** The browser of all files of a worker, which ends with it; another one after a crash. */
async function browserOfWorker(): Promise<Browser> {
  launched ??= launchBrowser();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
}

/**
 * A running stack and a Chromium for the calling test file, there from its first test on. All files share one stack, so
 * each makes its own people; one that passes `env` gets a stack of its own.
 */
export function useHarness(env?: Record<string, string>): Harness {
  const harness = {} as Harness;
  const contexts: BrowserContext[] = [];
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const own = env && (await startThrowawayStack({ env, pageLife: 0 }));
    const { url, databaseUrl, mailUiUrl } = own ?? inject('stack');
    const browser = await browserOfWorker();
    const db = connect(createPool(databaseUrl));
    stop = async () => {
      await db.destroy();
      await own?.stop();
    };
    async function visitor(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'en-AU',
        // Playwright does not see what goes through a worker.
        serviceWorkers: 'block',
        ...options,
      });
      contexts.push(context);
      context.on('page', endWaitsQuietly);
      if (options.javaScriptEnabled !== false) context.on('page', waitForHydration);
      return context;
    }
    async function signedIn({ token }: { token: string }, options?: BrowserContextOptions) {
      const context = await visitor(options);
      await storeSession(context, url, token);
      return context;
    }
    async function open(path: string, person?: { token: string } | null, options?: BrowserContextOptions) {
      const page = await (await (person ? signedIn(person, options) : visitor(options))).newPage();
      await page.goto(path);
      return page;
    }
    async function ask<Answer>({ token }: { token: string }, call: string, body?: object): Promise<Answer> {
      const [method = '', path] = call.split(' ');
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.text();
      expect(answer.ok, `${call}: ${answer.status} ${text}`).toBe(true);
      return text && JSON.parse(text);
    }
    async function mailTo(address: string) {
      const mails = (await (await fetch(`${mailUiUrl}/email`)).json()) as (Mail & { to: { address: string }[] })[];
      return mails.filter(({ to }) => to.some((one) => one.address === address));
    }
    const make = factories({ db, config: readConfig({}) });
    async function restart(between: (client: string, rendering: string) => Promise<void>) {
      if (!own) throw new Error('the stack of all files is not restarted');
      await own.restart(between);
    }
    Object.assign(harness, {
      url,
      mailUiUrl,
      db,
      make,
      visitor,
      signedIn,
      open,
      ask,
      mailTo,
      restart,
    } satisfies Harness);
  });
  afterEach(async ({ task }) => {
    for (const context of contexts.splice(0)) {
      if (task.result?.state === 'fail') await tellOf(task.name, context);
      // A slow route of the test may still be on its way: what it can no longer do is no failure.
      for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  });
  afterAll(() => stop?.());
  return harness;
}

/** Says what the pages of a test that failed showed in the end: what it waited for may be behind a message of theirs. */
async function tellOf(name: string, context: BrowserContext) {
  for (const page of context.pages()) {
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    console.error(`${name}: in the end ${page.url()} showed:\n${text.replaceAll(/\n+/g, '\n').slice(0, 1_500)}`);
  }
}

/**
 * Has a wait that was begun before what it waits for end with its page: left alone by a test that failed before, it would
 * fail the run, also where the second try passes.
 */
function endWaitsQuietly(page: Page) {
  for (const name of ['waitForEvent', 'waitForRequest', 'waitForResponse'] as const) {
    const wait = page[name].bind(page) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(page, {
      [name](...given: unknown[]) {
        const waiting = wait(...given);
        waiting.catch(() => undefined);
        return waiting;
      },
    });
  }
}

/** Has navigations of a page end once a press does something: a page that the server rendered looks ready before. */
function waitForHydration(page: Page) {
  const ready = () =>
    page
      .waitForFunction(
        () => document.getElementById('page-data') === null || document.documentElement.dataset.ready === '',
        undefined,
        { timeout: 30_000 },
      )
      .catch(() => undefined);
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...given) => {
    const response = await goto(...given);
    await ready();
    return response;
  };
  page.reload = async (...given) => {
    const response = await reload(...given);
    await ready();
    return response;
  };
}

/** A picture of grain, to be uploaded: over 64 KiB, which is most that a call may send that outlives its page. */
export function largePicture(name: string, width: number, height: number) {
  return picture(name, '#808080', width, height, { type: 'gaussian', mean: 128, sigma: 60 });
}

/** A picture of one colour, to be uploaded. */
export async function picture(name: string, background: string, width = 900, height = 700, noise?: Noise) {
  const buffer = await sharp({ create: { width, height, channels: 3, background, ...(noise ? { noise } : {}) } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Uploads a picture by the API. A server without a processor to spare refuses it for a while, with a 503. */
export async function upload({ url }: Pick<Harness, 'url'>, token: string, path: string, alt: string) {
  const { name, mimeType, buffer } = await picture('work.jpg', '#c9502c', 600, 600);
  return vi.waitFor(
    async () => {
      const form = new FormData();
      form.set('alt', alt);
      form.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(url + path, { method: 'POST', headers, body: form });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { url: string }).url;
    },
    { timeout: 60_000, interval: 1_000 },
  );
}

/**
 * Waits until a professional's page of pictures has so many of work, and sends again what a busy server has refused for
 * a while, as whoever uploads it does. Returns how often.
 */
export async function untilUploaded(page: Page, count: number): Promise<number> {
  let again = 0;
  const refused = page
    .getByRole('list', { name: 'Uploads in progress' })
    .getByRole('listitem')
    .filter({ hasText: 'Service temporarily unavailable' })
    .getByRole('button', { name: /^Try again/ });
  const there = async () => {
    if ((await refused.count()) > 0) {
      await refused.first().click();
      again += 1;
    }
    return page.getByRole('list', { name: 'Pictures of your work' }).getByRole('listitem').count();
  };
  await expect.poll(there, { timeout: 60_000 }).toBe(count);
  return again;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type WindowWithAxe = { axe?: { run(options: RunOptions): Promise<AxeResults> } };

/**
 * Axe finds no violation on the page, once nothing moves any more: half faded in, a screen has less contrast. In light
 * every rule is asked, in dark those of colours, because nothing else depends on the scheme.
 */
export async function expectAccessible(page: Page) {
  await expect.poll(() => page.evaluate(() => document.querySelector('main')?.getAnimations().length ?? 0)).toBe(0);
  await expect.poll(() => page.locator('[data-closing]').count()).toBe(0);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rules: RunOptions = colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
    const violations = await page.evaluate(async (asked) => {
      const ends = ({ playState, effect }: Animation) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity);
      await Promise.all(
        document
          .getAnimations()
          .filter(ends)
          .map(({ finished }) => finished.catch(() => {})),
      );
      const found = await (window as WindowWithAxe).axe?.run({ ...asked, resultTypes: ['violations'] });
      return found?.violations;
    }, rules);
    const found = violations?.map(({ id, nodes }) => {
      const parts = nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`);
      return `${colorScheme} ${id}: ${parts.join(', ')}`;
    });
    expect(found).toEqual([]);
  }
}

/** Waits until nothing of the page comes late any more, its data and its typefaces: before, what is measured moves. */
export async function settled(page: Page) {
  const isThere = () =>
    document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"], [data-testid="skeleton"]');
  await expect.poll(() => page.evaluate(isThere)).toBe(true);
}

/**
 * Waits until a list of the API, such as `/services/?search=fade`, has at least so many items: a server's search hears of what a
 * test writes a moment later, and a page that was rendered before does not ask again.
 */
export async function untilListed({ url }: Pick<Harness, 'url'>, path: string, total: number) {
  const found = async () => ((await (await fetch(url + path)).json()) as { total: number }).total;
  await vi.waitFor(async () => expect(await found()).toBeGreaterThanOrEqual(total), { timeout: 20_000 });
}

/** The times in a part's text that are on two lines, with their zones. */
export function brokenTimes(part: Locator): Promise<string[]> {
  return part.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.visually-hidden, .unseen-on-small-phone')) continue;
      for (const { 0: time, index } of (text.textContent ?? '').matchAll(/\d+:\d\d [AP]M(?: [A-Z]{3,5}\b)?/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + time.length);
        if (range.getClientRects().length > 1) broken.push(`${time} in ${text.parentElement?.outerHTML.slice(0, 100)}`);
      }
    }
    return broken;
  });
}

/** Texts of which something is not in sight: outside of the window, or of what clips them without saying so. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const text = node.textContent?.trim();
      const parent = node.parentElement;
      // Hidden for all but screen readers, the first lines of a text by design, or the next picture of several.
      const apart = 'script, .visually-hidden, .beginning, [inert], [aria-roledescription=carousel]';
      if (!text || !parent?.checkVisibility() || parent.closest(apart)) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      let around: Element | null = parent;
      for (; around; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(around);
        const clip = around.getBoundingClientRect();
        // What scrolls shows all of it, and an ellipsis tells that there is more.
        if (overflowX === 'auto' || overflowX === 'scroll' || clip.width <= 1) break;
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break;
        // A line of the display face is lower than its letters.
        const isCut = (box: DOMRect) =>
          (overflowX !== 'visible' && (box.left < clip.left - 1 || box.right > clip.right + 1)) ||
          (overflowY !== 'visible' && (box.top < clip.top - 6 || box.bottom > clip.bottom + 6));
        if (around !== document.documentElement && around !== document.body && boxes.some(isCut)) cut.push(text);
      }
      if (!around && boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) cut.push(`outside: ${text}`);
    }
    return cut;
  });
}

/** The buttons whose words are wider than they are. */
export function tooNarrow(buttons: Locator) {
  return buttons.evaluateAll((all) =>
    all
      .filter((button) => {
        const around = button.getBoundingClientRect();
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (!text.textContent?.trim() || text.parentElement?.closest('.visually-hidden')) continue;
          const words = new Range();
          words.selectNodeContents(text);
          const { left, right } = words.getBoundingClientRect();
          if (left < around.left - 1 || right > around.right + 1) return true;
        }
        return false;
      })
      .map(({ textContent }) => textContent),
  );
}

/** What somebody presses. */
export const controls = 'button, select, summary, input:not([type=hidden]), textarea, [role=tab]';

/** Those that are not so many pixels high and wide, with what is drawn around them, as far as nothing covers it. */
export function smallerThan(parts: Locator, least: number): Promise<string[]> {
  return parts.evaluateAll((all, least) => {
    return all.flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      if (control.closest('.visually-hidden, [inert], [aria-hidden=true]')) return [];
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const labels = [...((control as HTMLInputElement).labels ?? [])];
      const { x, y, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect();
      const isHit = (across: number, down: number) => {
        const hit = document.elementFromPoint(x + width / 2 + across, y + height / 2 + down);
        return [control, ...labels].some((part) => part.contains(hit));
      };
      const far = (across: number, down: number) => {
        let steps = 0;
        while (steps < least && isHit(across * (steps + 0.5), down * (steps + 0.5))) steps++;
        return steps;
      };
      const wide = Math.max(width, far(-1, 0) + far(1, 0));
      const high = Math.max(height, far(0, -1) + far(0, 1));
      const what = `${control.tagName} ${control.ariaLabel ?? control.textContent?.slice(0, 40)}`;
      return Math.round(wide) < least || Math.round(high) < least ? [`${what} ${wide} x ${high}`] : [];
    });
  }, least);
}

/** No element is wider than the narrowest phone, 320 pixels. */
export async function expectNoSideScroll(page: Page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const sticking = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= 320) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > 320,
    );
    return [
      'the page scrolls sideways',
      ...wide.map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 40)}`),
    ];
  });
  expect(sticking).toEqual([]);
  if (before) await page.setViewportSize(before);
}

const rendered = /<div id="root">[\s\S]*<script type="application\/json" id="page-data">[^<]*<\/script>/;

/**
 * From now on the page gets what is sent while the server has no room for rendering: pages without their data, which
 * they ask for themselves.
 */
export async function receiveShell(page: Page) {
  await page.route(
    () => true,
    async (route) => {
      const request = route.request();
      if (request.resourceType() !== 'document' || request.method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(rendered, '<div id="root"></div>');
      return route.fulfill({ response, body });
    },
  );
}

/**
 * Holds the calls of a procedure, loses them, or answers them with an error. Returns a function that lets them through
 * again.
 */
export async function intercept(
  page: Page,
  procedure: string,
  answer: 'hold' | 'lose' | { status: number; detail: unknown; reason?: RefusalReason },
) {
  await receiveShell(page);
  const pattern = (url: URL) => url.pathname === `/trpc/${procedure}`;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  await page.route(pattern, async (route) => {
    if (answer === 'hold') await stopped.promise;
    if (isStopped || answer === 'hold') return route.fallback();
    if (answer === 'lose') return route.abort();
    const { status, detail, reason } = answer;
    const error = { message: 'failed', code: -32000, data: { httpStatus: status, detail, reason } };
    return route.fulfill({ status, json: { error } });
  });
  // The route is not removed, because that would abort the calls that it holds.
  return () => {
    isStopped = true;
    stopped.resolve();
  };
}
