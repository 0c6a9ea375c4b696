import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { password } from '#server/testing/make.ts';
import { MINUTE } from '#shared/constants.ts';
import { formatShortMoment } from '#shared/time.ts';
import { melbourne, phone, pickPath, requested, stage, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, settled, untilListed, useHarness } from './harness.ts';

const t = useHarness();

test('from the landing page to a booking: at most 9 taps and 60 seconds on a phone', async () => {
  const s = await stage(t, { display_name: 'Quick Quincy' });
  await t.make.change('professionals', s.professional.professionalId, { location: 'Tapton Reach VIC' });
  await t.make.password(s.client);
  const page = await (await t.visitor(phone)).newPage();
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  await untilListed(t, '/professionals/?location=Tapton%20Reach', 1);
  const begun = Date.now();
  await page.goto('/');
  await page.getByLabel('Suburb or city').fill('Tapton Reach');
  await tap(page.getByRole('button', { name: 'Find times' }));
  await tap(page.getByRole('link', { name: 'Quick Quincy' }));
  await tap(
    page.getByRole('listitem').filter({ hasText: 'Dry curl cut' }).getByRole('link', { name: 'Book', exact: true }),
  );
  await tap(page.getByRole('button', { name: /^9:30 AM/ }));
  await tap(page.getByRole('button', { name: 'Continue to Booking' }));
  await page.getByLabel('Email').fill(s.client.email);
  await page.getByLabel('Password').fill(password);
  await tap(page.getByRole('button', { name: 'Login' }));
  await tap(page.getByRole('button', { name: 'Confirm Booking' }));
  await requested(page);
  expect(taps).toBeLessThanOrEqual(9);
  expect(Date.now() - begun).toBeLessThan(MINUTE);

  // The professional answers with two taps from the mail: its button, and Confirm.
  const [booking] = await s.bookings();
  await expect.poll(async () => (await t.mailTo(s.professional.email)).length, { timeout: 30_000 }).toBe(1);
  const [mail] = await t.mailTo(s.professional.email);
  const link = mail?.html.match(/href="([^"]*\/booking\/[^"]*)"/)?.[1] ?? '';
  expect(new URL(link).pathname).toBe(`/booking/${booking?.id}/update`);
  const dashboard = await t.open(new URL(link).pathname, s.professional, phone);
  await dashboard.getByRole('button', { name: 'Confirm Booking' }).click();
  await dashboard.getByText(/^Zoë .* is booked in\.$/).waitFor();
  expect(await s.bookings()).toMatchObject([{ status: 'confirmed' }]);
}, 90_000);

describe('a profile', () => {
  test('offers services first and never chooses one: the next free time is of the shortest, then of the chosen ones', async () => {
    const s = await stage(t);
    const quick = await t.make.service(s.professional.professionalId, {
      name: 'Fringe trim',
      service_duration_minutes: 15,
      price: 20,
    });
    // The first day has room for the shortest only.
    const soon = melbourne(1, '10:00');
    await t.make.window(s.professional.professionalId, soon, soon + 30 * MINUTE);
    const page = await t.open(`/public-professional-page/${s.professional.professionalId}`, null, phone);
    const bar = page.getByRole('complementary', { name: 'Booking' });
    await bar.getByText(formatShortMoment(soon, zone)).waitFor();
    const book = page
      .getByRole('listitem')
      .filter({ hasText: 'Loc retwist' })
      .getByRole('link', { name: 'Book', exact: true });
    expect(await book.getAttribute('href')).toBe(
      `/pick-booking-time/${s.retwist}/${s.professional.professionalId}?service_ids=${s.retwist}`,
    );

    const see = bar.getByRole('button', { name: 'See available times' });
    await see.click();
    const sheet = page.getByRole('dialog', { name: 'Choose a service' });
    await sheet.waitFor();
    const go = sheet.getByRole('button', { name: 'See available times' });
    expect(await go.isDisabled()).toBe(true);
    expect(await sheet.getByRole('button', { pressed: true }).count()).toBe(0);
    await sheet.getByRole('button', { name: /^Fringe trim/ }).click();
    await sheet.getByText(formatShortMoment(soon, zone)).waitFor();
    await sheet.getByRole('button', { name: /^Loc retwist/ }).click();
    await sheet.getByText(formatShortMoment(s.first.start, zone)).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => see.evaluate((button) => button === document.activeElement)).toBe(true);
    await bar.getByText(formatShortMoment(s.first.start, zone)).waitFor();
    await see.click();
    await go.click();
    await page.waitForURL(
      `**/pick-booking-time/${quick}/${s.professional.professionalId}?service_ids=${quick},${s.retwist}`,
    );
    await page
      .getByText(/1 h 45 min/)
      .first()
      .waitFor();
  });
});

test('with text of twice its size a service is still chosen in the sheet: bar and foot leave room for the services', async () => {
  const s = await stage(t);
  const page = await t.open(`/public-professional-page/${s.professional.professionalId}`, null, {
    viewport: { width: 390, height: 700 },
    reducedMotion: 'reduce',
  });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const bar = page.getByRole('complementary', { name: 'Booking' });
  await bar.getByText('Next free').waitFor();
  await settled(page);
  expect((await bar.boundingBox())?.height).toBeLessThan(350);
  await bar.getByRole('button', { name: 'See available times' }).click();
  const sheet = page.getByRole('dialog', { name: 'Choose a service' });
  const go = sheet.getByRole('button', { name: 'See available times' });
  for (const said of ['Nothing chosen yet', 'Next free']) {
    const foot = await sheet.getByText(said).locator('xpath=ancestor::div[button][1]').boundingBox();
    expect(foot?.height).toBeLessThan(350);
    await sheet.getByRole('button', { name: /^Dry curl cut/ }).click();
  }
  await sheet.getByRole('button', { name: /^Loc retwist/ }).click();
  await go.click();
  await page.waitForURL(`**?service_ids=${s.retwist}`);
});

async function heightOf(page: Page) {
  return (await page.locator('[data-sticky-bar]').last().boundingBox())?.height ?? Number.NaN;
}

test('the bar of a phone is at most 96 px high on every step, and the location is never cut', async () => {
  const s = await stage(t, { display_name: 'Oluwaseun Adébáyọ̀-Fernandes and Daughters' });
  const location = '12 Upper Footscray Lane, West Footscray VIC 3012';
  await t.make.change('professionals', s.professional.professionalId, { location });
  await t.make.change('services', s.cut, { name: 'Waist-length knotless braids with curled ends and beads' });
  const page = await (await t.signedIn(s.client, phone)).newPage();
  const both = `service_ids=${s.cut},${s.retwist}`;
  const slot = `slot_start=${new Date(s.first.start).toISOString()}&availability_id=${s.first.id}`;
  const whole = (text: Locator) =>
    text.evaluate((node) => {
      const bar = node.closest('[data-sticky-bar]')?.getBoundingClientRect();
      const box = node.getBoundingClientRect();
      return (
        bar !== undefined && node.scrollWidth <= node.clientWidth + 1 && box.top >= bar.top && box.bottom <= bar.bottom
      );
    });
  for (const path of [
    `/add-more-services/${s.cut}/${s.professional.professionalId}`,
    pickPath(s),
    `/confirm-booking/${s.cut}`,
  ]) {
    await page.goto(`${path}?${both}&${slot}`);
    const bar = page.getByRole('complementary', { name: 'Your booking' });
    await bar.getByText('2 h 30 min').waitFor();
    await settled(page);
    expect(await heightOf(page)).toBeLessThanOrEqual(96);
    expect(await whole(bar.getByText(location).locator('xpath=ancestor-or-self::p'))).toBe(true);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await heightOf(page)).toBeLessThanOrEqual(96);
    await page.setViewportSize(phone.viewport);
  }
  for (const [path, way] of [
    [`/public-professional-page/${s.professional.professionalId}`, 'See available times'],
    [`/service-details/${s.cut}`, 'Book Appointment'],
  ] as const) {
    await page.goto(path);
    await page.getByText(way).first().waitFor();
    await settled(page);
    expect(await heightOf(page)).toBeLessThanOrEqual(96);
  }
  // A location that cannot be whole in the bar stands in the page alone.
  const long =
    'Behind the old wool store and through the second courtyard, 12 Upper Footscray Lane, West Footscray VIC 3012';
  await t.make.change('professionals', s.professional.professionalId, { location: long });
  await page.goto(`${pickPath(s)}?${both}&${slot}`);
  await page.getByRole('heading', { level: 1 }).locator('..').getByText(long).waitFor();
  expect(await page.getByRole('complementary').getByText(long).isVisible()).toBe(false);
  expect(await heightOf(page)).toBeLessThanOrEqual(96);
});

test('a request that expires when the visit begins says so', async () => {
  const s = await stage(t);
  const soon = Math.ceil(Date.now() / (15 * MINUTE)) * 15 * MINUTE + 60 * MINUTE;
  const { bookingId } = await t.make.booking({
    professionalId: s.professional.professionalId,
    clientId: s.client.clientId,
    start: soon,
  });
  const page = await t.open(`/booking-details/${bookingId}`, s.client, phone);
  await page.getByText(`until ${formatShortMoment(soon, zone)}, when the visit begins.`).waitFor();
});

test('a client’s profile opens with the next appointment; others ahead soonest first, those before latest first', async () => {
  const s = await stage(t);
  const of = { professionalId: s.professional.professionalId, clientId: s.client.clientId, serviceIds: [s.retwist] };
  await t.make.booking({ ...of, status: 'confirmed', start: melbourne(9, '10:00') });
  await t.make.booking({ ...of, status: 'pending', start: melbourne(3, '10:00') });
  await t.make.booking({ ...of, status: 'confirmed', start: melbourne(6, '10:00') });
  await t.make.booking({ ...of, status: 'cancelled', start: melbourne(5, '10:00') });
  await t.make.booking({ ...of, status: 'completed', start: melbourne(-9, '10:00') });
  await t.make.booking({ ...of, status: 'completed', start: melbourne(-3, '10:00') });
  const other = await t.make.professional({ display_name: 'Hodan Warsame' });
  const theirs = { professionalId: other.professionalId, clientId: s.client.clientId };
  await t.make.booking({ ...theirs, status: 'completed', start: melbourne(-12, '10:00') });
  const page = await t.open('/client-profile', s.client, phone);
  const day = (days: number) => formatShortMoment(melbourne(days, '10:00'), zone).split(',')[0] ?? '';
  const next = page.getByRole('region', { name: `Next: Amara Okafor, ${day(3)}, 10:00 AM` });
  await next.getByText('pending', { exact: true }).waitFor();
  const days = (name: string) =>
    page
      .getByRole('region', { name })
      .getByText(/^\w{3} \d+ \w+$/)
      .allTextContents();
  await expect.poll(() => days('Coming up')).toEqual([day(6), day(9)]);
  expect(await days('Past visits')).toEqual([day(-3), day(-9), day(-12)]);
  expect(await days('Cancelled')).toEqual([day(5)]);
  const before = page.getByRole('region', { name: 'Past visits' });
  expect(await before.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(['Amara Okafor', 'Hodan Warsame']);
  await before.getByText('2 visits').waitFor();
  const again = before.getByRole('link', { name: 'Book again' }).first();
  expect(await again.evaluate((link) => getComputedStyle(link).borderTopColor)).toBe('rgba(0, 0, 0, 0)');
  expect(await before.getByRole('link', { name: 'Book again' }).count()).toBe(3);
  await expectNoSideScroll(page);
  await page.getByRole('tab', { name: 'Cancelled' }).click();
  await next.waitFor({ state: 'detached' });
  expect(await page.getByText(day(3)).count()).toBe(0);
  await page.getByRole('link', { name: 'Book again' }).click();
  await page.waitForURL(`**/pick-booking-time/${s.retwist}/${s.professional.professionalId}?service_ids=${s.retwist}`);
});
