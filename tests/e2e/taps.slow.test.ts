import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { useHarness } from './harness.ts';

/** What a professional does each day on a phone, by the shortest way: how many taps it takes. */

const h = useHarness();
const zone = 'Australia/Melbourne';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: zone };
const today = dayKey(Date.now(), zone);

function ahead(days: number, clock = '10:00') {
  return fromLocalInput(`${addDays(today, days)}T${clock}`, zone) ?? Number.NaN;
}

/** A page, and what taps on it and counts. */
async function open(person: ProfessionalPerson, path: string) {
  const page = await (await h.signedIn(person, phone)).newPage();
  await page.goto(path);
  let count = 0;
  const tap = async (what: Locator, where: { position?: { x: number; y: number } } = {}) => {
    await what.tap(where);
    count += 1;
  };
  return { page, tap, taps: () => count };
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

test('the week is set in six taps', async () => {
  const { page, tap, taps } = await open(await h.make.professional({ time_zone: zone }), '/set-hours');
  await tap(page.getByRole('region', { name: 'Your week' }).getByRole('button', { name: /^Tuesday/ }));
  const sheet = page.getByRole('dialog', { name: 'Tuesday' });
  for (const name of ['Wed', 'Thu', 'Fri', 'Sat']) await tap(sheet.getByRole('button', { name }));
  await tap(sheet.getByRole('button', { name: 'Save' }));
  await page.getByText('Tue, Wed, Thu, Fri, Sat: 9:00 AM to 5:00 PM.').waitFor();
  expect(taps()).toBeLessThanOrEqual(6);
});

test('an afternoon is blocked from the calendar in four taps', async () => {
  const professional = await h.make.professional({ time_zone: zone });
  await h.make.window(professional.professionalId, ahead(1, '09:00'), ahead(1, '17:00'));
  const { page, tap, taps } = await open(professional, `/calendar?date=${addDays(today, 1)}`);
  const days = page.getByRole('main').getByRole('toolbar', { name: 'Days of the week' }).getByRole('button');
  await tap(days.and(page.locator(`[data-day="${addDays(today, 1)}"]`)));
  const ground = page.getByRole('button', { name: /^Block or add time on/ });
  const height = (await ground.boundingBox())?.height ?? 0;
  await tap(ground, { position: { x: 40, y: height * 0.6 } });
  const sheet = page.getByRole('dialog');
  expect(await sheet.getByLabel('From').inputValue()).toMatch(/T1[2-5]:/);
  await tap(sheet.getByRole('radio', { name: 'Rest of the day' }));
  await tap(sheet.getByRole('button', { name: 'Block time' }));
  await page.getByRole('button', { name: /^Time off / }).waitFor();
  expect(taps()).toBeLessThanOrEqual(4);
});

test('somebody known who calls is booked in six taps', async () => {
  const professional = await h.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows', service_duration_minutes: 60 })];
  await h.make.window(professionalId, ahead(1, '09:00'), ahead(1, '17:00'));
  const { clientId } = await h.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  await h.make.booking({ professionalId, clientId, serviceIds, status: 'completed', start: Date.now() - 30 * DAY });
  const { page, tap, taps } = await open(professional, '/professional-dashboard');
  const times = page.getByRole('toolbar').last().getByRole('button');
  await tap(bar(page).getByRole('link', { name: 'Clients' }));
  await tap(page.getByRole('link', { name: 'Zoë Adjei' }));
  await tap(page.getByRole('link', { name: 'Book again for them' }));
  await tap(times.nth(2));
  await tap(page.getByRole('main').getByRole('button', { name: 'Add booking' }));
  await page.waitForURL(/\/booking-details\//);
  expect(taps()).toBeLessThanOrEqual(6);
});

test('three requests are answered in three taps', async () => {
  const professional = await h.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId)];
  for (const days of [2, 3, 4]) await h.make.booking({ professionalId, serviceIds, start: ahead(days) });
  const { page, tap, taps } = await open(professional, '/professional-dashboard');
  for (const left of [3, 2, 1]) {
    await page.getByRole('heading', { name: new RegExp(`^${left} requests? `) }).waitFor();
    await tap(page.getByRole('button', { name: 'Confirm', exact: true }).first());
  }
  await page.getByRole('heading', { name: /requests? (is|are) waiting/ }).waitFor({ state: 'detached' });
  expect(taps()).toBe(3);
});
