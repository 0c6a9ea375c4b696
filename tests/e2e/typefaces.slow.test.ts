import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { useHarness } from './harness.ts';
import { allNames } from './names.ts';

const h = useHarness();

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
      const page = await (await h.visitor({ viewport: { width, height } })).newPage();
      const { shift, moved } = await shiftOfLateFonts(page, path);
      expect([path, shift <= 0.01 || { shift, moved }]).toEqual([path, true]);
    }
  },
);

/** Returns the typefaces that the browser painted each of the elements with, in the elements' order. */
async function facesOf(page: Page, selector: string): Promise<string[][]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const faces: string[][] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    faces.push([
      ...new Set(fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `system's ${familyName}`))),
    ]);
  }
  await devtools.detach();
  return faces;
}

test('every name is set in our typefaces to its last mark, the words around it in their own', async () => {
  const page = await (await h.visitor()).newPage();
  await page.goto('/terms-of-use');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate((names) => {
    const list = document.createElement('section');
    list.id = 'names';
    for (const name of names) {
      list.append(Object.assign(document.createElement('h2'), { textContent: name }));
      const text = document.createElement('p');
      text.append('with ', Object.assign(document.createElement('span'), { textContent: name }), ', in Footscray');
      list.append(text);
    }
    document.querySelector('main')?.append(list);
  }, allNames);
  // A face is loaded once its letters are laid out.
  const wrong = async () => {
    const faces = await facesOf(page, '#names > *');
    return allNames.flatMap((name, index) =>
      [
        [faces[2 * index] ?? [], /^(Bricolage|Noto Sans)/, /./] as const,
        [faces[2 * index + 1] ?? [], /^(Instrument|Noto Sans)/, /^Instrument/] as const,
      ]
        .filter(([some, ours, own]) => !some.every((face) => ours.test(face)) || !some.some((face) => own.test(face)))
        .map(([some]) => `${name}: ${some.join(', ')}`),
    );
  };
  expect(allNames.length).toBe(200);
  await expect.poll(wrong).toEqual([]);
});

test("a letter beyond a heading's typeface leaves the others in it; who meets no such name loads no third face", async () => {
  const [plain, marked] = [await h.make.professional(), await h.make.professional()];
  // As some keyboards type it: each mark apart from its letter.
  const name = 'Adébáyọ̀ Ọdụn-Ştefan'.normalize('NFD');
  await h.db.updateTable('professionals').set({ display_name: name }).where('id', '=', marked.professionalId).execute();
  const page = await (await h.visitor()).newPage();
  const loaded: string[] = [];
  page.on('requestfinished', (request) => request.url().endsWith('.woff2') && loaded.push(request.url()));
  await page.goto(`/public-professional-page/${plain.professionalId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(loaded.length).toBeLessThanOrEqual(2);
  await page.goto(`/public-professional-page/${marked.professionalId}`);
  await page.getByRole('heading', { level: 1, name: name.normalize() }).waitFor();
  await expect
    .poll(() => facesOf(page, 'h1'))
    .toEqual([[expect.stringMatching(/^Bricolage/), expect.stringMatching(/^Noto Sans/)]]);
});
