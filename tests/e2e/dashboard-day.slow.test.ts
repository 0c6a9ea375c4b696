import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { dayKey, formatShortDay, fromLocalInput } from '#shared/time.ts';
import { expectAccessible, expectNoSideScroll, intercept, settled, useHarness } from './harness.ts';

const h = useHarness();
const phone = { viewport: { width: 390, height: 844 } };
const zone = 'Australia/Melbourne';

async function statusOf(bookingId: string) {
  return (await h.db.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirstOrThrow())
    .status;
}
const at = (key: string, time: string) => fromLocalInput(`${key}T${time}`, zone) ?? Number.NaN;

test('on a phone every request is open, and a press confirms at once', async () => {
  const professional = await h.make.professional();
  const first = Math.ceil(Date.now() / HOUR) * HOUR + 26 * HOUR;
  const made = [];
  for (const [index, first_name] of ['Zoë', 'Hana', 'Niamh'].entries()) {
    const { clientId } = await h.make.client({ first_name, last_name: 'Adjei' });
    made.push(
      await h.make.booking({ professionalId: professional.professionalId, clientId, start: first + index * 2 * HOUR }),
    );
  }
  const [zoe, hana] = made.map(({ bookingId }) => bookingId) as [string, string];
  const page = await (await h.signedIn(professional, phone)).newPage();
  await page.goto('/professional-dashboard');
  const requests = page.getByRole('region', { name: /requests are waiting for your answer/ });
  const confirm = requests.getByRole('button', { name: 'Confirm', exact: true });
  await requests.waitFor();
  await expect.poll(() => confirm.filter({ visible: true }).count()).toBe(3);

  // Two at once: neither waits for the other, and the page is left at once.
  await confirm.first().click();
  await confirm.first().click();
  await page.goto('/terms-of-use');
  for (const id of [zoe, hana]) await expect.poll(() => statusOf(id)).toBe('confirmed');
});

/** A dashboard at a desktop's width in a context of its own, on which Confirm can be pressed. */
async function asked(serviceWorkers: 'allow' | 'block' = 'block') {
  const professional = await h.make.professional();
  const { clientId } = await h.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  const { bookingId } = await h.make.booking({ professionalId: professional.professionalId, clientId });
  const context = await h.signedIn(professional, { viewport: { width: 1280, height: 900 }, serviceWorkers });
  const page = await context.newPage();
  await page.goto('/professional-dashboard');
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.waitFor();
  return { professional, bookingId, page, confirm };
}

test('a confirmation is on its way with the press: a reload right after loses nothing, with the service worker in charge', async () => {
  const { bookingId, page, confirm } = await asked('allow');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready) !== undefined);
  await page.reload();
  await confirm.click();
  await page.reload();
  await expect.poll(() => statusOf(bookingId)).toBe('confirmed');
});

test.each([
  ['after the dashboard was left', true, "The booking of Zoë Adjei wasn't confirmed."],
  ['on the dashboard', false, 'Failed to confirm booking.'],
])('what was declined in another tab meanwhile is not confirmed, which is said %s', async (_, isLeft, said) => {
  const { professional, bookingId, page, confirm } = await asked();
  const go = await intercept(page, 'bookings.change', 'hold');
  await confirm.click();
  if (isLeft) await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  const declined = await fetch(`${h.url}/bookings/${bookingId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${professional.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'cancelled' }),
  });
  expect(declined.status).toBe(200);
  go();
  await page.getByText(said).first().waitFor();
  expect(await statusOf(bookingId)).toBe('cancelled');
});

test('says "Confirming..." until the server answered', async () => {
  const professional = await h.make.professional();
  const { bookingId } = await h.make.booking({ professionalId: professional.professionalId });
  const page = await (await h.signedIn(professional)).newPage();
  await page.goto('/professional-dashboard');
  const go = await intercept(page, 'bookings.change', 'hold');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Confirming...' }).waitFor();
  expect(await statusOf(bookingId)).toBe('pending');
  go();
  await expect.poll(() => statusOf(bookingId)).toBe('confirmed');
  await page.getByRole('button', { name: 'Confirming...' }).waitFor({ state: 'detached' });
});

test('the focus comes back to Confirm after an answer that failed', async () => {
  const professional = await h.make.professional();
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 26 * HOUR;
  for (const late of [0, 2])
    await h.make.booking({ professionalId: professional.professionalId, start: start + late * HOUR });
  const page = await (await h.signedIn(professional)).newPage();
  await page.goto('/professional-dashboard');
  const requests = page.getByRole('region', { name: '2 requests are waiting for your answer' });
  const confirm = requests.getByRole('button', { name: 'Confirm', exact: true });
  await expect.poll(() => confirm.count()).toBe(2);
  const isFocused = () => confirm.last().evaluate((button) => button === document.activeElement);
  await intercept(page, 'bookings.change', { status: 503, detail: 'Not now.' });
  await confirm.last().press('Enter');
  await page.getByRole('alert').getByText('Failed to confirm booking.').waitFor();
  await expect.poll(() => confirm.count()).toBe(2);
  await expect.poll(isFocused).toBe(true);
});

test('today is whole: who comes, and how long times are free; bookings also read as a day and as a week', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows', service_duration_minutes: 90 })];
  const { clientId } = await h.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
  // A day of its own, so that no hour of the clock spoils the test: the page believes that it is tomorrow, nine in the
  // morning.
  const tomorrow = addDays(dayKey(Date.now(), zone), 1);
  await h.make.window(professionalId, at(tomorrow, '09:00'), at(tomorrow, '17:00'));
  await h.make.booking({ professionalId, clientId, serviceIds, start: at(tomorrow, '11:00'), status: 'confirmed' });
  const page = await (await h.signedIn(professional, { ...phone, timezoneId: zone })).newPage();
  await page.clock.setFixedTime(at(tomorrow, '08:20'));
  await page.goto('/professional-dashboard');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByText('Free until 5:00 PM').waitFor();
  expect((await today.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n\s*/).slice(0, 2))).toEqual(
    [
      ['9:00 AM', 'Free until 11:00 AM'],
      ['11:00 AM', 'Kofi Mensah'],
      ['12:30 PM', 'Free until 5:00 PM'],
    ],
  );
  await today.getByText('Cornrows, 1 h 30 min · $').waitFor();
  // From 9:00 to 9:30 AM, and from 12:30 to 3:30 PM: what begins later does not fit any more.
  await today.getByText('2 times offered').waitFor();
  await today.getByText('7 times offered').waitFor();
  await expectNoSideScroll(page);

  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await page.getByRole('radio', { name: 'Week', checked: true }).waitFor();
  const days = page.getByRole('main').getByRole('heading', { level: 2 });
  await page.getByRole('main').getByRole('link', { name: 'Kofi Mensah' }).waitFor();
  // Days in a row without bookings are one line.
  expect(await days.count()).toBeLessThanOrEqual(3);
  await page
    .getByRole('main')
    .getByRole('button', { name: formatShortDay(at(tomorrow, '12:00'), zone), exact: true })
    .click();
  await page.getByRole('radio', { name: 'Day', checked: true }).waitFor();
  expect(await days.allInnerTexts()).toEqual([formatShortDay(at(tomorrow, '12:00'), zone)]);
  await page.getByRole('main').getByRole('link', { name: 'Kofi Mensah' }).waitFor();
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Kofi Mensah' }).waitFor();
  expect(await days.count()).toBe(1);
});

test('on a desktop a week is seven columns: who comes when, on the ground of what is open, in words and by keys', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const long = await h.make.service(professionalId, { name: 'Cornrows', service_duration_minutes: 90 });
  const short = await h.make.service(professionalId, { name: 'Fringe trim', service_duration_minutes: 30 });
  const { clientId } = await h.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
  const week = weekOf(addDays(dayKey(Date.now(), zone), 7));
  const [monday, tuesday, wednesday] = week as [string, string, string];
  await h.make.window(professionalId, at(monday, '09:00'), at(monday, '18:30'));
  const made = { professionalId, clientId };
  await h.make.booking({ ...made, serviceIds: [long], start: at(monday, '11:00'), status: 'confirmed' });
  await h.make.booking({ ...made, serviceIds: [short], start: at(wednesday, '11:00') });
  await h.make.booking({ ...made, serviceIds: [short], start: at(wednesday, '14:00'), status: 'cancelled' });
  const page = await (
    await h.signedIn(professional, { viewport: { width: 1280, height: 900 }, timezoneId: zone })
  ).newPage();
  await page.clock.setFixedTime(at(monday, '08:20'));
  await page.goto('/calendar?view=week');
  const named = (key: string) => formatShortDay(at(key, '12:00'), zone);
  const day = (key: string) => page.getByRole('region', { name: named(key), exact: true });
  /** Opens the day; free ground is another button. */
  const opener = (key: string) => day(key).getByRole('button', { name: named(key), exact: true });
  const comes = day(monday).getByRole('link', { name: 'Kofi Mensah confirmed 11:00 AM to 12:30 PM Cornrows' });
  const waits = day(wednesday).getByRole('link', { name: 'Kofi Mensah pending 11:00 AM to 11:30 AM Fringe trim' });
  await comes.waitFor();
  await waits.waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(week.map(named));
  expect(await day(wednesday).getByRole('link').count()).toBe(1);
  await day(tuesday).getByText('No bookings.').waitFor();
  await day(tuesday).getByText('Not open.').waitFor({ state: 'attached' });
  await day(monday).getByText('Open 9:00 AM to 6:30 PM.').waitFor({ state: 'attached' });
  await page.getByText('Open: 9 h 30 min. Melbourne time.').waitFor();
  expect(await opener(monday).getAttribute('aria-current')).toBe('date');
  expect(await opener(tuesday).getAttribute('aria-current')).toBeNull();

  // Side by side, each at its hour and as high as it is long.
  await settled(page);
  const [first, second] = [await comes.boundingBox(), await waits.boundingBox()];
  if (!first || !second) throw new Error('the bookings are not shown');
  expect(Math.abs(first.y - second.y)).toBeLessThan(2);
  expect(second.x).toBeGreaterThan(first.x + first.width);
  expect((first.height + 2) / (second.height + 2)).toBeCloseTo(3, 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);

  await page.getByRole('button', { name: 'Next week' }).click();
  await day(addDays(monday, 7)).waitFor();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await comes.focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => opener(tuesday).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Day', exact: true, checked: true }).waitFor();
  await day(tuesday).getByText('No bookings.').waitFor();
  await page.getByRole('button', { name: /^Mon.*1 booking/ }).click();
  await day(monday).getByRole('link', { name: 'Kofi Mensah' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Kofi Mensah' }).getByRole('link', { name: 'View Details' }).click();
  await page.waitForURL('**/booking-details/*');
});

test('a day is copied and a week repeated, and what was refused is said once', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const day = addDays(dayKey(Date.now(), zone), 3);
  await h.make.window(professionalId, at(day, '09:00'), at(day, '12:00'));
  await h.make.window(professionalId, at(day, '13:00'), at(day, '17:00'));
  // In the way of the second copy.
  await h.make.window(professionalId, at(addDays(day, 14), '10:00'), at(addDays(day, 14), '11:00'));
  const page = await (await h.signedIn(professional, phone)).newPage();
  await page.goto('/professional-dashboard?tab=availability');
  await page
    .getByRole('region', { name: formatShortDay(at(day, '09:00'), zone) })
    .getByRole('button', { name: 'Copy this day to ...' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Repeat for weeks').selectOption('2');
  await dialog.getByText('Sets 4 windows').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await dialog.getByText('3 windows set. 1 refused:').waitFor();
  await dialog
    .getByRole('listitem')
    .getByText(/9:00 am – 12:00 pm: .*overlap/i)
    .waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  const rows = await h.db
    .selectFrom('availability')
    .select(['start_time'])
    .where('professional_id', '=', professionalId)
    .orderBy('start_time')
    .execute();
  expect(rows.map(({ start_time }) => dayKey(Date.parse(start_time), zone))).toEqual(
    [0, 0, 7, 7, 14, 14].map((days) => addDays(day, days)),
  );
  // A tap on the row edits.
  await page
    .getByText(/9:00 am – 12:00 pm/)
    .first()
    .click({ force: true });
  await page.waitForURL('**/edit-availability/*');
});

test('a week is repeated for as many weeks as one chooses, on a phone, too, and each refusal is named', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const [monday, , wednesday] = weekOf(addDays(dayKey(Date.now(), zone), 7)) as [string, string, string];
  await h.make.window(professionalId, at(monday, '09:00'), at(monday, '12:00'));
  await h.make.window(professionalId, at(wednesday, '13:00'), at(wednesday, '17:00'));
  await h.make.window(professionalId, at(addDays(monday, 14), '11:00'), at(addDays(monday, 14), '13:00'));
  const page = await (await h.signedIn(professional, phone)).newPage();
  await page.goto('/professional-dashboard?tab=availability');
  await page.getByRole('button', { name: 'Repeat for weeks ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Repeat this week' });
  await dialog.getByLabel('Repeat for weeks').selectOption('3');
  await dialog.getByText('Sets 6 windows').waitFor();
  await dialog.getByRole('button', { name: 'Repeat', exact: true }).click();
  await dialog.getByText('5 windows set. 1 refused:').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Mon, .*, 9:00 am – 12:00 pm: .*overlap/i),
  ]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const rows = await h.db
    .selectFrom('availability')
    .select('start_time')
    .where('professional_id', '=', professionalId)
    .orderBy('start_time')
    .execute();
  expect(rows.map(({ start_time }) => dayKey(Date.parse(start_time), zone))).toEqual(
    [0, 7, 14, 21].flatMap((days) => [addDays(monday, days), addDays(wednesday, days)]),
  );
});
