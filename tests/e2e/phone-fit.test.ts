import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test.each([320, 390, 1280])('a toast at %i px lies on neither the heading nor the menu', async (width) => {
  const professional = await t.make.professional();
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  await t.make.booking({ professionalId: professional.professionalId, start });
  const page = await (await t.signedIn(professional, { viewport: { width, height: 844 }, reducedMotion: 'reduce' })).newPage();
  await page.goto('/professional-dashboard');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const toast = page.locator('[data-sonner-toast][data-mounted="true"]');
  await toast.getByText('Booking confirmed.').waitFor();
  const menu = page.getByRole('banner').getByRole('button');
  await expect.poll(() => overlap(toast, menu)).toBe(false);
  const heading = page.getByRole('heading', { level: 1 });
  expect(await overlap(toast, heading)).toBe(false);
  expect((await boxOf(toast)).x + (await boxOf(toast)).width).toBeLessThanOrEqual(width);
});

test('the tabs of a client’s bookings fit a phone; on a narrower one the last is reached by pushing the row or by keyboard', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, { viewport: { width: 390, height: 844 } })).newPage();
  await page.goto('/client-profile');
  const row = page.getByRole('tablist');
  const hidden = () => row.evaluate((element) => element.scrollWidth - element.clientWidth);
  await row.waitFor();
  expect(await hidden()).toBe(0);

  await page.setViewportSize({ width: 320, height: 700 });
  expect(await hidden()).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'All' }).focus();
  for (const name of ['Confirmed', 'Pending', 'Completed', 'Cancelled']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  const last = page.getByRole('tab', { name: 'Cancelled' });
  await expect.poll(async () => (await boxOf(last)).x + (await boxOf(last)).width).toBeLessThanOrEqual(300.5);
});
