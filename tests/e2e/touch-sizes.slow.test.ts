import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { melbourne, pickPath, stage } from './booking-people.ts';
import { settled, useHarness } from './harness.ts';

const h = useHarness();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function expectLarge(...parts: Locator[]) {
  for (const part of parts) {
    const box = await part.boundingBox();
    const named = `${part}`;
    expect(Math.round(box?.height ?? 0), named).toBeGreaterThanOrEqual(44);
    expect(Math.round(box?.width ?? 0), named).toBeGreaterThanOrEqual(44);
  }
}

/** The part and what is drawn around it, as far as nothing cuts or covers it. */
async function expectLargeToTouch(part: Locator) {
  await part.scrollIntoViewIfNeeded();
  const reach = await part.evaluate((element) => {
    const [first] = element.getClientRects();
    const x = first ? first.x + first.width / 2 : Number.NaN;
    const y = first ? first.y + first.height / 2 : Number.NaN;
    const isHit = (across: number, down: number) => element.contains(document.elementFromPoint(x + across, y + down));
    const far = (across: number, down: number) => {
      let steps = 0;
      while (isHit(across * (steps + 0.5), down * (steps + 0.5))) steps++;
      return steps;
    };
    return { height: far(0, -1) + far(0, 1), width: far(-1, 0) + far(1, 0) };
  });
  expect(reach.height, `${part}`).toBeGreaterThanOrEqual(44);
  expect(reach.width, `${part}`).toBeGreaterThanOrEqual(44);
}

test('at 390 px what is pressed is at least 44 px high and wide: landing, new password, dashboard, a client’s bookings', async () => {
  const visitor = await (await h.visitor(phone)).newPage();
  await visitor.goto('/');
  const inputs = visitor.getByRole('main').locator('input:not([type=hidden]), select');
  await inputs.first().waitFor();
  await expectLarge(...(await inputs.all()));
  await visitor.goto('/reset-password?token=abc');
  await visitor.getByRole('button', { name: 'Show password' }).waitFor();
  await expectLarge(visitor.getByRole('button', { name: 'Show password' }));

  const professional = await h.make.professional();
  await h.db
    .updateTable('professionals')
    .set({ first_steps: 'open' })
    .where('id', '=', professional.professionalId)
    .execute();
  const dashboard = await (await h.signedIn(professional, phone)).newPage();
  await dashboard.goto('/professional-dashboard?tab=bookings');
  const later = dashboard.getByRole('button', { name: 'Later', exact: true });
  await later.waitFor();
  await expectLarge(later, dashboard.getByRole('tab', { name: 'all', exact: true }));

  for (const path of ['/professional-dashboard', '/create-service', '/my-contacts', '/']) {
    await dashboard.goto(path);
    const feedback = dashboard.getByRole('button', { name: 'Give feedback' });
    await feedback.waitFor();
    // It looks for its place once the page stands still.
    await settled(dashboard);
    await expectLarge(feedback);
  }

  const client = await (await h.signedIn(await h.make.client(), phone)).newPage();
  await client.goto('/client-profile');
  const all = client.getByRole('tab', { name: 'All', exact: true });
  await all.waitFor();
  await expectLarge(all);
});

test('at 390 px the next appointment and the way to the rest of a bio are as high and wide, however they are cut', async () => {
  const bio = 'I have been braiding for fifteen years, and I still love every head that sits down. '.repeat(8);
  const professional = await h.make.professional({ bio });
  const { professionalId } = professional;
  // In one line.
  const { clientId } = await h.make.client({ first_name: 'Jo' });
  await h.make.booking({ professionalId, clientId, status: 'confirmed', start: melbourne(2, '09:00') });
  const page = await (await h.signedIn(professional, phone)).newPage();
  await page.goto('/professional-dashboard');
  const headline = page.getByRole('heading', { level: 1 }).getByRole('button');
  await headline.waitFor();
  await settled(page);
  await expectLarge(headline);
  await page.goto(`/public-professional-page/${professionalId}`);
  const more = page.getByRole('link', { name: 'more about' });
  await more.waitFor();
  await settled(page);
  await expectLargeToTouch(more);
});

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
