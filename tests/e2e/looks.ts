import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type PageName, pages } from '#shared/pages.ts';
import { everything, pagesOf, type Visitor } from './all-pages.ts';
import {
  brokenTimes,
  controls,
  cutTexts,
  expectAccessible,
  type Harness,
  settled,
  smallerThan,
  tooNarrow,
} from './harness.ts';

/** What a walk through all pages looks at on each: what moves while it comes, what does not fit, what is too small. */

/** What is wrong with a page, a line each. */
export type Look = (page: Page) => Promise<string[]>;
export type Size = readonly [width: number, height: number];

/** Of all that moved while a page came, as browsers count it; 0.1 is still called good. */
const most = 0.03;

/** Answers come one after the other, in an order that is always the same. Milliseconds. */
const waits = [100, 550, 250, 700, 400];

/** In the page: a route of Playwright's would turn the cache off, and with it the fonts that are known. */
async function watchJumps(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((waits) => {
    const call = window.fetch;
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
      const sum = [...pathname].reduce((before, letter) => before + letter.charCodeAt(0), 0);
      if (pathname.startsWith('/trpc/')) await new Promise((resolve) => setTimeout(resolve, waits[sum % waits.length]));
      return call(input, init);
    };
  }, waits);
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const jumps = { sum: 0, moved: '' };
    Object.assign(window, { jumps });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        jumps.sum += value;
        jumps.moved += `; ${value.toFixed(3)} ${sources.map(({ node }) => node?.textContent?.slice(0, 30)).join(', ')}`;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const { sum, moved } = await page.evaluate(
      () => (window as unknown as { jumps: { sum: number; moved: string } }).jumps,
    );
    return sum > most ? [`${sum.toFixed(3)}${moved}`] : [];
  };
}

/** Opens each page of every role once, in a window of this size, and takes the looks at it. Returns what they found. */
export async function walk(t: Harness, [width, height]: Size, looks: Record<string, Look>) {
  const { s, addresses } = await everything(t, 'Oluwaseun Adébáyọ̀-Fernandes and Daughters');
  const people = { visitor: undefined, client: s.client, professional: s.professional, admin: await t.make.admin() };
  const found: string[] = [];
  const seen = new Set<PageName>();
  async function walkAs(visitor: Visitor) {
    const person = people[visitor];
    const page = await (await (person ? t.signedIn(person) : t.visitor())).newPage();
    const jumps = await watchJumps(page);
    for (const name of pagesOf(visitor)) {
      const address = addresses[name] ?? pages[name].path.replace(/\/:.*/, '');
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
      const open = async () => {
        // Four pages load at once, each with all that it asks for.
        await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.locator('main [data-loading]').count()).toBe(0);
        await settled(page);
      };
      await open();
      // A busy machine may answer in another order.
      if ((await jumps()).length > 0) await open();
      expect(new URL(page.url()).pathname).toBe(address.split('?')[0]);
      const all: Record<string, Look> = { jumps, ...looks };
      for (const [what, look] of Object.entries(all)) {
        const wrong = await look(page).catch(({ message }: Error) => [message]);
        found.push(...wrong.map((one) => `${visitor}, ${address}, ${what}: ${one}`));
      }
      seen.add(name);
    }
  }
  await Promise.all((['visitor', 'client', 'professional', 'admin'] as const).map(walkAs));
  expect(seen.size).toBe(Object.keys(pages).length);
  return found;
}

/** What is beyond the window's right edge, so that the page can be pushed sideways. */
export const beyond: Look = (page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
    const wide = [...document.querySelectorAll('body *:not(svg *)')].filter(isWide);
    const inner = wide.filter((element) => ![...element.children].some(isWide));
    return inner.map(({ outerHTML }) => `sideways beyond the window: ${outerHTML.slice(0, 80)}`);
  });

/** What is beyond the window, cut, wider than its button, or, unless text is as large as can be, a time in two. */
async function misfits(page: Page, mayBreak = false): Promise<string[]> {
  const outside = await beyond(page);
  if (outside.length > 0) return outside;
  const broken = mayBreak ? [] : await brokenTimes(page.locator('body'));
  const narrow = await tooNarrow(page.getByRole('button').filter({ visible: true }));
  return [
    ...(await cutTexts(page)).map((text) => `cut: ${text}`),
    ...narrow.map((text) => `wider than its button: ${text}`),
    ...broken.map((time) => `on two lines: ${time}`),
  ];
}

const setText = (page: Page, size: string) =>
  page.evaluate((given) => document.documentElement.style.setProperty('font-size', given), size);

/** What does not fit in a window of this size, with text of its size and of twice. */
export const fitsAt =
  ([width, height]: Size): Look =>
  async (page) => {
    await page.setViewportSize({ width, height });
    let found = await misfits(page);
    // What a script places follows the width a moment later.
    for (let again = 0; again < 3 && found.length > 0; again++) {
      await page.waitForTimeout(300);
      found = await misfits(page);
    }
    await setText(page, '200%');
    const large = [
      ...(await misfits(page, width === 320)),
      ...(width === 390 ? [...(await tightLines(page)), ...(await brokenWords(page))] : []),
    ];
    await setText(page, '');
    return [...found, ...large.map((one) => `with large text ${one}`)];
  };

/** What is pressed and not 44 pixels high and wide; links within a sentence may be lower. */
export const touches: Look = (page) => smallerThan(page.locator(`${controls}, nav a, dd a`), 44);

/** Controls whose ring, when they have the focus, is cut by one of the boxes around them. */
export const rings: Look = (page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, [tabindex="0"]',
    )) {
      control.focus();
      if (!control.matches(':focus-visible')) continue;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
      const reach = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const ring = control.getBoundingClientRect();
      if (ring.width < 2) continue;
      for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const isCutAcross =
          overflowX !== 'visible' && (ring.left - reach < edge.left - 1 || ring.right + reach > edge.right + 1);
        const isCutDown =
          overflowY !== 'visible' && (ring.top - reach < edge.top - 1 || ring.bottom + reach > edge.bottom + 1);
        if (isCutAcross || isCutDown)
          found.push(`${control.tagName} ${control.textContent?.slice(0, 30)} in ${box.className}`);
        if (position === 'fixed') break;
      }
    }
    return found;
  });

/** Lines that run into each other once the text has grown. */
const tightLines: Look = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *:not(svg *, .visually-hidden)')]
      .filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
      )
      .filter((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return Number.parseFloat(lineHeight) < 0.9 * Number.parseFloat(fontSize);
      })
      .map(({ tagName, className, textContent }) => `tight: ${tagName} ${className} ${textContent?.slice(0, 40)}`),
  );

/** Words that are broken in two; parts of addresses, e-mail addresses and double names may be. */
const brokenWords: Look = (page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around || around.closest('.visually-hidden, svg, script, style')) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}+(?!\S)/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(`broken: ${word} in ${around.tagName} ${text.textContent?.slice(0, 40)}`);
      }
    }
    return found;
  });

/** One heading of the first level, no more and no less. */
export const headings: Look = async (page) => {
  const count = await page.getByRole('heading', { level: 1 }).count();
  return count === 1 ? [] : [`${count} headings of the first level`];
};

/** What axe finds. */
export const axe: Look = async (page) => {
  await expectAccessible(page);
  return [];
};

/** Controls that look as they do at rest while they are pressed. */
export const presses: Look = async (page) => {
  const looks = (isFirst: boolean) =>
    page.evaluate((isFirst) => {
      const some =
        ':is(a[href], button, summary, select, [type="checkbox"], [type="radio"], [type="range"], [role^="menuitem"])';
      for (const [index, control] of isFirst ? document.querySelectorAll<HTMLElement>(some).entries() : [])
        if (!control.matches(':disabled, [aria-disabled="true"]')) control.dataset.control = String(index);
      const found: Record<string, { what: string; how: string }> = {};
      for (const control of document.querySelectorAll<HTMLElement>('[data-control]')) {
        const { opacity, transform, backgroundColor } = getComputedStyle(control);
        const what = `${control.tagName} ${control.className} ${control.textContent?.slice(0, 30)}`;
        found[control.dataset.control ?? ''] = { what, how: `${opacity} ${transform} ${backgroundColor}` };
      }
      return found;
    }, isFirst);
  const atRest = await looks(true);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-control]' });
  // One that is gone meanwhile is not pressed.
  for (const nodeId of nodeIds)
    await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] }).catch(() => undefined);
  const pressed = await looks(false);
  await devtools.detach();
  // What stands in for a control that is not seen is its label's work.
  return Object.entries(atRest)
    .filter(([key, { how }]) => how === pressed[key]?.how && !how.startsWith('0 '))
    .map(([, { what }]) => what);
};

/** Pictures that are not there, what looks as if not chosen with forced colours, and what is printed in vain. */
export const media: Look = async (page) => {
  const broken = await page.evaluate(() =>
    [...document.images].filter((img) => img.complete && img.naturalWidth === 0).map(({ src }) => `no picture: ${src}`),
  );
  await page.emulateMedia({ forcedColors: 'active' });
  const alike = await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    const chosen = '[aria-pressed="true"], nav:is([aria-label="Dashboard"], [aria-label^="Ways"]) [aria-current]';
    return [...document.querySelectorAll(chosen)]
      .filter((part) => part.checkVisibility() && getComputedStyle(part).outlineStyle !== 'solid')
      .map(({ textContent }) => `with forced colours as if not chosen: ${textContent}`);
  });
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  const printed = await page.evaluate(() =>
    [...document.querySelectorAll('#root header, footer, main a[class*="_button"], [aria-label="Give feedback"]')]
      .filter((part) => part.checkVisibility())
      .map(({ outerHTML }) => `printed: ${outerHTML.slice(0, 80)}`),
  );
  await page.emulateMedia({ media: 'screen' });
  return [...broken, ...alike, ...printed];
};

/** A link of a professional's bar to the page that is shown says so, and no other does. */
export const places: Look = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Dashboard"] a')]
      .filter((way) => (way.pathname === location.pathname) !== (way.ariaCurrent === 'page'))
      .map(({ pathname, ariaCurrent }) => `the bar says of ${pathname}: ${ariaCurrent}`),
  );
