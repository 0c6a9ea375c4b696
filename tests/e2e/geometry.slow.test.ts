import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#shared/pages.ts';
import { everything, pagesOf, type Visitor } from './all-pages.ts';
import { confirmPath } from './booking-people.ts';
import { brokenTimes, controls, cutTexts, settled, smallerThan, tooNarrow, useHarness } from './harness.ts';

/** Every page at every width: what moves while it comes, and what does not fit, also with text of twice its size. */

const t = useHarness();
const widths = { 320: 664, 390: 844, 768: 1024, 1280: 900 };
/** Of all that moved while a page came, as browsers count it; 0.1 is still called good. */
const most = 0.03;

/** Answers come one after the other, in an order that is always the same. Milliseconds. */
const waits = [100, 550, 250, 700, 400];

/** In the page: a route of Playwright's would turn the cache off, and with it the fonts that are known. */
async function watchJumps(page: Page): Promise<() => Promise<{ sum: number; moved: string }>> {
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
  return () => page.evaluate(() => (window as unknown as { jumps: { sum: number; moved: string } }).jumps);
}

/** What does not fit: beyond the window, cut, wider than its button, or, unless text is as large as can be, broken. */
async function misfits(page: Page, mayBreak: boolean): Promise<string[]> {
  const beyond = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
    const wide = [...document.querySelectorAll('body *:not(svg *)')].filter(isWide);
    const inner = wide.filter((element) => ![...element.children].some(isWide));
    return inner.map(({ outerHTML }) => `sideways beyond the window: ${outerHTML.slice(0, 80)}`);
  });
  if (beyond.length > 0) return beyond;
  const broken = mayBreak ? [] : await brokenTimes(page.locator('body'));
  return [
    ...(await cutTexts(page)).map((text) => `cut: ${text}`),
    ...(await tooNarrow(page.getByRole('button').filter({ visible: true }))).map(
      (text) => `wider than its button: ${text}`,
    ),
    ...broken.map((time) => `on two lines: ${time}`),
  ];
}

test('on every page of every role, from 320 to 1280 px, nothing jumps while its parts come, and all of it fits', async () => {
  const { s, addresses: all } = await everything(t, 'Amara Okafor');
  await t.db
    .updateTable('professionals')
    .set({ first_steps: 'open' })
    .where('id', '=', s.professional.professionalId)
    .execute();
  // A time that is still free.
  const addresses = { ...all, confirmBooking: confirmPath(s) };
  const people = { visitor: undefined, client: s.client, professional: s.professional, admin: await t.make.admin() };
  const found: string[] = [];
  let seen = 0;
  async function walk(visitor: Visitor) {
    const person = people[visitor];
    const context = await (person ? t.signedIn(person) : t.visitor());
    for (const name of pagesOf(visitor)) {
      const address = addresses[name] ?? pages[name].path.replace(/\/:.*/, '');
      for (const [width, height] of Object.entries(widths)) {
        const tell = (what: string) => found.push(`${visitor}, ${name}, ${width}: ${what}`);
        const page = await context.newPage();
        await page.setViewportSize({ width: Number(width), height });
        const jumpsOf = await watchJumps(page);
        await page.goto(address, { waitUntil: 'networkidle' });
        await expect.poll(() => page.locator('main [data-loading]').count()).toBe(0);
        const { sum, moved } = await jumpsOf();
        if (sum > most) tell(`${sum.toFixed(3)}${moved}`);
        await settled(page);
        for (const what of await misfits(page, false)) tell(what);
        if (width === '390')
          for (const what of await smallerThan(page.locator(controls), 44)) tell(`smaller than 44 px: ${what}`);
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        for (const what of await misfits(page, width === '320')) tell(`with large text ${what}`);
        await page.close();
      }
      seen += 1;
    }
  }
  await Promise.all((['visitor', 'client', 'professional', 'admin'] as const).map(walk));
  expect(found).toEqual([]);
  expect(seen).toBeGreaterThanOrEqual(Object.keys(pages).length);
}, 900_000);
