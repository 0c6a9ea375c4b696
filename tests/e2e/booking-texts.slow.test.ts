import { describe, expect, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { formatDayHeading } from '#shared/time.ts';
import { confirming, phone, stage, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';

const t = useHarness();

describe('empty screens', () => {
  test('a professional without services and times', async () => {
    const { professionalId } = await t.make.professional();
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(`/public-professional-page/${professionalId}`);
    await page.getByText('No services listed.').waitFor();
    await page.getByText('No available times listed.').waitFor();
    await expectNoSideScroll(page);
  });

  test('no free times: the picker says so, and loads later dates on demand', async () => {
    const { professionalId } = await t.make.professional();
    const service = await t.make.service(professionalId);
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(`/pick-booking-time/${service}/${professionalId}`);
    await page.getByText('No availability found from this professional.').waitFor();
    expect(await page.getByRole('button', { name: 'Continue to Booking' }).isDisabled()).toBe(true);
    await expectNoSideScroll(page);
    const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 80 * 86_400_000;
    await t.make.window(professionalId, start, start + 7_200_000);
    await page.getByRole('button', { name: 'Look at later dates' }).click();
    await page.getByText(/^First free time: /).waitFor();
  });

  test('the picker marks full days and opens on the first day with a free time', async () => {
    const s = await stage(t);
    const eight = await t.make.service(s.professional.professionalId, { service_duration_minutes: 480 });
    await t.make.booking({
      professionalId: s.professional.professionalId,
      serviceIds: [eight],
      status: 'confirmed',
      start: s.first.start,
    });
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(`/pick-booking-time/${s.cut}/${s.professional.professionalId}`);
    const week = page.getByRole('region', { name: 'Day' });
    await page.getByText(/^First free time: /).waitFor();
    await week
      .getByRole('button', {
        name: `${formatDayHeading(s.windows[1]?.start ?? 0, zone)}, 15 free times`,
        pressed: true,
      })
      .waitFor();
    const full = page.getByRole('button', { name: `${formatDayHeading(s.first.start, zone)}, full` });
    // The full day may be in the week before the one that is shown.
    if ((await full.count()) === 0) await page.getByRole('button', { name: 'Previous week' }).click();
    await full.waitFor();
    expect(await full.getAttribute('aria-disabled')).toBe('true');
  });

  test('a client without bookings', async () => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client, phone)).newPage();
    await page.goto('/client-profile');
    await page.getByText('No bookings found.').waitFor();
    for (const tab of ['Confirmed', 'Pending', 'Completed', 'Cancelled', 'All']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText('No bookings found.').waitFor();
    }
    await expectNoSideScroll(page);
  });

  test('a client whose only booking stands above is told so below', async () => {
    const { professionalId } = await t.make.professional();
    const client = await t.make.client();
    await t.make.booking({ professionalId, clientId: client.clientId, start: Date.now() + 2 * DAY });
    const page = await (await t.signedIn(client, phone)).newPage();
    await page.goto('/client-profile');
    await page.getByRole('tabpanel', { name: 'All' }).getByText('No other bookings yet.').waitFor();
  });

  test('the tab of a client’s bookings survives a reload', async () => {
    const page = await (await t.signedIn(await t.make.client(), phone)).newPage();
    await page.goto('/client-profile');
    await page.getByRole('tab', { name: 'Completed' }).click();
    // The address has it by then.
    await page.getByRole('tab', { name: 'Completed', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Completed', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
});

test('paths without their parameter show what is missing', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, phone)).newPage();
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

describe('busy and failing', () => {
  const tooMany = 'You have too many pending bookings. Wait for an answer or cancel one.';

  test('booking: the button says Booking...; a refusal is shown in place and as a toast, and notes stay', async () => {
    const { s, page } = await confirming(t);
    expect(await page.getByLabel('Add any special notes (optional):').getAttribute('rows')).toBe('4');
    await page.getByLabel('Add any special notes (optional):').fill('Kept');
    const release = await intercept(page, 'bookings.create', 'hold');
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    const busy = page.getByRole('button', { name: 'Booking...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await t.db.updateTable('services').set({ is_active: false }).where('id', '=', s.cut).execute();
    await release();
    await page.getByRole('alert').getByText('Dry curl cut is no longer offered.').waitFor();
    await page.locator('[data-sonner-toast]').getByText('Dry curl cut is no longer offered.').waitFor();
    expect(await page.getByLabel('Add any special notes (optional):').inputValue()).toBe('Kept');
    await expectNoSideScroll(page);
  });

  test('a refused booking says why, offers a way on, and to press again only where that may help', async () => {
    const { page } = await confirming(t);
    const press = page.getByRole('button', { name: 'Confirm Booking' });
    const alert = page.getByRole('alert');
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
      expect(await page.getByText('Nothing you typed is lost.').count()).toBe(0);
      mend();
    }
  });

  test('update: a client can cancel and comes to the profile; a failure is shown in place', async () => {
    const s = await stage(t);
    const { bookingId } = await t.make.booking({
      professionalId: s.professional.professionalId,
      clientId: s.client.clientId,
    });
    const page = await (await t.signedIn(s.client, phone)).newPage();
    await page.goto(`/booking/${bookingId}/update`);
    await page.getByRole('button', { name: 'Cancel Booking' }).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm Booking' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Return to Profile' }).waitFor();
    await page.getByText('None', { exact: true }).waitFor();
    const letThrough = await intercept(page, 'bookings.change', {
      status: 503,
      detail: 'Service temporarily unavailable',
    });
    const cancel = page.getByRole('button', { name: 'Cancel Booking' });
    await cancel.click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this booking?' });
    await dialog.getByText(/^This frees up Amara Okafor's time: .* We'll let Amara Okafor know/).waitFor();
    // The safe answer has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep Booking');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
    await cancel.click();
    await dialog.getByLabel('Reason (optional)').fill('I moved to Perth');
    await dialog.getByRole('button', { name: /^Cancel this booking/ }).click();
    await dialog.getByRole('alert').getByText('Failed to cancel booking.').waitFor();
    await expectAccessible(page);
    await letThrough();
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
  });

  test('update: a professional can confirm; a failure is shown in place', async () => {
    const s = await stage(t);
    const { bookingId } = await t.make.booking({
      professionalId: s.professional.professionalId,
      clientId: s.client.clientId,
    });
    const page = await (await t.signedIn(s.professional, phone)).newPage();
    await page.goto(`/booking/${bookingId}/update`);
    await page.getByRole('link', { name: 'Return to Dashboard' }).waitFor();
    const letThrough = await intercept(page, 'bookings.change', {
      status: 409,
      detail: 'A cancelled booking cannot become confirmed.',
    });
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('alert').getByText('Failed to confirm booking.').waitFor();
    await page.getByText('A cancelled booking cannot become confirmed.').waitFor();
    await letThrough();
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.waitForURL(`**/booking-details/${bookingId}`);
  });

  test('update: an admin can cancel but not confirm', async () => {
    const admin = await t.make.admin();
    const { bookingId } = await t.make.booking({ status: 'confirmed' });
    const page = await (await t.signedIn(admin, phone)).newPage();
    await page.goto(`/booking-details/${bookingId}`);
    const cancel = page.getByRole('link', { name: 'Cancel or change' });
    await cancel.waitFor();
    await cancel.click();
    expect(await page.getByRole('button', { name: 'Confirm Booking' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Cancel this booking/ })
      .click();
    await page.waitForURL('**/admin-dashboard');
  });
});

describe('edit client profile', () => {
  async function editing() {
    const page = await (await t.signedIn(await t.make.client(), phone)).newPage();
    await page.goto('/edit-client-profile');
    return page;
  }

  test('invalid fields have the messages of the specification, the first has the focus, and what was typed stays', async () => {
    const page = await editing();
    const save = page.getByRole('button', { name: 'Save Changes' });
    await page.getByLabel('First Name').fill('');
    await page.getByLabel('Last Name').fill('Adjei 2');
    await page.getByLabel('Phone Number').fill('04abc123');
    await save.click();
    await page.getByText('First name is required').waitFor();
    await page.getByText('First name should not contain numbers').waitFor();
    await page.getByText('Phone number must only contain digits').waitFor();
    await expect
      .poll(() => page.getByLabel('First Name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await page.getByLabel('Last Name').inputValue()).toBe('Adjei 2');
    await expectNoSideScroll(page);
    await page.getByLabel('Last Name').fill('');
    await save.click();
    await page.getByText('Last name is required').waitFor();
    await page.getByLabel('Phone Number').fill('12345');
    await page.getByText('Enter a valid number').waitFor();
  });

  test('is filled with current data of the server, not with the data of another screen', async () => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client, phone)).newPage();
    await page.goto('/client-profile');
    await page.getByRole('link', { name: 'Edit Profile' }).waitFor();
    await t.db
      .updateTable('clients')
      .set({ phone_number: '0455666777', notes: 'Said on the phone' })
      .where('id', '=', client.clientId)
      .execute();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByLabel('Phone Number').waitFor();
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('0455666777');
    expect(await page.getByLabel('Notes').inputValue()).toBe('Said on the phone');
  });

  test('saving: the button says Saving..., the phone keeps its digits only, then a toast and the profile', async () => {
    const page = await editing();
    await page.getByLabel('First Name').fill("Ng'ang'a");
    await page.getByLabel('Phone Number').fill('+61 (400) 111-333');
    const release = await intercept(page, 'clients.updateMe', 'hold');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    await release();
    await page.getByText('Profile updated successfully!').waitFor();
    await page.waitForURL('**/client-profile');
    await page.getByText('61400111333').waitFor();
    await page.getByText("Ng'ang'a Adjei").waitFor();
  });

  test('a failure is shown in place and as a toast; a refused field has its message', async () => {
    const page = await editing();
    await page.getByLabel('First Name').fill('Typed');
    const letThrough = await intercept(page, 'clients.updateMe', { status: 500, detail: 'Broken' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('alert').getByText('Failed to update profile.').waitFor();
    await page.getByText('There was an error updating your profile.').waitFor();
    expect(await page.getByLabel('First Name').inputValue()).toBe('Typed');
    await letThrough();
    const problem = [{ loc: ['body', 'phone_number'], msg: 'Enter a valid number', type: 'too_small' }];
    await intercept(page, 'clients.updateMe', { status: 422, detail: problem });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('alert').getByText('Enter a valid number').waitFor();
    await page.getByRole('alert').getByText('Failed to update profile.').waitFor();
    await expect
      .poll(() => page.getByLabel('Phone Number').evaluate((field) => field === document.activeElement))
      .toBe(true);
  });
});
