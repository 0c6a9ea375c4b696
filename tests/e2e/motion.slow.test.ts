import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, stage } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

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
