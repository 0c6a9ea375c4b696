import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { intercept, useHarness } from './harness.ts';

/** A professional on a phone: after saving one is at what changed, and what was refused is in sight. */

const h = useHarness();
const zone = 'Australia/Melbourne';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: zone };
const today = dayKey(Date.now(), zone);
/** Of the week after this one. */
const monday = addDays(weekOf(today)[0] ?? today, 7);

function at(day: string, clock: string) {
  return fromLocalInput(`${day}T${clock}`, zone) ?? Number.NaN;
}

async function signedIn() {
  const professional = await h.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds: string[] = [];
  for (const name of ['Cornrows', 'Locs', 'Twists', 'Knots', 'Waves', 'Curls'])
    serviceIds.push(await h.make.service(professionalId, { name, service_duration_minutes: 60 }));
  await h.make.window(professionalId, at(monday, '09:00'), at(monday, '17:00'));
  const page = await (await h.signedIn(professional, phone)).newPage();
  return { page, professionalId, serviceIds };
}

/** Between the header and whatever bars stand at the bottom. */
async function expectInSight(page: Page, what: Locator) {
  const bars = page.locator('[data-sticky-bar], nav[aria-label="Dashboard"]');
  await expect
    .poll(async () => {
      const box = await what.boundingBox();
      const tops = await bars.evaluateAll((found) => found.map((bar) => bar.getBoundingClientRect().top));
      return box !== null && box.y >= 64 && box.y + box.height <= Math.min(844, ...tops);
    })
    .toBe(true);
}

async function expectFocused(page: Page, what: Locator) {
  await expect.poll(() => what.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectInSight(page, what);
}

test('a new window has the focus in its list, the profile its card below a list that still loads', async () => {
  const { page } = await signedIn();
  await page.goto('/set-availability');
  await page.getByLabel('Start Time').fill(`${monday}T19:00`);
  await page.getByLabel('End Time').fill(`${monday}T21:00`);
  await page.getByRole('button', { name: 'Create', exact: true }).tap();
  await expectFocused(page, page.locator(`[data-start="${at(monday, '19:00')}"]`));

  await page.goto('/edit-professional-profile');
  await page.getByLabel('Bio').fill('Braids since I was nine.');
  await page.getByRole('button', { name: 'Save Changes' }).tap();
  await page.getByText('Waves').waitFor();
  await expectFocused(page, page.getByRole('complementary', { name: 'Your profile' }).getByRole('button').first());
});

test('the calendar is at the day that was opened, the time that was blocked, the appointment that moved', async () => {
  const { page, professionalId, serviceIds } = await signedIn();
  const { bookingId } = await h.make.booking({
    professionalId,
    clientId: (await h.make.client({ first_name: 'Kofi' })).clientId,
    serviceIds: serviceIds.slice(0, 1),
    status: 'confirmed',
    start: at(monday, '09:00'),
  });
  await h.make.window(professionalId, at(addDays(monday, 9), '09:00'), at(addDays(monday, 9), '17:00'));
  await page.goto(`/calendar?date=${monday}`);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 2 }).first().getByRole('button').tap();
  await expectFocused(page, page.locator(`#bookings-${monday}`));

  const ground = page.getByRole('button', { name: /^Block or add time on/ });
  await ground.tap({ position: { x: 40, y: ((await ground.boundingBox())?.height ?? 0) * 0.8 } });
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Block time' }).tap();
  await expectFocused(page, page.getByRole('button', { name: /^Time off / }));
  await page.getByRole('button', { name: /^Time off / }).tap();
  await sheet.getByLabel('Reason').fill('Yoga');
  await sheet.getByRole('button', { name: 'Save' }).tap();
  await expectFocused(page, page.getByRole('button', { name: /^Time off .*Yoga/ }));

  await main.locator(`a[href$="${bookingId}"]`).tap();
  await sheet.getByRole('link', { name: 'Change time' }).tap();
  await page.getByRole('button', { name: 'Next week' }).tap();
  await page.locator(`[data-day="${addDays(monday, 9)}"]`).tap();
  await page.getByRole('toolbar').last().getByRole('button').nth(2).tap();
  await page.getByRole('button', { name: 'They agreed' }).tap();
  await page.waitForURL(`**/calendar?date=${addDays(monday, 9)}&view=day`);
  await expectFocused(page, main.locator(`a[href*="${bookingId}"]`));
});

test('days in a row within one time off are one line of the week', async () => {
  const { page, professionalId } = await signedIn();
  await h.make.timeOff(professionalId, at(addDays(monday, 1), '00:00'), at(addDays(monday, 6), '00:00'));
  await page.goto(`/calendar?date=${monday}`);
  const off = page.getByRole('button', { name: /^Time off/ });
  await off.first().waitFor();
  expect(await off.count()).toBe(1);
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(3);
});

test('a booking half added survives a reload, the nearest time that was chosen and a refusal are in sight', async () => {
  const { page, professionalId, serviceIds } = await signedIn();
  const { clientId } = await h.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
  await h.make.booking({
    professionalId,
    clientId,
    serviceIds: serviceIds.slice(0, 1),
    status: 'confirmed',
    start: at(monday, '09:00'),
  });
  await page.goto('/write-in');
  await page.getByRole('button', { name: 'Cornrows' }).tap();
  await page.getByText('At another time').tap();
  await page.getByText(/^Another time on/).tap();
  await page.getByLabel('Start Time').fill('9:20 am');
  await page.getByText('Kofi Mensah is booked, 9:00 AM to 10:00 AM.').waitFor();
  await page.getByRole('list', { name: 'Nearest free times' }).getByRole('button').first().tap();
  const chosen = page.getByRole('toolbar').last().locator('[aria-pressed="true"]');
  await expectFocused(page, chosen);
  const time = await chosen.innerText();
  await page.getByLabel('Name').fill('Mrs Papadopoulos');
  await page.getByText('Price, deposit and notes').tap();
  await page.getByLabel('Price ($)').fill('77');
  await page.reload();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Mrs Papadopoulos');
  expect(await page.getByRole('button', { name: 'Cornrows' }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => chosen.innerText()).toBe(time);
  await page.getByText('Price, deposit and notes').tap();
  expect(await page.getByLabel('Price ($)').inputValue()).toBe('77');

  await page.evaluate(() => scrollTo(0, 0));
  await intercept(page, 'bookings.writeIn', { status: 503, detail: 'Service temporarily unavailable' });
  await page.getByRole('main').getByRole('button', { name: 'Add booking' }).tap();
  await expectInSight(page, page.getByRole('main').getByRole('alert'));
  // Of another client's page nothing of it is taken up.
  await page.goto(`/write-in?start=${new Date(at(monday, '12:00') + HOUR).toISOString()}`);
  await page.getByLabel('Name').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('');
});
