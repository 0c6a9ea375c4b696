import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

/** Lets no font through until the page has been painted without them; returns what their coming moved. */
async function shiftOfLateFonts(page: Page, path: string): Promise<{ shift: number; moved: string[] }> {
  const painted = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node?: Node }[] }[]) {
        seen.shift += entry.value;
        for (const { node } of entry.sources) seen.moved.push(node?.textContent?.slice(0, 60) ?? '');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Fonts hold up the load event.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const loaded = () =>
    page.evaluate(() =>
      ['Instrument Sans', 'Bricolage Grotesque'].filter((family) =>
        [...document.fonts].some((font) => font.family.includes(family) && font.status === 'loaded'),
      ),
    );
  expect(await loaded()).toEqual([]);
  painted.resolve();
  await expect.poll(loaded).toHaveLength(2);
  // Until what they moved has been painted and counted.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
  );
  return page.evaluate(() => (window as unknown as { seen: { shift: number; moved: string[] } }).seen);
}

const sizes: [number, number][] = [
  [390, 844],
  [1280, 900],
];

test.each(full ? sizes : sizes.slice(0, 1))(
  'at %i by %i px nothing moves when the fonts come after the first paint',
  async (width, height) => {
    for (const path of ['/', '/terms-of-use', '/privacy-policy', '/waitlist-signup', '/login']) {
      const page = await (await t.visitor({ viewport: { width, height } })).newPage();
      const { shift, moved } = await shiftOfLateFonts(page, path);
      expect([path, shift <= 0.01 || { shift, moved }]).toEqual([path, true]);
    }
  },
);
