import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { phone, zone } from './booking-people.ts';
import { expectAccessible, useHarness } from './harness.ts';

const h = useHarness();

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

/** Axe sees what opens over a page here alone: the walk through every page leaves it shut. */
test('Back closes what opens over a page before it leaves the page; axe finds nothing in it, on a phone and a desktop', async () => {
  const professional = await h.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows' })];
  await h.make.picture(professionalId);
  const { clientId } = await h.make.client({ first_name: 'Kofi', phone_number: '0400111222' });
  const start = fromLocalInput(`${dayKey(Date.now() + 2 * DAY, zone)}T10:00`, zone) ?? 0;
  const of = { professionalId, clientId, serviceIds };
  const { bookingId } = await h.make.booking({ ...of, status: 'confirmed', start });
  await h.make.booking({ ...of, start: start + 5 * HOUR });
  await h.make.timeOff(professionalId, start + DAY, start + DAY + 3 * HOUR);
  const day = (at: number) => `/calendar?view=day&date=${dayKey(at, zone)}`;
  const button = (name: string | RegExp) => (page: Page) =>
    page.getByRole('main').getByRole('button', { name }).first();
  const anywhere = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
  const ways: [string, (page: Page) => Locator][] = [
    [day(start), (page) => page.locator(`main a[href*="${bookingId}"]`)],
    [day(start), button(/^Block or add time on/)],
    [day(start + DAY), button(/^Time off/)],
    ['/professional-dashboard', button('Decline')],
    ['/professional-dashboard', button('Delete')],
    ['/my-contacts', button('Add client')],
    ['/more', button('Share your page')],
    ['/more', anywhere(/^Notifications/)],
    ['/more', anywhere('Give feedback')],
    ['/set-hours', button(/^Monday/)],
    ['/set-hours', button('From … to')],
    ['/my-pictures', button(/^Edit Picture 1 /)],
    ['/my-pictures', button(/^Delete Picture 1 /)],
    [`/public-professional-page/${professionalId}`, anywhere(/^Picture 1 of/)],
  ];
  const options = { ...phone, timezoneId: zone, reducedMotion: 'reduce' } as const;
  const page = await (await h.signedIn(professional, options)).newPage();
  await withoutWatcher(page);
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]');
  const opened = dialog.or(page.getByRole('heading', { name: 'Your feedback' }));
  const found: string[] = [];
  for (const [path, opener] of ways) {
    await page.goto(path);
    const before = page.url();
    await opener(page).press('Enter');
    await opened.waitFor();
    for (const viewport of [{ width: 1280, height: 900 }, phone.viewport]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page).catch((error: Error) => found.push(`${viewport.width}, ${path}: ${error.message}`));
    }
    await page.goBack();
    await opened.waitFor({ state: 'detached' });
    expect(page.url()).toBe(before);
  }
  expect(found).toEqual([]);
}, 240_000);

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
