import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { expectAccessible, useHarness } from './harness.ts';

/** What opens over a professional's pages, which the walk through every page leaves shut. */

const h = useHarness();
const zone = 'Australia/Melbourne';

test('axe finds nothing in what opens over a professional’s pages, on a phone, a tablet and a desktop', async () => {
  const professional = await h.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows' }), await h.make.service(professionalId)];
  await h.make.picture(professionalId);
  const { clientId } = await h.make.client({ first_name: 'Kofi', phone_number: '0400111222' });
  const start = fromLocalInput(`${dayKey(Date.now() + 2 * DAY, zone)}T10:00`, zone) ?? 0;
  const of = { professionalId, clientId, serviceIds: serviceIds.slice(0, 1) };
  const { bookingId } = await h.make.booking({ ...of, status: 'confirmed', start });
  await h.make.booking({ ...of, start: start + 5 * HOUR });
  await h.make.timeOff(professionalId, start + DAY, start + DAY + 3 * HOUR);
  const day = (at: number) => `/calendar?view=day&date=${dayKey(at, zone)}`;
  const button = (name: string | RegExp) => (page: Page) =>
    page.getByRole('main').getByRole('button', { name }).first();
  const ways: [string, (page: Page) => ReturnType<Page['getByRole']>][] = [
    [day(start), (page) => page.locator(`main a[href*="${bookingId}"]`)],
    [day(start), button(/^Block or add time on/)],
    [day(start + DAY), button(/^Time off/)],
    ['/professional-dashboard', button('Decline')],
    ['/professional-dashboard', button('Delete')],
    ['/my-contacts', button('Add client')],
    ['/more', button('Share your page')],
    ['/set-hours', button(/^Monday/)],
    ['/set-hours', button('From … to')],
    ['/my-pictures', button(/^Edit Picture 1 /)],
    ['/my-pictures', button(/^Delete Picture 1 /)],
    ['/more', (page) => page.getByRole('button', { name: /^Notifications/ })],
  ];
  const page = await (await h.signedIn(professional, { timezoneId: zone, reducedMotion: 'reduce' })).newPage();
  const found: string[] = [];
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [path, opener] of ways) {
      await page.goto(path);
      await opener(page).press('Enter');
      await page.locator('[role="dialog"], [role="alertdialog"]').waitFor();
      await expectAccessible(page).catch((error: Error) => found.push(`${width}, ${path}: ${error.message}`));
    }
  }
  expect(found).toEqual([]);
}, 240_000);
