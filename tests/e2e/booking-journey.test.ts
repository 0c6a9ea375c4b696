import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { password } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { formatDayHeading, formatShortMoment, formatSlotTime, formatTimeWithZone } from '#shared/time.ts';
import { findable, logIn, phone, stage, zone } from './booking-people.ts';
import { type Mail, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

const t = useHarness();
const desktop = { viewport: { width: 1280, height: 900 }, timezoneId: zone };

/** Waits for a mail to the address that contains the text. */
async function mailWith(address: string, text: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => (found = (await t.mailTo(address)).find((mail) => mail.text.includes(text))), {
      timeout: 30_000,
      interval: 300,
    })
    .toBeDefined();
  return found as unknown as Mail;
}

/** Matches the name of a button that begins with a time and its zone. */
const startingWith = (time: string) => new RegExp(`^${time}`);

describe('from a service to a confirmed appointment', () => {
  test('on a phone: free times without login, back to the booking after login, confirmed with one tap, both mails arrive', async () => {
    const s = await stage(t, { display_name: 'Amara Nkechi Okafor' });
    const name = await findable(t, s);
    await t.make.password(s.client);
    const policy = 'Within a day it is half the price.';
    await t.make.change('professionals', s.professional.professionalId, {
      cancellation_policy: policy,
      cancellation_cutoff_hours: 24,
    });
    await t.make.change('services', s.cut, { preparation: 'Come with dry hair.' });
    const chosen = s.first.start + HOUR;
    const page = await t.open('/browse-services', null, phone);
    await page.getByRole('searchbox', { name: 'Search services' }).fill(name);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name }).click();
    await page.getByRole('link', { name: 'Book Appointment' }).click();

    await page.getByRole('heading', { level: 1, name: 'Select a Time' }).waitFor();
    await page.getByRole('heading', { name: formatDayHeading(s.first.start, zone) }).waitFor();
    await page.getByText('First free time:').waitFor();
    expect(await page.getByRole('button', { name: 'Continue to Booking' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: startingWith(formatTimeWithZone(chosen, zone)) }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();

    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    expect(next).toContain(`/confirm-booking/${s.cut}`);
    await logIn(page, s.client.email);

    await page.getByRole('heading', { name: 'Confirm Your Appointment' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(next);
    await page.getByText(formatTimeWithZone(chosen, zone)).first().waitFor();
    const facts = page.getByRole('region', { name: 'Before you book' });
    const until = formatShortMoment(Date.now() + DAY, zone).slice(0, -':00 AM AEDT'.length);
    await facts.getByText('This is a request. Amara Nkechi Okafor has until').waitFor();
    const texts = [until, 'No deposit. You pay at the visit.', 'You can change or cancel it online until', policy];
    for (const text of texts) expect(await facts.innerText()).toContain(text);
    await page.getByText('Come with dry hair.').waitFor();
    await page.getByLabel('Add any special notes (optional):').fill('Tender scalp, please.');
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('heading', { level: 1, name: 'Request sent' }).waitFor();
    await page.getByText(/Waiting for Amara Nkechi Okafor to confirm, until /).waitFor();
    const [booking] = await s.bookings();
    expect(booking).toMatchObject({ status: 'pending', notes: 'Tender scalp, please.', total_price_cents: 9_500 });
    expect(Date.parse(String(booking?.start_time))).toBe(chosen);

    const request = await mailWith(s.professional.email, 'Diffused curl cut');
    expect(request.text).toContain(formatSlotTime(chosen, zone));
    expect(request.text).toContain(`/booking/${booking?.id}/update`);

    const dashboard = await t.open('/professional-dashboard', s.professional, phone);
    await dashboard.getByText('1 request is waiting for your answer').waitFor();
    await dashboard.getByRole('button', { name: 'Confirm', exact: true }).click();
    // The dashboard waits a moment for Undo.
    await expect
      .poll(async () => (await s.bookings()).map(({ status }) => status), { timeout: 15_000 })
      .toEqual(['confirmed']);

    // Without a reload.
    await page.getByRole('heading', { level: 1, name: 'Booking Is Secured' }).waitFor();
    const answer = await mailWith(s.client.email, 'Diffused curl cut');
    expect(answer.attachments?.map(({ fileName }) => fileName).join()).toMatch(/\.ics/);

    await page.getByRole('link', { name: 'Back to My Profile' }).click();
    await page.getByRole('tab', { name: 'Confirmed' }).click();
    await page.getByRole('link', { name: /^View Details/ }).click();
    await page.getByRole('link', { name: 'Cancel or change' }).waitFor();
    const google = page.getByRole('link', { name: 'Google Calendar' });
    expect(await google.getAttribute('href')).toMatch(
      /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/,
    );
    // An ordinary link, which browsers inside other apps open, too; this one saves it.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to calendar' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(`UID:${booking?.id}\r\n`);
  }, 120_000);

  test('somebody who is logged in books from the landing page in four taps, and their last visit again in three', async () => {
    const s = await stage(t);
    const name = await findable(t, s);
    const page = await (await t.signedIn(s.client, { ...phone, hasTouch: true, isMobile: true })).newPage();
    let taps = 0;
    const tap = async (what: Locator) => {
      await what.tap();
      taps++;
    };
    await page.goto('/');
    await tap(page.getByLabel('Hair or service'));
    await page.keyboard.type(name);
    // The list that comes while somebody types moves the button.
    await page.getByRole('option', { name }).waitFor();
    await tap(page.getByRole('button', { name: 'Find times' }));
    await page.waitForURL(/browse-services.*location=Melbourne/);
    await tap(page.getByRole('link', { name: /^Next free/ }).first());
    await page.getByText("This time isn't held until you confirm.").waitFor();
    await tap(page.getByRole('button', { name: 'Confirm Booking' }));
    await page.getByRole('heading', { level: 1, name: 'Request sent' }).waitFor();
    expect(taps).toBeLessThanOrEqual(4);

    const { professionalId } = s.professional;
    const visit = {
      professionalId,
      clientId: s.client.clientId,
      serviceIds: [s.retwist],
      status: 'completed' as const,
    };
    await t.make.booking({ ...visit, start: Date.now() - 9 * DAY });
    taps = 0;
    await page.goto('/client-profile');
    await tap(
      page
        .getByRole('region', { name: 'Loc retwist with Amara Okafor again?' })
        .getByRole('link', { name: 'Book again' }),
    );
    await tap(page.getByRole('button', { name: 'Continue to Booking' }));
    await page.getByText('$110.00').first().waitFor();
    await tap(page.getByRole('button', { name: 'Confirm Booking' }));
    await page.getByRole('heading', { level: 1, name: 'Request sent' }).waitFor();
    expect(taps).toBeLessThanOrEqual(3);
  });

  test('with the keyboard only, two services in one booking', async () => {
    const s = await stage(t);
    const name = await findable(t, s);
    await t.make.password(s.client);
    const page = await (await t.visitor(desktop)).newPage();
    const press = (key: string) => page.keyboard.press(key);

    await page.goto('/login');
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type(s.client.email);
    await press('Tab');
    await page.keyboard.type(password);
    await press('Enter');
    await page.waitForURL('**/browse-services');
    await tabTo(page, 'searchbox', 'Search services');
    await page.keyboard.type(name);
    await press('Enter');
    await tabTo(page, 'link', name);
    await press('Enter');
    await tabTo(page, 'link', 'Book Appointment');
    await press('Enter');

    await page.getByRole('heading', { name: 'Select Additional Services' }).waitFor();
    await tabTo(page, 'button', /^Loc retwist/);
    await press('Space');
    await page.getByText('150 minutes').waitFor();
    await tabTo(page, 'button', 'Proceed to Confirm Booking');
    await press('Enter');

    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    // A new screen has the focus on its heading.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Select a Time');
    await tabTo(page, 'button', startingWith(formatTimeWithZone(s.first.start, zone)));
    await press('ArrowRight');
    await press('ArrowLeft');
    await press('Enter');
    expect(await tabTo(page, 'button', 'Continue to Booking')).toBeLessThanOrEqual(6);
    await press('Enter');
    await page.getByRole('heading', { name: 'Confirm Your Appointment' }).waitFor();
    await page.getByText('$205.00').first().waitFor();
    await tabTo(page, 'textbox', 'Add any special notes (optional):');
    await page.keyboard.type('Both, please.');
    await tabTo(page, 'button', 'Confirm Booking');
    await press('Enter');
    await page.getByRole('heading', { name: 'Request sent' }).waitFor();
    const [booking, ...more] = await s.bookings();
    expect(more).toEqual([]);
    expect(booking).toMatchObject({ status: 'pending', notes: 'Both, please.', total_price_cents: 20_500 });
    expect(Date.parse(String(booking?.end_time)) - Date.parse(String(booking?.start_time))).toBe(150 * 60_000);
  }, 120_000);
});
