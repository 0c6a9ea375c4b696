import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, stage } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

type Moved = { part: string; duration: number };

/** Notes every motion of the page that has an end, from its first screen on: of what, and how many milliseconds. */
async function noteMotions(page: Page) {
  await page.addInitScript(() => {
    const motions: Moved[] = [];
    Object.assign(window, { motions });
    addEventListener('animationstart', ({ target, animationName, pseudoElement }) => {
      if (!(target instanceof Element)) return;
      const style = getComputedStyle(target, pseudoElement || null);
      const index = style.animationName.split(', ').indexOf(animationName);
      if (style.animationIterationCount.split(', ')[index] === 'infinite') return;
      const part =
        pseudoElement.replace(/\(.*/, '') ||
        (target.hasAttribute('data-closing') ? 'closing' : (target.role ?? target.tagName));
      motions.push({ part, duration: Number.parseFloat(style.animationDuration.split(', ')[index] ?? '') * 1000 });
    });
    addEventListener('transitionrun', ({ target, propertyName }) => {
      if (!(target instanceof Element)) return;
      // As it is declared: one that turns back half-way takes less.
      const durations = getComputedStyle(target)
        .transitionDuration.split(', ')
        .map((seconds) => Number.parseFloat(seconds) * 1000);
      motions.push({ part: `${target.tagName} ${propertyName}`, duration: Math.max(...durations) });
    });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const duration = Number(typeof options === 'object' ? options.duration : options);
      motions.push({ part: this.tagName, duration });
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { motions: Moved[] }).motions.splice(0));
}

/** Nearly stops all motion, or lets it run again. */
async function motionSlower(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  return (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
}

/** A professional's profile, come to by a link from a service. */
async function profileOf(options: BrowserContextOptions = {}) {
  const s = await stage(t);
  const page = await (await t.visitor({ ...phone, ...options })).newPage();
  const motions = await noteMotions(page);
  await page.goto(`/service-details/${s.cut}`, { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: 'Amara Okafor' }).first();
  await link.hover();
  await page.waitForLoadState('networkidle');
  const see = page.getByRole('button', { name: 'See available times' });
  const sheet = page.getByRole('dialog', { name: 'Choose a service' });
  return { page, motions, link, see, sheet, heading: page.getByRole('heading', { level: 1, name: 'Amara Okafor' }) };
}

test.each(['no-preference', 'reduce'] as const)(
  'pages, sheets and menus come and go in 150 to 250 ms, and not at all with reduced motion: %s',
  async (reducedMotion) => {
    const { page, motions, link, see, sheet, heading } = await profileOf({ reducedMotion });
    await motions();

    await link.click();
    await heading.waitFor();
    await see.click();
    await sheet.waitFor();
    // Closed before its first frame, it would not have moved.
    await sheet.evaluate((opened) => Promise.all(opened.getAnimations().map(({ finished }) => finished)));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-closing]').count(), { timeout: 10_000 }).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Menu' }).waitFor({ state: 'hidden' });

    const moved = (await motions()).filter(({ duration }) => duration > 0.01);
    if (reducedMotion === 'reduce') return expect(moved).toEqual([]);
    expect(moved.filter(({ duration }) => duration < 150 || duration > 250)).toEqual([]);
    const parts = moved.map(({ part }) => part);
    for (const part of ['::view-transition-old', 'MAIN', 'dialog', 'closing', 'NAV opacity'])
      expect(parts).toContain(part);
  },
);

test('while the old screen leaves, the header stands and the new one can be pressed; Back scrolls where it was', async () => {
  const { page, link, see, sheet, heading } = await profileOf();
  await page.evaluate(() => document.body.style.setProperty('padding-bottom', '1000px'));
  await page.evaluate(() => window.scrollTo(0, 120));
  const setPace = await motionSlower(page);
  await setPace(0.001);
  await link.click();
  await heading.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // A picture of the old screen, and of nothing else.
  const pictures = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
        .filter(Boolean),
    );
  await expect.poll(pictures).toEqual([expect.stringMatching(/^::view-transition-old/)]);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click({ force: true });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await see.click({ force: true });
  expect(await pictures()).toHaveLength(1);
  // The sheet's code may have to be shown by a second rendering, which waits for the picture to have left.
  await setPace(1);
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Dry curl cut' }).waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);
});

test('a sheet that closes is gone at once for focus and presses, while its picture leaves; the page stays where it was', async () => {
  const { page, link, see, sheet, heading } = await profileOf();
  await link.click();
  await heading.waitFor();
  await see.waitFor();
  await page.evaluate(() => window.scrollTo(0, 60));
  const setPace = await motionSlower(page);
  await see.click();
  await sheet.waitFor();
  const scrolled = await page.evaluate(() => window.scrollY);
  await setPace(0.001);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-closing]').count()).toBe(2);
  expect(await sheet.count()).toBe(0);
  await expect.poll(() => see.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  // Beneath the picture.
  await see.click({ force: true });
  await sheet.waitFor();
  expect(await page.locator('[data-closing]').count()).toBe(2);
  await setPace(1);
  await expect.poll(() => page.locator('[data-closing]').count(), { timeout: 10_000 }).toBe(0);
});

test('a link says that it is busy while the screen’s code is on its way', async () => {
  const s = await stage(t);
  const page = await (await t.visitor(phone)).newPage();
  await page.goto(`/service-details/${s.cut}`, { waitUntil: 'networkidle' });
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrived.promise;
    await route.fallback();
  });
  const link = page.getByRole('link', { name: 'Amara Okafor' }).first();
  await link.click();
  await expect.poll(() => link.getAttribute('aria-busy')).toBe('true');
  arrived.resolve();
  await page.getByRole('heading', { level: 1, name: 'Amara Okafor' }).waitFor();
});

const controls =
  ':is(a[href], button, summary, select, [type="checkbox"], [type="radio"], [type="range"], ' +
  '[role^="menuitem"]):not(:disabled, [aria-disabled="true"])';

/**
 * Presses every control that the page has now, all at once. Returns how many, and those that look as they do at rest.
 */
async function unmovedByPresses(page: Page) {
  const count = await page.evaluate((selector) => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)];
    for (const control of found) control.dataset.control = '';
    return found.length;
  }, controls);
  const looks = () =>
    page.evaluate(() => {
      return [...document.querySelectorAll('[data-control]')].map((control) => {
        const { opacity, transform, backgroundColor } = getComputedStyle(control);
        const what = `${control.tagName} ${control.className} ${control.textContent?.slice(0, 30)}`;
        return { what, how: [opacity, transform, backgroundColor].join(' ') };
      });
    });
  const atRest = await looks();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-control]' });
  await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] })),
  );
  const pressed = await looks();
  await devtools.detach();
  expect([atRest.length, pressed.length]).toEqual([count, count]);
  return { count, same: atRest.filter(({ how }, index) => how === pressed[index]?.how).map(({ what }) => what) };
}

test('every control shows at once that it is pressed', async () => {
  const s = await stage(t);
  const visitor = await (await t.visitor(phone)).newPage();
  const client = await (await t.signedIn(s.client, phone)).newPage();
  const professional = await (await t.signedIn(s.professional, { viewport: { width: 1280, height: 900 } })).newPage();
  const screens: [Page, path: string][] = [
    [visitor, '/'],
    [visitor, '/login'],
    [visitor, '/browse-professionals'],
    [visitor, `/pick-booking-time/${s.cut}/${s.professional.professionalId}`],
    [client, '/settings'],
    [professional, '/professional-dashboard'],
    [professional, '/edit-professional-profile'],
  ];
  let count = 0;
  for (const [page, path] of screens) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 20_000 }).toBe(0);
    if (page === professional && path === '/professional-dashboard')
      await page.getByRole('button', { name: 'Dashboard' }).click();
    const found = await unmovedByPresses(page);
    expect([path, found.same]).toEqual([path, []]);
    count += found.count;
  }
  expect(count).toBeGreaterThan(60);
}, 120_000);
