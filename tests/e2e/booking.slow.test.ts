import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { weekOf } from '#shared/days.ts';
import type { Service } from '#shared/services.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import {
  dayKey,
  formatDateTime,
  formatDayHeading,
  formatShortDay,
  formatSlotTime,
  formatTimes,
  formatTimeWithZone,
  fromLocalInput,
  iso,
  zoneAbbreviation,
  zoneOffset,
} from '#shared/time.ts';
import {
  confirm,
  confirming,
  confirmPath,
  expectOnly,
  logIn,
  phone,
  pickPath,
  requested,
  stage,
  zone,
} from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, upload, useHarness } from './harness.ts';

/** A client books: what is chosen and kept, one booking however often it is asked for, what is said, and in whose time. */
const t = useHarness();
const creating = (url: URL) => url.pathname === '/trpc/bookings.create';
/** The page knows what is due, which is sent along: what is pressed again later is the same only then. */
const isReady = (page: Page) => page.getByText('No deposit. You pay at the visit.').waitFor();
const notes = (page: Page) => page.getByLabel('Add any special notes (optional):');
const isFocused = (element: Element) => element === document.activeElement;

/** Delays booking requests on their way to the server, milliseconds. */
async function slow(page: Page, milliseconds: number) {
  await page.route(creating, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    // The page may be closed by then.
    await route.continue().catch(() => undefined);
  });
}

describe('F3: one booking, however often it is asked for', () => {
  test('by ten clicks on a slow line, ten submits at the same moment, or Enter and a click together', async () => {
    const s = await stage(t);
    const page = await (await t.signedIn(s.client, phone)).newPage();
    let sent = 0;
    page.on('request', (request) => void (creating(new URL(request.url())) && sent++));
    await slow(page, 1_500);
    const ways: ((button: Locator) => Promise<unknown>)[] = [
      (button) =>
        button.evaluate(async (element) => {
          for (let click = 0; click < 10; click++) {
            (element as HTMLButtonElement).click();
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }),
      (button) =>
        button.evaluate((element) => {
          for (let submit = 0; submit < 10; submit++) (element as HTMLButtonElement).form?.requestSubmit();
        }),
      async (button) => {
        // It may be named `Booking...` by the click.
        const element = await button.elementHandle();
        await button.focus();
        await Promise.all([
          page.keyboard.press('Enter'),
          element?.evaluate((one) => (one as HTMLButtonElement).click()),
        ]);
      },
    ];
    for (const [index, press] of ways.entries()) {
      await page.goto(confirmPath(s, index * 90));
      await confirm(page).waitFor();
      await press(confirm(page));
      await page.getByRole('button', { name: 'Booking...' }).waitFor();
      await requested(page);
      expect([sent, (await s.bookings()).length]).toEqual([index + 1, index + 1]);
    }
  });

  test('by two tabs at once: the second is told whose booking it is, without reproach', async () => {
    const s = await stage(t);
    const context = await t.signedIn(s.client, phone);
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto(confirmPath(s));
      await confirm(page).waitFor();
    }
    await Promise.all([confirm(one).click(), confirm(other).click()]);
    const ends = [one, other].map((page) =>
      Promise.any([
        requested(page).then(() => 'secured'),
        page
          .getByText('You booked this time.')
          .waitFor()
          .then(() => 'told'),
      ]),
    );
    expect((await Promise.all(ends)).sort()).toEqual(['secured', 'told']);
    for (const page of [one, other]) expect(await page.getByText('That time is no longer available.').count()).toBe(0);
    expect(await s.bookings()).toHaveLength(1);
  });

  test('after a reload while the answer is on its way, and after an answer that got lost on the line', async () => {
    const { s, page } = await confirming(t);
    await notes(page).fill('Once is enough');
    await isReady(page);
    let first: string | undefined;
    const abandoned = Promise.withResolvers<void>();
    // The route is not removed: requests of the reloaded page can hang if it is removed at that moment.
    await page.route(creating, async (route) => {
      if (first !== undefined) return route.continue();
      first = route.request().headers()['idempotency-key'];
      await route.fetch();
      // The server has booked, but the answer does not arrive before the reload.
      await abandoned.promise;
      await route.abort().catch(() => undefined);
    });
    await confirm(page).click();
    await expect.poll(async () => (await s.bookings()).length).toBe(1);
    await page.reload();
    abandoned.resolve();
    expect(await notes(page).inputValue()).toBe('Once is enough');
    await isReady(page);
    const [again] = await Promise.all([
      page.waitForRequest((request) => creating(new URL(request.url()))),
      confirm(page).click(),
    ]);
    expect(again.headers()['idempotency-key']).toBe(first);
    await requested(page);
    await expectOnly(s, page);

    const other = await page.context().newPage();
    await other.goto(confirmPath(s, 90));
    await isReady(other);
    await other.route(
      creating,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await confirm(other).click();
    await other.getByRole('alert').getByText('An unexpected error occurred.').waitFor();
    await confirm(other).click();
    await requested(other);
    expect(await s.bookings()).toHaveLength(2);
  });

  test('F4: Back after booking leads to the picker, which links to the booking; leaving while it is sent asks for the same', async () => {
    const s = await stage(t);
    const page = await t.open(pickPath(s), s.client, phone);
    await page.getByRole('button', { name: /^9:30 AM/ }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    await confirm(page).click();
    await requested(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await page.getByText('You booked this time.').waitFor();
    expect(await page.getByText('That time is no longer available.').count()).toBe(0);
    const [booking] = await s.bookings();
    const link = page.getByRole('link', { name: 'See your booking' });
    expect(await link.getAttribute('href')).toBe(`/booking-details/${booking?.id}`);
    await expect.poll(() => page.getByRole('button', { name: 'Continue to Booking' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: /^9:30 AM/ }).count()).toBe(0);
    await page.goForward();
    await requested(page);
    expect(await s.bookings()).toHaveLength(1);

    await page.goto(confirmPath(s, 90));
    await isReady(page);
    await slow(page, 1_500);
    await confirm(page).click();
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await expect.poll(async () => (await s.bookings()).length, { timeout: 10_000 }).toBe(2);
    // The answer does not navigate, because the screen was left.
    expect(new URL(page.url()).pathname).toContain('/pick-booking-time/');
    await page.goBack();
    await isReady(page);
    await confirm(page).click();
    await requested(page);
    const all = await s.bookings();
    expect([all.length, page.url()]).toEqual([2, expect.stringContaining(all[1]?.id ?? '-')]);
  });
});

describe('F4: choices', () => {
  /** Waits until a service or time is chosen: what is chosen is in the address by then, and survives a reload. */
  const chosen = (page: Page, name: RegExp) => page.getByRole('button', { name, pressed: true }).waitFor();
  const idsOf = (page: Page) => new URL(page.url()).searchParams.get('service_ids');

  test('keep their order and survive a reload, a new tab, the links of the steps and Back', async () => {
    const s = await stage(t);
    const context = await t.signedIn(s.client, phone);
    const page = await context.newPage();
    await page.goto(`/add-more-services/${s.cut}/${s.professional.professionalId}`);
    const own = page.getByRole('button', { name: /^Dry curl cut/ });
    const proceed = page.getByRole('button', { name: 'Proceed to Confirm Booking' });
    await chosen(page, /^Dry curl cut/);
    await own.click();
    await expect.poll(() => proceed.isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => proceed.isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Loc retwist/ }).click();
    await own.click();
    await chosen(page, /^Dry curl cut/);
    await page.reload();
    await chosen(page, /^Loc retwist/);
    await proceed.click();
    await page.waitForURL(`**/pick-booking-time/${s.retwist}/**`);
    expect(idsOf(page)).toBe(`${s.retwist},${s.cut}`);
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
    await notes(page).fill('Walked back');
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    await proceed.click();
    await chosen(page, /^11:00 AM/);
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    expect(await notes(page).inputValue()).toBe('Walked back');
    await page.getByText('$205.00').first().waitFor();
  });

  test('of a visitor survive the step back to the service and the way on, and are not carried to another professional', async () => {
    const [s, other] = [await stage(t), await stage(t)];
    const page = await t.open(`${pickPath(s)}?service_ids=${s.cut},${s.retwist}`, null, phone);
    await page.getByRole('button', { name: /^11:00 AM/ }).click();
    await chosen(page, /^11:00 AM/);
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    await page.waitForURL(`**/service-details/${s.cut}`);
    await page.reload();
    const link = page.getByRole('link', { name: 'Book Appointment' });
    const book = async () => new URL((await link.getAttribute('href')) ?? '', page.url());
    // The rendered page takes up the choices once it is hydrated.
    await expect.poll(async () => (await book()).searchParams.get('service_ids')).toBe(`${s.cut},${s.retwist}`);
    const { pathname, searchParams } = await book();
    // Before a login it leads to the times.
    expect(pathname).toBe(pickPath(s));
    expect(searchParams.get('slot_start')).toMatch(/Z$/);
    await link.click();
    await page.getByText('150 minutes').waitFor();
    await chosen(page, /^11:00 AM/);

    await page.goBack();
    await page.waitForURL(`**/service-details/${s.cut}`);
    await link.waitFor();
    await page.evaluate(
      (path) => window.history.replaceState(window.history.state, '', path),
      `/service-details/${other.cut}`,
    );
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await link.getAttribute('href')).toBe(`${pickPath(other)}?service_ids=${other.cut}`);
  });

  test('the picker opens on the first free day and marks full ones; with more services a short gap says so, the past nothing', async () => {
    const s = await stage(t);
    const { professionalId } = s.professional;
    const second = s.windows[1]?.start ?? Number.NaN;
    for (const [minutes, start] of [
      [480, s.first.start],
      [420, second],
    ] as const) {
      const service = await t.make.service(professionalId, { service_duration_minutes: minutes });
      await t.make.booking({ professionalId, serviceIds: [service], start, status: 'confirmed' });
    }
    const page = await t.open(pickPath(s), null, phone);
    await page.getByText(/^First free time: /).waitFor();
    await page
      .getByRole('region', { name: 'Day' })
      .getByRole('button', { name: `${formatDayHeading(second, zone)}, 1 free time`, pressed: true })
      .waitFor();
    const dayOf = (key: string) => page.locator(`[data-day="${key}"]`);
    /** The day may be in another week than the one that is shown. */
    const show = async (start: number, way: string) => {
      await page.locator('[data-day]').first().waitFor();
      if ((await dayOf(dayKey(start, zone)).count()) === 0) await page.getByRole('button', { name: way }).click();
    };
    await show(s.first.start, 'Previous week');
    const taken = page.getByRole('button', { name: `${formatDayHeading(s.first.start, zone)}, full` });
    await taken.waitFor();
    expect(await taken.getAttribute('aria-disabled')).toBe('true');

    await page.getByRole('button', { name: 'Add more services' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose a service' });
    await sheet.getByRole('button', { name: /^Loc retwist/ }).click();
    await sheet.getByRole('button', { name: 'See available times' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('$205.00').first().waitFor();
    expect(idsOf(page)).toBe(`${s.cut},${s.retwist}`);
    await show(second, 'Next week');
    const text = (key: string) => dayOf(key).textContent();
    await expect.poll(() => text(dayKey(second, zone))).toContain('no room for 2 h 30 min');
    // On the last day of that week, whatever day today is, days of it are past.
    const week = weekOf(dayKey(second, zone));
    const last = week.at(-1) ?? '';
    await page.clock.setFixedTime(fromLocalInput(`${last}T00:30`, zone) ?? Number.NaN);
    await page.reload();
    await show(second, 'Next week');
    for (const key of week.filter((one) => one < last)) {
      await expect.poll(() => text(key)).toMatch(/, past/);
      expect(await text(key)).not.toContain('closed');
    }
  });

  test('a link has all of them: with a slot it is booked, without one or with a lost one it opens the picker', async () => {
    const s = await stage(t);
    const page = await t.open(`/confirm-booking/${s.cut},${s.retwist}`, s.client, phone);
    await page.waitForURL(`**${pickPath(s)}?**`);
    expect(idsOf(page)).toBe(`${s.cut},${s.retwist}`);
    await page.getByText('150 minutes').waitFor();
    const third = s.windows[2]?.start ?? Number.NaN;
    await page.goto(`${pickPath(s)}?service_ids=${s.cut}&slot_start=${iso(third - HOUR)}`);
    await page.getByText('That time is no longer available. Please choose another one.').waitFor();
    await page.getByRole('heading', { level: 2, name: formatDayHeading(third, zone) }).waitFor();
    const slot = `slot_start=${iso(s.first.start)}&availability_id=${s.first.id}`;
    await page.goto(`/confirm-booking/${s.cut},${s.retwist}?${slot}`);
    await page.getByRole('heading', { name: 'Dry curl cut' }).waitFor();
    await page.getByRole('heading', { name: 'Loc retwist' }).waitFor();
    await page.getByText('$205.00').first().waitFor();
    await confirm(page).click();
    await requested(page);
    expect(await s.bookings()).toMatchObject([{ total_price_cents: 20_500 }]);
  });
});

describe('what is said', () => {
  test('where nothing is: no services, no times, no bookings, no id in the address', async () => {
    const { professionalId } = await t.make.professional();
    const client = await t.make.client();
    const page = await t.open(`/public-professional-page/${professionalId}`, client, phone);
    await page.getByText('No services listed.').waitFor();
    await page.getByText('No available times listed.').waitFor();
    await expectNoSideScroll(page);
    const service = await t.make.service(professionalId);
    await page.goto(`/pick-booking-time/${service}/${professionalId}`);
    await page.getByText('No availability found from this professional.').waitFor();
    expect(await page.getByRole('button', { name: 'Continue to Booking' }).isDisabled()).toBe(true);
    await expectNoSideScroll(page);
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 80 * DAY;
    await t.make.window(professionalId, start, start + 2 * HOUR);
    await page.getByRole('button', { name: 'Look at later dates' }).click();
    await page.getByText(/^First free time: /).waitFor();

    await page.goto('/client-profile');
    await page.getByText('No bookings found.').waitFor();
    for (const name of ['Confirmed', 'Pending', 'Cancelled', 'Completed']) {
      await page.getByRole('tab', { name }).click();
      // The address has it by then.
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await page.getByText('No bookings found.').waitFor();
    }
    await expectNoSideScroll(page);
    await t.make.booking({ professionalId, clientId: client.clientId, start: Date.now() + 2 * DAY });
    await page.reload();
    await page.getByRole('tab', { name: 'Completed', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    // The only one stands above.
    await page.getByRole('tabpanel', { name: 'All' }).getByText('No other bookings yet.').waitFor();

    const texts: [string, string][] = [
      ['/public-professional-page/', 'No professional ID provided. Please check the link or return to the homepage.'],
      ['/client-public-profile/', 'No client ID provided.'],
      ['/booking-details/', 'No booking ID provided'],
      ['/booking/update', 'Missing booking ID'],
      ['/confirm-booking/', 'No service ID provided.'],
      ['/add-more-services/', 'No service ID provided.'],
      ['/pick-booking-time/', 'No service ID provided.'],
    ];
    for (const [path, text] of texts) {
      await page.goto(path);
      await page.getByText(text).waitFor();
    }
  });

  test('of a refused booking: why, a way on, and to press again only where that may help; in place and as a toast', async () => {
    const { s, page } = await confirming(t);
    const press = page.getByRole('button', { name: 'Confirm Booking' });
    const alert = page.getByRole('alert');
    await notes(page).fill('Kept');
    const tooMany = 'You have too many pending bookings. Wait for an answer or cancel one.';
    for (const [answer, text, again] of [
      [{ status: 500, detail: undefined }, 'failed', 1],
      [{ status: 429, detail: tooMany }, tooMany, 0],
    ] as const) {
      const mend = await intercept(page, 'bookings.create', answer);
      await press.click();
      await alert.getByText(text, { exact: true }).first().waitFor();
      await page.getByText('Nothing you typed is lost.').waitFor();
      await expect.poll(() => page.getByText('You can press Confirm Booking again.').count()).toBe(again);
      await expect.poll(() => press.isEnabled()).toBe(true);
      mend();
    }
    for (const [reason, status, link] of [
      ['too_many_pending', 429, 'See your bookings'],
      ['service_not_offered', 409, 'Choose other services'],
      ['slot_taken', 409, 'Pick another time'],
    ] as const) {
      const detail = `In other words: ${reason}.`;
      const mend = await intercept(page, 'bookings.create', { status, reason, detail });
      await page.reload();
      await press.click();
      await alert.getByText(detail).waitFor();
      await alert.getByRole('link', { name: link }).waitFor();
      mend();
    }
    await page.reload();
    const release = await intercept(page, 'bookings.create', 'hold');
    await press.click();
    const busy = page.getByRole('button', { name: 'Booking...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await t.make.change('services', s.cut, { is_active: false });
    release();
    const said = 'Dry curl cut is no longer offered.';
    await alert.getByText(said).waitFor();
    await page.locator('[data-sonner-toast]').getByText(said).waitFor();
    expect(await notes(page).inputValue()).toBe('Kept');
    await expectNoSideScroll(page);
  });

  test('of a booking that is updated: its client cancels, its professional confirms, an admin only cancels; failures in place', async () => {
    const s = await stage(t);
    const of = { professionalId: s.professional.professionalId, clientId: s.client.clientId };
    const { bookingId } = await t.make.booking({ ...of, start: s.first.start });
    const page = await t.open(`/booking/${bookingId}/update`, s.client, phone);
    const cancel = page.getByRole('button', { name: 'Cancel Booking' });
    await cancel.waitFor();
    expect(await page.getByRole('button', { name: 'Confirm Booking' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Return to Profile' }).waitFor();
    await page.getByText('None', { exact: true }).waitFor();
    const mend = await intercept(page, 'bookings.change', { status: 503, detail: 'Service temporarily unavailable' });
    await cancel.click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this booking?' });
    await dialog.getByText(/^This frees up Amara Okafor's time: .* We'll let Amara Okafor know/).waitFor();
    // The safe answer has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep Booking');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => cancel.evaluate(isFocused)).toBe(true);
    await cancel.click();
    await dialog.getByLabel('Reason (optional)').fill('I moved to Perth');
    await dialog.getByRole('button', { name: /^Cancel this booking/ }).click();
    await dialog.getByRole('alert').getByText('Failed to cancel booking.').waitFor();
    await expectAccessible(page);
    mend();
    await dialog.getByRole('button', { name: /^Cancel this booking/ }).click();
    await page.waitForURL('**/client-profile');
    expect(await s.bookings()).toMatchObject([{ status: 'cancelled', cancel_reason: 'I moved to Perth' }]);
    await page.getByRole('tab', { name: 'Cancelled' }).click();
    const again = page.getByRole('link', { name: 'Book again' });
    expect(await again.getAttribute('href')).toMatch(/^\/pick-booking-time\//);
    await page.getByRole('link', { name: /^View Details/ }).click();
    await page.getByText('Cancelled by you.').waitFor();
    await page.getByText('I moved to Perth').waitFor();
    await page.goto(`/booking-confirmed/${bookingId}`);
    await page.getByRole('heading', { level: 1, name: 'This booking was cancelled' }).waitFor();

    const other = await t.make.booking({ ...of, start: s.first.start });
    const own = await t.open(`/booking/${other.bookingId}/update`, s.professional, phone);
    await own.getByRole('link', { name: 'Return to Dashboard' }).waitFor();
    const detail = 'A cancelled booking cannot become confirmed.';
    const letThrough = await intercept(own, 'bookings.change', { status: 409, detail });
    await own.getByRole('button', { name: 'Confirm Booking' }).click();
    await own.getByRole('alert').getByText('Failed to confirm booking.').waitFor();
    await own.getByText(detail).waitFor();
    letThrough();
    await own.getByRole('button', { name: 'Confirm Booking' }).click();
    await own.waitForURL(`**/booking-details/${other.bookingId}`);

    const admin = await t.open(`/booking-details/${other.bookingId}`, await t.make.admin(), phone);
    await admin.getByRole('link', { name: 'Cancel or change' }).click();
    await admin.getByRole('button', { name: 'Cancel Booking' }).click();
    expect(await admin.getByRole('button', { name: 'Confirm Booking' }).count()).toBe(0);
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Cancel this booking/ })
      .click();
    await admin.waitForURL('**/admin-dashboard');
  });

  test('of a client’s profile: filled with what the server has now, each fault at its field, and saved once it is right', async () => {
    const client = await t.make.client();
    const page = await t.open('/client-profile', client, phone);
    const edit = page.getByRole('link', { name: 'Edit Profile' });
    await edit.waitFor();
    const known = { phone_number: '0455666777', notes: 'Said on the phone' };
    await t.make.change('clients', client.clientId, known);
    await edit.click();
    const field = (name: string) => page.getByLabel(name);
    const save = page.getByRole('button', { name: 'Save Changes' });
    await field('Phone Number').waitFor();
    expect([await field('Phone Number').inputValue(), await field('Notes').inputValue()]).toEqual(Object.values(known));

    await field('First Name').fill('');
    await field('Last Name').fill('Adjei 2');
    await field('Phone Number').fill('04abc123');
    await save.click();
    await page.getByText('First name is required').waitFor();
    await page.getByText('First name should not contain numbers').waitFor();
    await page.getByText('Phone number must only contain digits').waitFor();
    await expect.poll(() => field('First Name').evaluate(isFocused)).toBe(true);
    expect(await field('Last Name').inputValue()).toBe('Adjei 2');
    await expectNoSideScroll(page);
    await field('Last Name').fill('');
    await save.click();
    await page.getByText('Last name is required').waitFor();
    await field('Phone Number').fill('12345');
    await page.getByText('Enter a valid number').waitFor();

    await field('First Name').fill("Ng'ang'a");
    await field('Last Name').fill('Adjei');
    await field('Phone Number').fill('+61 (400) 111-333');
    const failed = page.getByRole('alert').getByText('Failed to update profile.');
    const mend = await intercept(page, 'clients.updateMe', { status: 500, detail: 'Broken' });
    await save.click();
    await failed.waitFor();
    await page.getByText('There was an error updating your profile.').waitFor();
    expect(await field('First Name').inputValue()).toBe("Ng'ang'a");
    mend();
    const problem = [{ loc: ['body', 'phone_number'], msg: 'Enter a valid number', type: 'too_small' }];
    const accept = await intercept(page, 'clients.updateMe', { status: 422, detail: problem });
    await save.click();
    await page.getByRole('alert').getByText('Enter a valid number').waitFor();
    await failed.waitFor();
    await expect.poll(() => field('Phone Number').evaluate(isFocused)).toBe(true);
    accept();
    const release = await intercept(page, 'clients.updateMe', 'hold');
    await save.click();
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    release();
    await page.getByText('Profile updated successfully!').waitFor();
    await page.waitForURL('**/client-profile');
    await page.getByText('61400111333').waitFor();
    await page.getByText("Ng'ang'a Adjei").waitFor();
  });
});

describe('a booking that was made', () => {
  test('shows the answer without a reload: by polling, which then stops, or as soon as its window has the focus again', async () => {
    const s = await stage(t, { display_name: 'Wren Waits' });
    const of = { professionalId: s.professional.professionalId, clientId: s.client.clientId, serviceIds: [s.cut] };
    const given = { ...of, start: s.first.start, notes: 'Fragrance-free, please' };
    const { bookingId } = await t.make.booking(given);
    await upload(t, s.professional.token, '/professionals/me/pictures?kind=work', 'Any work');
    const booked = await upload(t, s.professional.token, `/services/${s.cut}/pictures`, 'Curls');
    let asked = 0;
    async function waiting(path: string, heading: string) {
      const page = await (await t.signedIn(s.client, phone)).newPage();
      await page.clock.install();
      // The answer's notification would ask for the booking at a moment of its own.
      await page.routeWebSocket(/\/notifications\/ws$/, () => undefined);
      page.on('request', (request) => void (request.url().includes('/trpc/bookings.byId') && asked++));
      await page.goto(`/${path}/${bookingId}`);
      await page.getByText('Waiting for Wren Waits to confirm').waitFor();
      await page.getByText('pending', { exact: true }).waitFor();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      return page;
    }
    const made = await waiting('booking-confirmed', 'Request sent');
    // Of the work that was booked.
    const key = new URL(booked, t.url).pathname.split('/')[2] ?? '';
    await made.locator(`[data-card-picture] img[src*="${key}"]`).waitFor();
    await expectNoSideScroll(made);
    const details = await waiting('booking-details', 'Booking Details');
    const back = await waiting('booking-details', 'Booking Details');

    const professional = await t.open('/professional-dashboard', s.professional, phone);
    await professional.getByRole('link', { name: 'Notes and details' }).click();
    await professional.getByText('Fragrance-free, please').waitFor();
    await professional.getByRole('button', { name: 'Confirm Booking' }).click();
    await professional.getByText(/is booked in/).waitFor();

    const said = 'Wren Waits is expecting you.';
    await back.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await back.getByText(said).waitFor();
    for (const [page, title] of [
      [made, 'Booking Is Secured'],
      [details, 'Booking Details'],
    ] as const) {
      expect(await page.getByText(said).count()).toBe(0);
      await page.clock.fastForward(MINUTE / 2 + 1_000);
      await page.getByText(said).waitFor();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.getByText('Waiting for').count()).toBe(0);
      await page.getByRole('link', { name: 'Add to calendar' }).waitFor();
      const before = asked;
      for (let minute = 0; minute < 5; minute++) await page.clock.fastForward(MINUTE);
      expect(asked).toBe(before);
    }
  });
});

describe('times', () => {
  /** Half an hour and more away from Melbourne, mostly on the same day. */
  const elsewhere = 'Asia/Kolkata';
  const far = { ...phone, timezoneId: elsewhere };
  /** How an instant between 4:30 AM and midnight in Melbourne reads for somebody in Kolkata. */
  const own = (at: number) => `${formatSlotTime(at, elsewhere)} where you are`;

  test('of a viewer in another zone are on every booking screen, too; whoever is on the same clock reads one', async () => {
    const s = await stage(t);
    const { professionalId } = s.professional;
    const profile = `/public-professional-page/${professionalId}`;
    const { start } = s.first;
    const of = { professionalId, clientId: s.client.clientId, serviceIds: [s.cut] };
    const confirmed = start + 3 * HOUR;
    await t.make.booking({ ...of, status: 'confirmed', start: confirmed });
    const other = await t.make.client();
    await t.make.booking({ ...of, clientId: other.clientId, status: 'confirmed', start: start + 6.5 * HOUR });
    const { bookingId } = await t.make.booking({ ...of, status: 'pending', start: start + 5 * HOUR });
    const row = t.db.selectFrom('bookings').select('expires_at').where('id', '=', bookingId);
    const until = Date.parse((await row.executeTakeFirstOrThrow()).expires_at);
    const untilOwn = new RegExp(`${formatSlotTime(until, elsewhere)} (\\w{3} \\d+ \\w+ )?where you are`);

    const visitor = await t.open(profile, null, far);
    await visitor.getByRole('complementary', { name: 'Booking' }).getByText(own(start)).waitFor();
    const window = formatTimes(start, start + 8 * HOUR, elsewhere);
    await visitor.getByText(`${formatShortDay(start, elsewhere)}, ${window} where you are`).waitFor();
    await expectNoSideScroll(visitor);
    await visitor.goto(pickPath(s));
    const zones = `${zoneAbbreviation(start, zone)}. The small time is yours.`;
    await visitor.getByText(zones).waitFor();
    await visitor.getByRole('status').getByText(own(start)).waitFor();
    await visitor.getByRole('button', { name: /^9:30 AM/ }).click();
    await visitor.getByText(`${formatTimes(start, start + HOUR, zone)} ${zoneAbbreviation(start, zone)}`).waitFor();
    await expectNoSideScroll(visitor);

    const client = await t.open('/client-profile', s.client, far);
    await client.getByText(own(confirmed)).waitFor();
    await client.goto(`/booking-details/${bookingId}`);
    await client.getByRole('heading', { level: 1 }).locator('..').getByText(untilOwn).waitFor();
    // Somebody else has this time.
    await client.goto(confirmPath(s, 390));
    await confirm(client).click();
    await client.getByRole('list', { name: 'Nearest free times' }).getByText('where you are').first().waitFor();
    await expectNoSideScroll(client);

    const professional = await t.open('/professional-dashboard', s.professional, far);
    await professional.getByRole('heading', { level: 1, name: /^Next: / }).waitFor();
    await expect.poll(() => professional.getByText(own(confirmed), { exact: true }).count()).toBe(1);
    const asking = professional.getByRole('region', { name: /waiting for your answer/ });
    await asking.getByText(own(start + 5 * HOUR), { exact: true }).waitFor();
    await asking.getByText(untilOwn).last().waitFor();
    await expectNoSideScroll(professional);

    const same = await t.open('/professional-dashboard', s.professional, phone);
    const waits = same.getByRole('region', { name: /waiting/ }).getByText(formatShortDay(start, zone));
    await waits.first().waitFor();
    expect(await same.getByText('where you are').count()).toBe(0);
    await same.goto(profile);
    await same.getByText(formatTimeWithZone(start, zone)).first().waitFor();
    expect(await same.getByText('where you are').count()).toBe(0);
    await same.goto(pickPath(s));
    await same.getByText('Melbourne time', { exact: true }).waitFor();
  });

  const viewers = ['UTC', zone, 'Australia/Lord_Howe', 'America/New_York', elsewhere, 'Pacific/Apia'];
  /** The zones of professionals, all with clock changes. */
  const changing = [zone, 'Australia/Lord_Howe', 'America/New_York'];
  /** A full run shows every zone to every viewer, a short one each zone to two of them, who are in other ones. */
  const seen = viewers.map((timezoneId, index) => ({
    timezoneId,
    zones: changing.filter((_, at) => full || at === (index + 1) % changing.length),
  }));

  test.each(seen)(
    'B13: across clock changes a browser in $timezoneId shows the same instants, and books the one that it shows',
    async ({ timezoneId, zones }) => {
      const client = await t.make.client();
      const page = await (await t.signedIn(client, { ...phone, timezoneId })).newPage();
      for (const time_zone of zones) {
        const { professionalId } = await t.make.professional({ time_zone });
        const service = await t.make.service(professionalId, { service_duration_minutes: 30 });
        const changes = zoneChanges(time_zone, Date.now(), 2).map(({ at }) => at);
        for (const at of changes) await t.make.window(professionalId, at - 2 * HOUR, at + 4 * HOUR);
        for (const at of changes.reverse()) {
          // The free starts by the server on the day of the change, which every browser must show.
          const range = `from=${iso(at - 12 * HOUR)}&to=${iso(at + 36 * HOUR)}`;
          const path = `/availability/professional/${professionalId}?service_ids=${service}&${range}`;
          const windows = (await (await fetch(t.url + path)).json()) as { available_slots: { start_time: string }[] }[];
          const free = windows
            .flatMap(({ available_slots }) => available_slots.map(({ start_time }) => Date.parse(start_time)))
            .filter((start) => dayKey(start, time_zone) === dayKey(at, time_zone));
          const after = free.find((start) => start >= at) ?? Number.NaN;
          const isElsewhere = (start: number) => zoneOffset(start, timezoneId) !== zoneOffset(start, time_zone);
          await page.goto(`/pick-booking-time/${service}/${professionalId}?slot_start=${iso(after)}`);
          await page.getByRole('heading', { name: formatDayHeading(at, time_zone) }).waitFor();
          const chips = page.getByRole('button', { name: /^\d+:\d\d [AP]M / });
          const expected = free.map((start) => {
            const shown = formatTimeWithZone(start, time_zone);
            return isElsewhere(start) ? `${shown} ${formatSlotTime(start, timezoneId)}` : shown;
          });
          // The viewer's own times come once the page is hydrated.
          const shown = async () =>
            (await chips.allTextContents()).map((text) => text.replace(/ (\w{3} \d+ \w+ )?where you are$/, ''));
          await expect.poll(shown).toEqual(expected);
          // A chip selects the instant that it shows.
          await chips.last().click();
          await page.waitForURL(`**slot_start=${iso(free.at(-1) ?? Number.NaN)}**`);
          if (at !== changes.at(-1)) continue;

          // What begins at the same time twice, or right after an hour that is left out.
          await chips.nth(free.indexOf(after)).click();
          await page.getByRole('button', { name: 'Continue to Booking' }).click();
          await page.getByText(formatDateTime(after, time_zone)).waitFor();
          await confirm(page).click();
          await requested(page);
          await page.getByText(formatDateTime(after, time_zone)).waitFor();
          const small = page.getByRole('definition').getByText('where you are');
          await expect.poll(() => small.count()).toBe(isElsewhere(after) ? 1 : 0);
          const rows = t.db.selectFrom('bookings').select(['start_time', 'end_time']);
          const stored = await rows.where('professional_id', '=', professionalId).execute();
          expect(stored.map(({ start_time, end_time }) => [Date.parse(start_time), Date.parse(end_time)])).toEqual([
            [after, after + 30 * MINUTE],
          ]);
        }
      }
    },
  );
});

test('a price is asked for, quoted in the conversation, and booked by its client alone', async () => {
  const braids = {
    name: 'Knotless braids',
    category: 'Braids',
    price: 180,
    service_duration_minutes: 210,
    variants: {
      axes: [{ kind: 'size', name: 'Size', choices: [{ name: 'Small' }, { name: 'Medium' }] }],
      cells: [[{ price: 240, service_duration_minutes: 300 }], [{ price: 180, service_duration_minutes: 210 }]],
    },
  };
  const s = await stage(t);
  const { id } = await t.ask<Service>(s.professional, 'POST /services/', braids);
  const page = await t.open(`/service-details/${id}`, s.client, phone);
  await page.getByRole('radio', { name: 'Small' }).check();
  await page.getByRole('link', { name: 'Not sure? Ask for a price' }).click();
  await expect.poll(() => page.getByLabel('Message to Amara Okafor').inputValue()).toContain('Knotless braids, Small');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText("We've sent your question.").waitFor();

  const own = await t.open('/messages', s.professional, phone);
  await own.getByRole('link', { name: /How much would this be/ }).click();
  await own.getByRole('button', { name: 'Send a quote' }).click();
  const sheet = own.getByRole('dialog', { name: 'Send a quote' });
  await sheet.getByRole('button', { name: 'Send quote' }).click();
  await expect.poll(() => sheet.getByLabel('Service').evaluate(isFocused)).toBe(true);
  await sheet.getByLabel('Service').selectOption('Knotless braids');
  await sheet.getByRole('radio', { name: 'Small' }).check();
  expect(await sheet.getByLabel('Price ($)').inputValue()).toBe('240');
  expect(await sheet.getByLabel('Duration (minutes)').inputValue()).toBe('300');
  await sheet.getByLabel('Price ($)').fill('265.50');
  await sheet.getByLabel('Note (optional)').fill('Your hair is thick.');
  await expectAccessible(own);
  await sheet.getByRole('button', { name: 'Send quote' }).click();
  await own.getByRole('button', { name: 'Withdraw' }).waitFor();
  await expectNoSideScroll(own);

  // It comes by itself.
  const card = page.getByRole('list', { name: 'Messages with Amara Okafor' }).getByRole('listitem').last();
  await card.getByText('$265.50, 5 h').waitFor();
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Choose a time' }).click();
  await page.getByRole('button', { name: /^9:30 AM/ }).click();
  await expect.poll(() => page.url()).toContain('slot_start');
  const address = page.url();
  const visitor = await t.open(address, null, phone);
  await visitor.waitForURL(
    (url) => url.pathname === '/login' && (url.searchParams.get('next') ?? '').includes('quote_id'),
  );
  await t.make.password(s.client);
  await logIn(visitor, s.client.email);
  await visitor.getByText('Knotless braids, Small').first().waitFor();
  expect(visitor.url()).toBe(address);
  await expect.poll(() => visitor.getByRole('button', { name: 'Continue to Booking' }).isEnabled()).toBe(true);

  await page.reload();
  await page.getByRole('button', { name: 'Continue to Booking' }).click();
  await page.getByText('No deposit', { exact: false }).first().waitFor();
  await page.getByText('Small').first().waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Continue to Booking' }).click();
  await confirm(page).click();
  await requested(page);
  expect((await s.bookings()).map(({ total_price_cents }) => total_price_cents)).toEqual([26_550]);
  await page.goto(address);
  await page.getByText('This quote was booked.').waitFor();
  await own.getByRole('link', { name: 'See the booking' }).waitFor();
});
