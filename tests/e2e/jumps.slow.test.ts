import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#shared/pages.ts';
import { everything, pagesOf, type Visitor } from './all-pages.ts';
import { confirmPath } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();
const widths = { 390: 844, 768: 1024, 1280: 900 };
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

test('nothing jumps on any page while its parts come one after the other, on a phone, a tablet and a desktop', async () => {
  const { s, addresses: all } = await everything(t, 'Amara Okafor');
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
        const page = await context.newPage();
        await page.setViewportSize({ width: Number(width), height });
        const jumpsOf = await watchJumps(page);
        await page.goto(address, { waitUntil: 'networkidle' });
        await expect.poll(() => page.locator('main [data-loading]').count()).toBe(0);
        const { sum, moved } = await jumpsOf();
        if (sum > most) found.push(`${visitor}, ${name}, ${width}: ${sum.toFixed(3)}${moved}`);
        await page.close();
      }
      seen += 1;
    }
  }
  await Promise.all((['visitor', 'client', 'professional', 'admin'] as const).map(walk));
  expect(found).toEqual([]);
  expect(seen).toBeGreaterThanOrEqual(Object.keys(pages).length);
}, 540_000);
