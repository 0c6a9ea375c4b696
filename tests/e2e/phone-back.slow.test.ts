import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { dayKey } from '#shared/time.ts';
import { expectAccessible, useHarness } from './harness.ts';

const h = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

/** In a browser that does not tell of Back. */
async function withoutWatcher(page: Page) {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CloseWatcher'));
}

test('Back closes what is open, one after the other, and then leaves the page', async () => {
  const professional = await h.make.professional();
  await h.make.service(professional.professionalId);
  const page = await (await h.signedIn(professional, phone)).newPage();
  await withoutWatcher(page);
  await page.goto('/more');
  await page.goto('/calendar?view=day');
  await page.getByRole('button', { name: /^Block or add time on/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/calendar');

  // Closed by its own button it leaves nothing behind.
  await page.getByRole('button', { name: /^Block or add time on/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.goBack();
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await page.goBack();
  await page.waitForURL(`${h.url}/more`);
});

test('a link in a menu leads on, and Back from there comes back to its page', async () => {
  const client = await h.make.client();
  const page = await (await h.signedIn(client, phone)).newPage();
  await withoutWatcher(page);
  await page.goto('/browse-services');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(`${h.url}/settings`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/browse-services');
});

test('Back closes news, the feedback, a question, an appointment and a picture before it leaves their page', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const { clientId } = await h.make.client();
  await h.make.picture(professionalId);
  const start = Date.now() + 26 * HOUR;
  const { bookingId } = await h.make.booking({ professionalId, clientId, start });
  const page = await (await h.signedIn(professional, phone)).newPage();
  await withoutWatcher(page);
  const ways: [string, () => Locator, Locator][] = [
    ['/more', () => page.getByRole('button', { name: /^Notifications/ }), page.getByRole('dialog')],
    [
      '/more',
      () => page.getByRole('button', { name: 'Give feedback' }),
      page.getByRole('heading', { name: 'Your feedback' }),
    ],
    [
      '/professional-dashboard',
      () => page.getByRole('button', { name: 'Decline', exact: true }),
      page.getByRole('alertdialog'),
    ],
    [
      `/calendar?view=day&date=${dayKey(start, 'Australia/Melbourne')}`,
      () => page.locator(`main a[href*="${bookingId}"]`),
      page.getByRole('dialog'),
    ],
    [
      `/public-professional-page/${professionalId}`,
      () => page.getByRole('button', { name: /^Picture 1 of/ }),
      page.getByRole('dialog'),
    ],
  ];
  for (const [path, opener, opened] of ways) {
    await page.goto(path);
    const before = page.url();
    await opener().click();
    await opened.waitFor();
    await expectAccessible(page);
    await page.goBack();
    await opened.waitFor({ state: 'detached' });
    expect(page.url()).toBe(before);
  }
});

test('a dialog in the place of another leaves one entry: Back closes it, and Back again leaves the page', async () => {
  const client = await h.make.client();
  const page = await (await h.signedIn(client, phone)).newPage();
  await withoutWatcher(page);
  await page.goto('/client-profile');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep my account' }).waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(`${h.url}/client-profile`);
});
