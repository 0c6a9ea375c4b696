import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { weekOf } from '#shared/days.ts';
import { dayKey, formatDayHeading, formatTimeWithZone, fromLocalInput } from '#shared/time.ts';
import { confirm, phone, pickPath, requested, stage, zone } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

/** Waits until a service or time is chosen: what is chosen is in the address by then, and survives a reload. */
const chosen = (page: Page, name: RegExp) => page.getByRole('button', { name, pressed: true }).waitFor();

describe('choices', () => {
  test('survive a reload, a new tab, the links of the steps and Back', async () => {
    const s = await stage(t);
    const context = await t.signedIn(s.client, phone);
    const page = await context.newPage();
    await page.goto(`/add-more-services/${s.cut}/${s.professional.professionalId}`);
    await page.getByRole('button', { name: /^Loc retwist/ }).click();
    await chosen(page, /^Loc retwist/);
    await page.reload();
    await chosen(page, /^Loc retwist/);
    await page.getByRole('button', { name: 'Proceed to Confirm Booking' }).click();
    await page.getByRole('button', { name: /^11:00 AM/ }).click();
    await chosen(page, /^11:00 AM/);
    await page.reload();
    await chosen(page, /^11:00 AM/);

    const tab = await context.newPage();
    await tab.goto(page.url());
    await tab.getByRole('button', { name: 'Continue to Booking' }).click();
    await tab
      .getByText(formatTimeWithZone(s.first.start + 90 * MINUTE, zone))
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    await page.getByLabel('Add any special notes (optional):').fill('Walked back');
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    await page.getByRole('button', { name: 'Proceed to Confirm Booking' }).click();
    await chosen(page, /^11:00 AM/);
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    expect(await page.getByLabel('Add any special notes (optional):').inputValue()).toBe('Walked back');
    await page.getByText('$205.00').first().waitFor();
  });

  test('of a visitor grow in the picker, where a day whose gap is too short says so, and the past says nothing', async () => {
    const s = await stage(t);
    const { professionalId } = s.professional;
    const long = await t.make.service(professionalId, { name: 'Box braids', service_duration_minutes: 420 });
    const second = s.windows[1]?.start ?? Number.NaN;
    await t.make.booking({ professionalId, serviceIds: [long], start: second });
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(`/pick-booking-time/${s.cut}/${professionalId}`);
    const day = page.locator(`[data-day="${dayKey(second, zone)}"]`);
    const showDay = async () => {
      await page.locator('[data-day]').first().waitFor();
      if ((await day.count()) === 0) await page.getByRole('button', { name: 'Next week' }).click();
    };
    await showDay();
    await expect.poll(() => day.textContent()).toContain('1 free');
    await page.getByRole('button', { name: 'Add more services' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose a service' });
    await sheet.getByRole('button', { name: /^Loc retwist/ }).click();
    await sheet.getByRole('button', { name: 'See available times' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('$205.00').first().waitFor();
    expect(new URL(page.url()).searchParams.get('service_ids')).toBe(`${s.cut},${s.retwist}`);
    await showDay();
    await expect.poll(() => day.textContent()).toContain('no room for 2 h 30 min');
    // On the last day of that week, whatever day today is, days of it are past.
    const week = weekOf(dayKey(second, zone));
    const last = week.at(-1) ?? '';
    await page.clock.setFixedTime(fromLocalInput(`${last}T00:30`, zone) ?? Number.NaN);
    await page.reload();
    await showDay();
    for (const key of week.filter((one) => one < last)) {
      await expect.poll(() => page.locator(`[data-day="${key}"]`).textContent()).toMatch(/, past/);
      expect(await page.locator(`[data-day="${key}"]`).textContent()).not.toContain('closed');
    }
  });

  test('of a visitor survive the step back to the service, and the way on from there', async () => {
    const s = await stage(t);
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(`/pick-booking-time/${s.cut}/${s.professional.professionalId}?service_ids=${s.cut},${s.retwist}`);
    await page.getByRole('button', { name: /^11:00 AM/ }).click();
    await chosen(page, /^11:00 AM/);
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    await page.waitForURL(`**/service-details/${s.cut}`);
    await page.reload();
    const book = async () =>
      new URL((await page.getByRole('link', { name: 'Book Appointment' }).getAttribute('href')) ?? '', page.url());
    // The rendered page takes up the choices once it is hydrated.
    await expect.poll(async () => (await book()).searchParams.get('service_ids')).toBe(`${s.cut},${s.retwist}`);
    const { pathname, searchParams } = await book();
    // Before a login it leads to the times.
    expect(pathname).toBe(`/pick-booking-time/${s.cut}/${s.professional.professionalId}`);
    expect(searchParams.get('slot_start')).toMatch(/Z$/);
    await page.getByRole('link', { name: 'Book Appointment' }).click();
    await page.getByText('150 minutes').waitFor();
    await chosen(page, /^11:00 AM/);
  });

  test('for one professional are not carried to another', async () => {
    const [s, other] = [await stage(t), await stage(t)];
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(`/pick-booking-time/${s.cut}/${s.professional.professionalId}?service_ids=${s.cut},${s.retwist}`);
    await page.getByRole('button', { name: /^11:00 AM/ }).click();
    await chosen(page, /^11:00 AM/);
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    await page.waitForURL(`**/service-details/${s.cut}`);
    const state: unknown = await page.evaluate(() => window.history.state);
    await page.evaluate(([state, path]) => window.history.replaceState(state, '', path), [
      state,
      `/service-details/${other.cut}`,
    ] as const);
    await page.reload();
    await page.waitForLoadState('networkidle');
    const times = await page.getByRole('link', { name: 'Book Appointment' }).getAttribute('href');
    expect(times).toBe(`/pick-booking-time/${other.cut}/${other.professional.professionalId}?service_ids=${other.cut}`);
  });

  test('of services keep the order of selection; without one the button is disabled', async () => {
    const s = await stage(t);
    const page = await (await t.signedIn(s.client, phone)).newPage();
    await page.goto(`/add-more-services/${s.cut}/${s.professional.professionalId}`);
    const own = page.getByRole('button', { name: /^Dry curl cut/ });
    await chosen(page, /^Dry curl cut/);
    await own.click();
    const proceed = page.getByRole('button', { name: 'Proceed to Confirm Booking' });
    await expect.poll(() => proceed.isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => proceed.isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Loc retwist/ }).click();
    await own.click();
    await chosen(page, /^Dry curl cut/);
    await proceed.click();
    await page.waitForURL(`**/pick-booking-time/${s.retwist}/**`);
    expect(new URL(page.url()).searchParams.get('service_ids')).toBe(`${s.retwist},${s.cut}`);
  });
});

describe('F4: the choices are in the address', () => {
  test('a link with slot_start and availability_id works in a new tab, with a comma-separated list too', async () => {
    const s = await stage(t);
    const page = await (await t.signedIn(s.client, phone)).newPage();
    const slot = new Date(s.first.start).toISOString();
    await page.goto(`/confirm-booking/${s.cut},${s.retwist}?slot_start=${slot}&availability_id=${s.first.id}`);
    await page.getByRole('heading', { name: 'Dry curl cut' }).waitFor();
    await page.getByRole('heading', { name: 'Loc retwist' }).waitFor();
    await page.getByText('$205.00').first().waitFor();
    await confirm(page).click();
    await requested(page);
    expect(await s.bookings()).toMatchObject([{ total_price_cents: 20_500 }]);
  });

  test('a link with a time that is lost opens the picker on the day of the nearest free one', async () => {
    const s = await stage(t);
    const third = s.windows[2]?.start ?? Number.NaN;
    const page = await (await t.signedIn(s.client, phone)).newPage();
    await page.goto(`${pickPath(s)}?service_ids=${s.cut}&slot_start=${new Date(third - HOUR).toISOString()}`);
    await page.getByText('That time is no longer available. Please choose another one.').waitFor();
    await page.getByRole('heading', { level: 2, name: formatDayHeading(third, zone) }).waitFor();
  });

  test('a link without a slot leads to the picker with its services', async () => {
    const s = await stage(t);
    const page = await (await t.signedIn(s.client, phone)).newPage();
    await page.goto(`/confirm-booking/${s.cut},${s.retwist}`);
    await page.waitForURL(`**/pick-booking-time/${s.cut}/${s.professional.professionalId}?**`);
    expect(new URL(page.url()).searchParams.get('service_ids')).toBe(`${s.cut},${s.retwist}`);
    await page.getByText('150 minutes').waitFor();
  });
});
