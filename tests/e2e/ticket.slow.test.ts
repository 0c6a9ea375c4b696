import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirm, confirmPath, phone, requested, stage } from './booking-people.ts';
import { expectNoSideScroll, settled, upload, useHarness } from './harness.ts';

const t = useHarness();
const around = '::after';

test('a ticket shows the booked work, both calendars side by side and another time; a braid plaits around it once, out of the way', async () => {
  const s = await stage(t);
  await upload(t, s.professional.token, '/professionals/me/pictures?kind=work', 'Any work');
  const booked = await upload(t, s.professional.token, `/services/${s.cut}/pictures`, 'Curls');
  const page = await (await t.signedIn(s.client, phone)).newPage();
  // It may be over before the test looks.
  const begun = page.evaluate.bind(page, () => (window as { plaits?: unknown[] }).plaits);
  await page.addInitScript(() => {
    const plaits: unknown[] = [];
    Object.assign(window, { plaits });
    addEventListener('animationstart', ({ target, pseudoElement }) => {
      if (!(target instanceof Element) || !target.matches('[data-plait]')) return;
      const own = target
        .getAnimations({ subtree: true })
        .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === pseudoElement);
      plaits.push([pseudoElement, own?.effect?.getTiming()]);
    });
  });
  await page.goto(confirmPath(s));
  await confirm(page).click();
  await requested(page);
  const braid = page.locator('[data-plait]');
  const plaiting = () =>
    braid.evaluate((element, pseudo) => {
      const own = element
        .getAnimations({ subtree: true })
        .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === pseudo);
      return own?.effect?.getTiming();
    }, around);
  await expect.poll(begun).toMatchObject([[around, { duration: 700, iterations: 1 }]]);
  // The next tap counts while it plaits.
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  await download;
  await expect.poll(plaiting).toBeUndefined();

  const key = new URL(booked, t.url).pathname.split('/')[2] ?? '';
  await page.locator(`[data-card-picture] img[src*="${key}"]`).waitFor();
  await settled(page);
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const calendar = page.getByRole('link', { name: 'Add to calendar' });
  const google = page.getByRole('link', { name: 'Google Calendar' });
  await expect.poll(async () => (await topOf(calendar)) - (await topOf(google))).toBe(0);
  await page.getByRole('link', { name: 'Change time' }).waitFor();
  await expectNoSideScroll(page);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await requested(page);
  expect(await plaiting()).toBeUndefined();
  expect(
    await braid.evaluate((element, pseudo) => getComputedStyle(element, pseudo).borderImageSource, around),
  ).toMatch(/^url/);
});
