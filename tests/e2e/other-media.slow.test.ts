import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { pickPath, stage } from './booking-people.ts';
import { useHarness } from './harness.ts';

const h = useHarness();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('with forced colours what is chosen looks different: a day, a time, a specialization', async () => {
  const s = await stage(h);
  const context = await h.visitor({ ...phone, forcedColors: 'active' });
  const page = await context.newPage();
  const outline = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineStyle);
  await page.goto(pickPath(s));
  const time = page.getByRole('button', { name: /[AP]M/ }).first();
  await time.click();
  await page.getByRole('main').focus();
  const chosen = page.locator('[aria-pressed="true"], [aria-checked="true"]');
  await chosen.first().waitFor();
  for (const part of await chosen.all()) expect(await outline(part)).toBe('solid');
  const other = page.locator('[aria-pressed="false"], [aria-checked="false"]').first();
  expect(await outline(other)).toBe('none');

  const dashboard = await (await h.signedIn(s.professional, { forcedColors: 'active' })).newPage();
  await dashboard.goto('/edit-professional-profile');
  const loctician = dashboard.getByRole('button', { name: 'Loctician' });
  await loctician.click();
  await dashboard.getByRole('button', { name: 'Loctician', pressed: true }).waitFor();
  await dashboard.getByRole('main').focus();
  expect(await outline(loctician)).toBe('solid');
});

test('with forced colours the current way of the login and of the dashboard’s bar looks different', async () => {
  const outline = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineStyle);
  const page = await (await h.visitor({ ...phone, forcedColors: 'active' })).newPage();
  await page.goto('/login');
  const ways = page.getByRole('navigation', { name: 'Ways to log in' });
  expect(await outline(ways.getByRole('link', { name: 'I have an account' }))).toBe('solid');
  expect(await outline(ways.getByRole('link', { name: 'New here' }))).toBe('none');

  const professional = await h.make.professional();
  const dashboard = await (await h.signedIn(professional, { ...phone, forcedColors: 'active' })).newPage();
  await dashboard.goto('/professional-dashboard');
  const bar = dashboard.getByRole('navigation', { name: 'Dashboard' });
  const way = (name: string) => bar.getByRole('link', { name, exact: true });
  await way('Calendar').click();
  await expect.poll(() => outline(way('Calendar'))).toBe('solid');
  expect(await outline(way('Services'))).toBe('none');
});

test('header, footer, buttons, toasts and the feedback button are not printed', async () => {
  const s = await stage(h);
  const { bookingId } = await h.make.booking({
    professionalId: s.professional.professionalId,
    clientId: s.client.clientId,
    start: s.first.start + 3 * HOUR,
  });
  const page = await (await h.signedIn(s.client)).newPage();
  const feedback = page.getByRole('button', { name: 'Give feedback' });
  await page.goto(`/booking-details/${bookingId}`);
  await feedback.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect([await feedback.isVisible(), await page.getByRole('banner').isVisible()]).toEqual([false, false]);
  const press = /^(Review Booking|Add to calendar|Return to Profile)$/;
  const buttons = page.getByRole('main').getByRole('link', { name: press }).or(page.getByText(press));
  await expect.poll(() => buttons.count()).toBe(3);
  for (const button of await buttons.all()) expect(await button.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await footer.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await footer.isVisible()).toBe(false);

  const dashboard = await (await h.signedIn(s.professional)).newPage();
  await dashboard.goto('/professional-dashboard?tab=availability');
  await dashboard.getByRole('button', { name: 'Delete', exact: true }).first().click();
  const toast = dashboard.getByText('Availability deleted.');
  await toast.waitFor();
  await dashboard.emulateMedia({ media: 'print' });
  expect(await toast.isVisible()).toBe(false);
});
