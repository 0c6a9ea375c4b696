import { expect, test } from 'vitest';
import { MINUTE } from '#shared/constants.ts';
import { formatTimeWithZone } from '#shared/time.ts';
import { confirm, confirming, confirmPath, phone, pickPath, requested, stage, zone } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

test('F7: for a slot that was taken the screen says so, keeps the notes, offers the nearest times and reloads', async () => {
  const s = await stage(t);
  const rival = await t.make.client();
  const [mine, theirs] = [
    await (await t.signedIn(s.client, phone)).newPage(),
    await (await t.signedIn(rival, phone)).newPage(),
  ];
  await mine.goto(pickPath(s));
  await mine.getByRole('button', { name: /^10:00 AM/ }).click();
  await mine.getByRole('button', { name: 'Continue to Booking' }).click();
  await mine.getByLabel('Add any special notes (optional):').fill('My notes stay');
  await theirs.goto(confirmPath(s, 30));
  await confirm(theirs).click();
  await requested(theirs);

  await confirm(mine).click();
  const told = mine.getByRole('alert').getByText('That time is no longer available.');
  await told.waitFor();
  await expect.poll(async () => (await told.boundingBox())?.y).toBeGreaterThan(0);
  expect(await mine.getByLabel('Add any special notes (optional):').inputValue()).toBe('My notes stay');
  const near = mine.getByRole('list', { name: 'Nearest free times' }).getByRole('button');
  // The rival's booking lasts from 10:00 to 11:00: starts from 9:30 to 10:30 would overlap it.
  const next = s.first.start + 90 * MINUTE;
  await expect.poll(() => near.first().textContent()).toContain(formatTimeWithZone(next, zone));

  await mine.getByRole('link', { name: 'Pick another time' }).click();
  await mine.getByRole('button', { name: /^11:00 AM/ }).waitFor();
  await expect.poll(() => mine.getByRole('button', { name: /^10:00 AM/ }).count()).toBe(0);
  await mine.goBack();
  expect(await mine.getByLabel('Add any special notes (optional):').inputValue()).toBe('My notes stay');
  await confirm(mine).click();
  await near.first().click();
  await mine.getByText(formatTimeWithZone(next, zone)).first().waitFor();
  await confirm(mine).click();
  await requested(mine);
  const own = (await s.bookings()).filter(({ client_id }) => client_id === s.client.clientId);
  expect(own).toMatchObject([{ notes: 'My notes stay' }]);
  expect(Date.parse(String(own[0]?.start_time))).toBe(next);
});

test('a time that is gone before its details are seen is said to be, with the nearest ones', async () => {
  const s = await stage(t);
  await t.make.booking({ professionalId: s.professional.professionalId, serviceIds: [s.cut], start: s.first.start });
  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.goto(confirmPath(s));
  await page.getByText('That time is no longer available. Please choose another one.').waitFor();
  await page.getByRole('list', { name: 'Nearest free times' }).getByRole('button').first().click();
  await page.getByText('That time is no longer available.').waitFor({ state: 'detached' });
  await confirm(page).click();
  await requested(page);
});

test('a price that changed meanwhile is shown before the booking is made', async () => {
  const { s, page } = await confirming(t);
  await page.getByText('$95.00').first().waitFor();
  await t.db.updateTable('services').set({ price_cents: 10_100 }).where('id', '=', s.cut).execute();
  await confirm(page).click();
  await page.getByRole('alert').getByText('The price has changed. Please review your booking.').waitFor();
  await page.getByText('$101.00').first().waitFor();
  expect(await s.bookings()).toEqual([]);
  await confirm(page).click();
  await requested(page);
  expect(await s.bookings()).toMatchObject([{ total_price_cents: 10_100 }]);
});

test('a client’s profile that is saved keeps what another device changed of it meanwhile', async () => {
  const client = await t.make.client();
  const [mine, theirs] = await onTwoDevices(client, '/edit-client-profile');
  await mine.getByLabel('Phone Number').fill('0400 000 001');
  await theirs.getByLabel('Notes').fill('Allergic to latex');
  for (const page of [theirs, mine]) {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL('**/client-profile');
  }
  await mine.getByText('Allergic to latex').waitFor();
  const saved = t.db.selectFrom('clients').select(['notes', 'phone_number']).where('id', '=', client.clientId);
  expect(await saved.execute()).toEqual([{ notes: 'Allergic to latex', phone_number: '0400000001' }]);
});

test('a service that is saved keeps what another device changed of it meanwhile', async () => {
  const professional = await t.make.professional();
  const id = await t.make.service(professional.professionalId, { price: 95 });
  const [mine, theirs] = await onTwoDevices(professional, `/edit-service/${id}`);
  await mine.getByLabel('Description').fill('With a wash');
  await mine.getByLabel('Active').uncheck();
  await theirs.getByLabel('Price ($)').fill('120');
  for (const page of [theirs, mine]) {
    await page.getByRole('button', { name: 'Update Service' }).click();
    await page.waitForURL('**/professional-dashboard');
  }
  const saved = t.db.selectFrom('services').select(['price_cents', 'description', 'is_active']).where('id', '=', id);
  expect(await saved.execute()).toEqual([{ price_cents: 12_000, description: 'With a wash', is_active: false }]);
});

/** The form of one person opened twice. */
async function onTwoDevices(person: { token: string }, path: string) {
  const pages = [
    await (await t.signedIn(person, phone)).newPage(),
    await (await t.signedIn(person, phone)).newPage(),
  ] as const;
  for (const page of pages) {
    await page.goto(path);
    await page.locator('form').getByRole('textbox').first().waitFor();
  }
  return pages;
}
