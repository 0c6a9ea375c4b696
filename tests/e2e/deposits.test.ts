import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { putPayTo, putRule } from '#server/features/deposits/settings-queries.ts';
import type { ClientPerson, Person, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const h = useHarness();
const small = { viewport: { width: 320, height: 844 }, hasTouch: true };
const start = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY + HOUR;

let amara: ProfessionalPerson;
let zuri: ClientPerson;
let service: string;

beforeAll(async () => {
  amara = await h.make.professional({ display_name: 'Amara Okafor' });
  zuri = await h.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  service = await h.make.service(amara.professionalId, { name: 'Knotless Braids', price: 220 });
  await h.make.window(amara.professionalId, start, start + 4 * HOUR);
  await putRule(h.db, amara.professionalId, { percent: 20, who: 'everyone' });
  const payTo = { kind: 'payid_phone', value: '0400111222', name: 'A Okafor' } as const;
  await putPayTo(h.db, amara.professionalId, payTo, null);
});

async function open(person: Person, path: string): Promise<Page> {
  const context = await h.signedIn(person, small);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('a deposit is seen before booking, paid from the page, received, and given back after a cancellation', async () => {
  const page = await open(zuri, `/confirm-booking/${service}?slot_start=${new Date(start).toISOString()}`);
  await page.getByText('A deposit of $44.00').waitFor();
  await page.getByText('you get your deposit back').waitFor();
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await page.getByRole('heading', { name: 'Pay $44.00 to keep your time' }).waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy Amount' }).click();
  await page.getByRole('status').filter({ hasText: 'Amount copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('44.00');
  await page.getByRole('button', { name: 'Copy PayID (mobile)' }).click();
  await page.getByRole('status').filter({ hasText: 'PayID (mobile) copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0400111222');
  await page.getByRole('button', { name: 'I have paid' }).click();
  await page.getByRole('heading', { name: 'Amara Okafor is looking for your $44.00' }).waitFor();

  const today = await open(amara, '/professional-dashboard');
  const deposits = today.getByRole('region', { name: 'Deposits' });
  await deposits.getByText('Zuri Sow says it was paid: $44').waitFor();
  await expectNoSideScroll(today);
  await deposits.getByRole('button', { name: 'Received' }).click();
  await deposits.waitFor({ state: 'detached' });

  await page.reload();
  await page.getByText('$44.00, received').waitFor();
  const [booking = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  await page.goto(`/booking/${booking}/update`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking' }).click();
  await page.waitForURL('**/client-profile');
  await page.goto(`/booking-details/${booking}`);
  await page.getByRole('heading', { name: 'Where should it go?' }).waitFor();
  await page.getByLabel('Mobile number').fill('0300');
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('Enter an Australian mobile number').waitFor();
  await page.getByLabel('Mobile number').fill('0400 333 444');
  await page.getByLabel('Name', { exact: true }).fill('Zuri Sow');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('0400333444').waitFor();

  await today.reload();
  await deposits.getByText('PayID (mobile) 0400333444, Zuri Sow').waitFor();
  await deposits.getByRole('button', { name: "I've sent it back" }).click();
  await deposits.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('$44.00, sent back').waitFor();
});

test('a professional sees what a percent comes to, the warning above 50, and a fault at its field', async () => {
  const page = await open(amara, '/my-deposits');
  await page.getByText('Knotless Braids $220: $44').waitFor();
  await page.getByLabel('Percent of the price').fill('60');
  await page.getByText('Knotless Braids $220: $132').waitFor();
  await page.getByText('can be an unfair contract term').waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Paid to').selectOption('PayID (ABN)');
  await page.getByLabel('ABN', { exact: true }).fill('51824753557');
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Enter a valid ABN of 11 digits').waitFor();
});
