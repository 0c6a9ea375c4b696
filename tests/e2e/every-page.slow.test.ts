import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { menus } from '#server/seed/menus.ts';
import { professionals } from '#server/seed/professionals.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { phone as booker, pickPath, stage, zone } from './booking-people.ts';
import { cutTexts, settled, upload, useHarness } from './harness.ts';
import { axe, fitsAt, headings, media, places, presses, rings, type Size, touches, walk } from './looks.ts';
import { allNames } from './names.ts';

const t = useHarness();
const phone: Size = [390, 844];
const smallest: Size = [320, 700];
const tablet: Size = [768, 1024];
const desktop: Size = [1280, 900];

test('on a phone nothing of any page jumps while its parts come, all fits, can be touched, pressed and seen, and axe finds nothing', async () => {
  const fits = { fit: fitsAt(phone), smallest: fitsAt(smallest) };
  expect(await walk(t, phone, { headings, places, rings, presses, media, touches, ...fits, axe })).toEqual([]);
}, 600_000);

/** A window that becomes narrower shows what one of that width does; how a page comes is watched in the widest. */
test.each(full ? [desktop, tablet] : [desktop])(
  'at %i by %i px nothing of any page jumps while its parts come, and all fits, also as wide as a tablet',
  async (...size) => {
    const fits = { fit: fitsAt(desktop), tablet: fitsAt(tablet) };
    expect(await walk(t, size, full ? { ...fits, axe } : fits)).toEqual([]);
  },
  480_000,
);

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

/** Of these parts those that the window does not show whole: above the bar at the bottom, below the header. */
async function outOfSight(page: Page, parts: Record<string, Locator>) {
  for (const part of Object.values(parts)) await part.waitFor();
  await settled(page);
  const { bottom: top } = await boxOf(page.getByRole('banner'));
  const bars = page.locator('[data-sticky-bar], nav[aria-label="Dashboard"]');
  const height = page.viewportSize()?.height ?? 0;
  const ends = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect()));
  const end = Math.min(
    height,
    ...ends.filter((bar) => bar.height > 0 && bar.bottom >= height - 1).map((bar) => bar.top),
  );
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, ...(await boxOf(part)) })),
  );
  return boxes.filter((box) => box.top < top || box.bottom > end).map(({ name }) => name);
}

/** The longest of the demo's texts. */
const longest = (texts: string[]) => texts.sort((one, other) => other.length - one.length)[0] ?? '';
const services = Object.values(menus).flat();
const long = {
  display_name: longest(professionals.map(({ name }) => name)),
  location: longest(professionals.map(({ location }) => location)),
  bio: longest(professionals.map(({ bio }) => bio)),
};
const name = longest(services.map((service) => service.name));

test('of a profile work, name, price, next time, the bio and the first service are in sight at once, at any width', async () => {
  const { professionalId, token } = await t.make.professional(long);
  const description = longest(services.map((service) => service.description));
  await t.make.service(professionalId, { name, description, service_duration_minutes: 90, price: 61.5 });
  const start = Math.ceil(Date.now() / DAY) * DAY + DAY;
  for (let day = 0; day < 7; day++)
    await t.make.window(professionalId, start + day * DAY, start + day * DAY + 8 * HOUR);
  for (const work of [1, 2, 3]) await upload(t, token, '/professionals/me/pictures?kind=work', `Work ${work}`);
  const page = await (await t.visitor()).newPage();
  for (const [width, height] of [
    [390, 664],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/public-professional-page/${professionalId}`);
    const bio = page.locator('p', { has: page.getByRole('link', { name: /more about/ }) });
    const wide = { times: page.getByRole('button', { name: 'See available times' }) };
    const parts = {
      name: page.getByRole('heading', { level: 1 }),
      work: page.getByRole('button', { name: 'Picture 1 of 3: Work 1' }),
      price: page.getByText('from $61.50'),
      service: page.getByRole('heading', { name }),
      book: page.getByRole('link', { name: 'Book', exact: true }),
      ...(width === 390 ? { bio } : wide),
    };
    expect([width, await outOfSight(page, parts)]).toEqual([width, []]);
    // All of it is below the services, one press away.
    const about = page.getByRole('region', { name: 'About' });
    expect((await boxOf(about)).top).toBeGreaterThan((await boxOf(parts.service)).top);
    expect(await about.locator('p').innerText()).toBe(long.bio);
    if (width > 390) continue;
    await bio.getByRole('link').click();
    await expect.poll(() => outOfSight(page, { about: about.getByRole('heading') })).toEqual([]);
  }
});

test('a time to pick, who comes next, how to call them and what waits are in sight on small phones, and a toast covers none of it', async () => {
  const s = await stage(t);
  const visitor = await (await t.visitor(booker)).newPage();
  for (const [width, height] of [
    [320, 568],
    [390, 664],
  ] as const) {
    await visitor.setViewportSize({ width, height });
    await visitor.goto(pickPath(s));
    const time = visitor.getByRole('button', { name: /^9:30 AM/ });
    await time.waitFor();
    // Whatever day it is today.
    const longestDay = 'Wednesday, September 30, 2026';
    await visitor.locator('#chosen-day').evaluate((heading, text) => (heading.textContent = text), longestDay);
    expect([width, await outOfSight(visitor, { time })]).toEqual([width, []]);
    if (width < 390) continue;
    // The focus is never behind the bar, either.
    const last = visitor.getByRole('button', { name: /^\d+:\d\d [AP]M/ }).last();
    await last.focus();
    await expect.poll(() => outOfSight(visitor, { last })).toEqual([]);
  }

  const professional = await t.make.professional();
  const { professionalId } = professional;
  const { clientId } = await t.make.client({ first_name: 'Oluwaseun-Adébáyọ̀', phone_number: '0400111222' });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  await t.make.booking({ professionalId, clientId, status: 'confirmed', start, notes: 'Six, straight back' });
  await t.make.booking({ professionalId, clientId, start: start + 5 * HOUR });
  const options = { viewport: { width: 390, height: 664 }, timezoneId: zone, reducedMotion: 'reduce' } as const;
  const page = await t.open('/professional-dashboard', professional, options);
  const heading = page.getByRole('heading', { level: 1 });
  const call = page.getByRole('link', { name: /^Call Oluwaseun/ });
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  const requests = page.getByRole('heading', { name: '1 request is waiting for your answer' });
  expect(await outOfSight(page, { heading, call, requests, confirm })).toEqual([]);
  expect(await call.getAttribute('href')).toBe('tel:0400111222');

  await confirm.click();
  const toast = page.locator('[data-sonner-toast][data-mounted="true"]');
  await toast.getByText('Booking confirmed.').waitFor();
  // It stays for as long as it is pointed at.
  await toast.hover();
  for (const width of [390, 320, 1280]) {
    await page.setViewportSize({ width, height: 664 });
    if (width === 1280) await toast.hover();
    for (const part of [page.getByRole('banner'), heading]) {
      const covers = async () => {
        const [one, other] = [await boxOf(toast), await boxOf(part)];
        const across = one.left < other.right && other.left < one.right;
        return across && one.top < other.bottom && other.top < one.bottom;
      };
      await expect.poll(covers).toBe(false);
    }
    await expect.poll(async () => (await boxOf(toast)).right).toBeLessThanOrEqual(width);
  }

  // Its tabs, too, with text of twice its size on the smallest phone.
  await page.setViewportSize({ width: 320, height: 664 });
  for (const tab of ['availability', 'bookings']) {
    await page.goto(`/professional-dashboard?tab=${tab}`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page
      .getByText(tab === 'bookings' ? 'View Details' : 'Set Availability')
      .first()
      .waitFor();
    await settled(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect.poll(() => cutTexts(page)).toEqual([]);
  }
});

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

test('nothing moves when the fonts come after the first paint', async () => {
  for (const [width, height] of full ? [phone, desktop] : [phone])
    for (const path of full
      ? ['/', '/terms-of-use', '/privacy-policy', '/waitlist-signup', '/login']
      : ['/', '/login']) {
      const page = await (await t.visitor({ viewport: { width, height } })).newPage();
      const { shift, moved } = await shiftOfLateFonts(page, path);
      // The landing page shows whom the tests before have made, in any letters: it has what is promised of every page.
      const most = path === '/' ? 0.02 : 0.01;
      expect([path, shift <= most || { shift, moved }]).toEqual([path, true]);
    }
});

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
  const page = await t.open('/terms-of-use');
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
  const [plain, marked] = [await t.make.professional(), await t.make.professional()];
  // As some keyboards type it: each mark apart from its letter.
  const name = 'Adébáyọ̀ Ọdụn-Ştefan'.normalize('NFD');
  await t.make.change('professionals', marked.professionalId, { display_name: name });
  const page = await (await t.visitor()).newPage();
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
