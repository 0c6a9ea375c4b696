import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { formatHours } from '#shared/duration.ts';
import { dayKey, formatSlotTime, toLocalInput } from '#shared/time.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const h = useHarness();
const zone = 'Australia/Melbourne';
const phone = { viewport: { width: 390, height: 844 } };

/** A visit that began ten minutes ago, of a guest with a number, on the phone of their professional. */
async function dueVisit() {
  const professional = await h.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows', price_cents: 9_500 })];
  const { clientId } = await h.make.client({ first_name: 'Kofi', phone_number: '0400111222' });
  const start = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE;
  const booking = { professionalId, clientId, serviceIds, status: 'confirmed' as const };
  const { bookingId } = await h.make.booking({ ...booking, start });
  await h.make.booking({ ...booking, start: start + 26 * HOUR });
  const page = await (await h.signedIn(professional, phone)).newPage();
  return { page, bookingId, start };
}

test('on Today a visit is started and done by a tap each, taken back by another, paid, and has its receipt', async () => {
  const { page, bookingId, start } = await dueVisit();
  await page.goto('/professional-dashboard');
  const stored = () => h.make.read('bookings', bookingId);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText(/^Started at /).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  expect((await stored()).started_at).toBeNull();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText(/^Started at /).waitFor();
  // Which is minutes ago, as it will be.
  const started_at = new Date(start).toISOString();
  await h.make.change('bookings', bookingId, { started_at });
  await page.getByRole('button', { name: 'Done', exact: true }).click();

  const paid = page.getByRole('dialog', { name: 'How did Kofi pay?' });
  await paid.waitFor();
  expect((await stored()).status).toBe('completed');
  await expectAccessible(page);
  await paid.getByRole('button', { name: 'Cash', exact: true }).click();
  const done = page.getByRole('dialog', { name: 'Kofi paid $95.00' });
  await done.getByRole('button', { name: 'Issue the receipt' }).click();
  await done.getByText('Receipt 1 was issued.').waitFor();
  await done.getByRole('link', { name: 'See the receipt' }).click();
  await page.getByRole('heading', { name: 'Receipt', level: 1 }).waitFor();
  await page.getByRole('row', { name: 'Paid $95.00' }).waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Void this receipt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Void' }).click();
  await page.getByText('Voided', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Booking details' }).click();
  await page.getByRole('button', { name: 'Payments' }).waitFor();
});

test("in the calendar's sheet a visit is started, its minute corrected, and done", async () => {
  const { page, bookingId, start } = await dueVisit();
  await page.goto(`/calendar?view=day&date=${dayKey(start, zone)}`);
  await page.getByRole('main').locator(`a[href*="${bookingId}"]`).click();
  const sheet = page.getByRole('dialog', { name: /^Kofi/ });
  await sheet.getByRole('button', { name: 'Start', exact: true }).click();
  await sheet.getByRole('button', { name: 'Change', exact: true }).click();
  await sheet.getByLabel('Started at').fill(toLocalInput(start, zone).slice(11));
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText(`Started at ${formatSlotTime(start, zone)}`).waitFor();
  await sheet.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('dialog', { name: 'How did Kofi pay?' }).waitFor();
});

test("a professional's booking begins with Call, Text, Change time and Done, and says what is known of its client", async () => {
  const { page, bookingId } = await dueVisit();
  await page.goto(`/booking-details/${bookingId}`);
  const bar = page.getByRole('region', { name: 'Reach Kofi, or change the visit' });
  await bar.getByRole('button', { name: 'Done', exact: true }).waitFor();
  expect(await bar.getByRole('link', { name: 'Call', exact: true }).getAttribute('href')).toBe('tel:0400111222');
  await bar.getByRole('button', { name: 'Text', exact: true }).click();
  const texts = page.getByRole('dialog', { name: 'Text Kofi' }).getByRole('link');
  await texts.first().waitFor();
  const bodies = await texts.evaluateAll((links) =>
    links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')),
  );
  expect(bodies.map((body) => body.slice(0, 24))).toEqual(Array(4).fill('sms:0400111222?&body=Hi '));
  expect(bodies[0]).toMatch(/see you on \w+ \d+ \w+ \d{4} at \d+:\d\d [AP]M, /);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByText('None before').waitFor();
  expect(await page.getByRole('link', { name: /^Map of/ }).count()).toBe(0);
});

test('insights tell what was paid and how long it really takes, and one press takes that length', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const service = await h.make.service(professionalId, { name: 'Cornrows', price_cents: 9_500 });
  const past = { professionalId, serviceIds: [service], status: 'completed' as const, start: Date.now() - 3 * HOUR };
  const { bookingId } = await h.make.booking(past);
  const payments = [{ method: 'payid', amount: 40 }];
  await h.ask(professional, `PUT /bookings/${bookingId}/payments`, { payments });
  await h.db
    .insertInto('learned_lengths')
    .values({
      ...{ professional_id: professionalId, service_id: service, choice_ids: [] },
      ...{ visits: 12, usual: 1.25, most: 1.45, due_at: new Date(Date.now() + 1_000 * HOUR).toISOString() },
    })
    .execute();
  const { service_duration_minutes: listed } = await h.make.read('services', service);
  const page = await h.open('/my-insights', professional, phone);
  await page.getByText('This is a record, not tax advice.').waitFor();
  await page.getByRole('radio', { name: / so far$/ }).click();
  await page.getByRole('row', { name: 'PayID $40.00' }).waitFor();
  const usual = formatHours(Math.round((listed * 1.25) / 5) * 5);
  await page.getByText(`Listed ${formatHours(listed)}, usually ${usual}`).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: `List ${usual}` }).click();
  await page.getByText(`Listed with ${usual} now.`).waitFor();
  await page.getByRole('button', { name: `List ${usual}` }).waitFor({ state: 'detached' });
  await expectNoSideScroll(page);
});
