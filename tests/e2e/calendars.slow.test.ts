import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { phone, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

const h = useHarness();

/** The first day of the week from Monday to Friday, two days ahead or more. */
function workday(): string {
  const day = (ahead: number) => dayKey(Date.now() + ahead * DAY, zone);
  return [2, 3, 4].map(day).find((one) => ![0, 6].includes(new Date(one).getUTCDay())) ?? day(2);
}

test('a calendar elsewhere is added by keyboard, says which bookings it meets and that it fails, and asks before it goes', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await h.make.hours(person.professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  // The demo's child is picked up from school at three.
  const met = await h.make.booking({
    professionalId: person.professionalId,
    start: fromLocalInput(`${workday()}T15:15`, zone) ?? 0,
    status: 'confirmed',
  });
  const page = await (await h.signedIn(person, phone)).newPage();
  const read = await intercept(page, 'busyCalendars.add', 'hold');
  await page.goto('/set-hours');
  await page.getByText('Add a calendar').focus();
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Name');
  await page.keyboard.type('Family');
  const address = page.getByLabel('Calendar address');
  await address.fill('https://localhost/private.ics');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Reading…' }).waitFor();
  read();
  await page.getByText('That address cannot be used.').waitFor();
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toBe('https://localhost/private.ics');
  await page.getByText('Where do I find the address?').click();
  await expectNoSideScroll(page);
  await expectAccessible(page);

  // The one that the stack serves itself.
  await address.fill(`${h.url}/demo/busy-calendar.ics`);
  await page.keyboard.press('Enter');
  await page.getByText(/^Calendar added: \d+ busy times\. You still have 1 booking at those times\.$/).waitFor();
  const row = page.getByRole('region', { name: 'Calendars' });
  await row.getByText('1 booking at busy times').waitFor();
  const link = row.getByRole('link', { name: /3:15 PM/ });
  expect(await link.getAttribute('href')).toBe(`/booking-details/${met.bookingId}`);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await row.getByText('localhost').waitFor();
  await row.getByText(/^\d+ busy times$/).waitFor();
  await row.getByText(/^Read .+ [AP]M/).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('busy-calendar.ics');

  const ofPerson = () => h.db.updateTable('busy_calendars').where('professional_id', '=', person.professionalId);
  await ofPerson()
    .set({ problem: 'It took too long to answer.', failing_since: new Date(Date.now() - HOUR).toISOString() })
    .execute();
  await page.reload();
  await row.getByText('It took too long to answer.').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await tabTo(page, 'button', 'Read now');
  await page.keyboard.press('Enter');
  await row.getByText('It took too long to answer.').waitFor({ state: 'detached' });
  await expect
    .poll(() => row.getByRole('button', { name: 'Read now' }).evaluate((button) => button === document.activeElement))
    .toBe(true);

  const week = `/calendar?view=week&date=${dayKey(Date.now() + 7 * DAY, zone)}`;
  await page.goto(week);
  await page
    .getByText(/^Busy elsewhere.+3:00/)
    .first()
    .waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByText('Busy elsewhere').first().waitFor();
  expect(await page.getByText('Busy elsewhere').count()).toBeGreaterThanOrEqual(6);
  await expectAccessible(page);

  await page.goto('/set-hours');
  const dialog = page.getByRole('alertdialog', { name: 'Remove “Family”?' });
  await tabTo(page, 'button', 'Remove');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => row.getByRole('button', { name: 'Remove' }).evaluate((button) => button === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove calendar' }).click();
  await page.getByText('Calendar removed.').waitFor();
  await page.getByText('localhost').waitFor({ state: 'detached' });
});
