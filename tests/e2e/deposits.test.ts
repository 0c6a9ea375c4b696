import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { ClientPerson, Person, ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
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
  for (const person of [amara, zuri]) await h.make.password(person);
});

async function open(person: Person, path: string): Promise<Page> {
  const context = await h.signedIn(person, small);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('a professional says how much and where it goes: each fault at its field, nothing typed is lost, and a way out', async () => {
  const page = await open(amara, '/my-deposits');
  await page.getByLabel('Percent of the price').fill('60');
  await page.getByText('Knotless Braids $220: $132').waitFor();
  await page.getByText('can be an unfair contract term').waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByLabel('Percent of the price').fill('20');
  await page.getByText('Knotless Braids $220: $44').waitFor();
  const save = page.getByRole('button', { name: 'Save' });
  expect(await save.count()).toBe(1);
  await save.click();
  await page.getByText('First say where deposits are paid').waitFor();
  // Refused, it looks saved neither here nor after a reload.
  const draft = page.getByText('Not saved', { exact: true });
  await draft.waitFor();
  await page.reload();
  await draft.waitFor();
  expect(await page.getByLabel('Percent of the price').inputValue()).toBe('20');
  const kept = async () => {
    const { deposit_percent } = await h.make.read('professionals', amara.professionalId);
    return deposit_percent;
  };
  expect(await kept()).toBe(0);

  await page.getByLabel('Paid to').selectOption('PayID (ABN)');
  await page.getByLabel('ABN', { exact: true }).fill('51824753557');
  await save.click();
  await page.getByText('Enter a valid ABN of 11 digits').waitFor();
  await page.getByText('Enter the name as your bank shows it').waitFor();
  await page.getByLabel('Paid to').selectOption('PayID (mobile)');
  await page.getByLabel('Mobile number').fill('+61 400 111 222');
  await page.getByLabel('Name', { exact: true }).fill('A Okafor');
  await page.getByLabel('Password').fill('wrong horse battery');
  await save.click();
  await page.getByText('Your current password is not right.').waitFor();
  expect(await page.getByLabel('Mobile number').inputValue()).toBe('+61 400 111 222');
  await page.getByLabel('Password').fill(password);
  await save.click();
  await page.getByText('PayID (mobile) 0400111222, A Okafor').waitFor();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  expect([await draft.count(), await page.getByRole('alert').count(), await kept()]).toEqual([0, 0, 20]);
  await page.reload();
  await page.getByText('PayID (mobile) 0400111222, A Okafor').waitFor();
  expect([await page.getByLabel('Percent of the price').inputValue(), await draft.count()]).toEqual(['20', 0]);

  await page.getByRole('button', { name: 'Stop asking for deposits' }).click();
  await save.click();
  await page.getByText('Password is required').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep asking' }).click();
  await page.getByRole('button', { name: 'Stop asking for deposits' }).waitFor();
  // The button that had the focus is gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^PayID .*0400111222/);
  expect([await page.getByLabel('Percent of the price').inputValue(), await draft.count()]).toEqual(['20', 0]);
});

test('a deposit is seen before booking, paid from the page, received, and given back after a cancellation', async () => {
  const page = await open(zuri, `/service-details/${service}`);
  await page.getByText(/^Deposit \$44\.00.*, due within 24 hours of booking\./).waitFor();
  await page.goto(`/confirm-booking/${service}?slot_start=${new Date(start).toISOString()}`);
  await page.getByText('A deposit of $44.00').waitFor();
  await page.getByText('you get your deposit back').waitFor();
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await page.getByRole('heading', { level: 1, name: 'Request sent' }).waitFor();
  await page.getByRole('heading', { name: 'Pay $44.00 to keep your time' }).waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy Amount' }).click();
  await page.getByRole('status').filter({ hasText: 'Amount copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('44.00');
  await page.getByRole('button', { name: 'Copy PayID (mobile)' }).click();
  await page.getByRole('status').filter({ hasText: 'PayID (mobile) copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0400111222');

  const today = await open(amara, '/professional-dashboard');
  const deposits = today.getByRole('region', { name: 'Deposits' });
  await today.getByRole('button', { name: 'Confirm without deposit' }).waitFor();
  await today.getByRole('button', { name: 'Wait for the deposit' }).click();
  await deposits.getByText('Waiting for $44 from Zuri Sow').waitFor();
  expect(await today.getByRole('button', { name: 'Confirm without deposit' }).count()).toBe(0);
  await page.getByRole('button', { name: 'I have paid' }).click();
  await page.getByRole('heading', { name: 'Amara Okafor is looking for your $44.00' }).waitFor();
  await today.reload();
  await deposits.getByText("Zuri Sow says they've paid $44").waitFor();
  await expectNoSideScroll(today);
  await deposits.getByRole('button', { name: 'Received' }).click();
  await deposits.waitFor({ state: 'detached' });

  await page.getByRole('heading', { level: 1, name: 'Booking Is Secured' }).waitFor();
  await page.getByText('$44.00, received').waitFor();
  const [booking = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  await page.goto(`/booking/${booking}/update`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Cancel this booking/ })
    .click();
  // It is asked there where one is then, and whoever goes away finds it again.
  await page.waitForURL(`**/booking-details/${booking}`);
  await page.getByRole('heading', { name: 'Where should it go?' }).waitFor();
  await page.goto('/client-profile');
  await page.getByText('$44.00 comes back to you.').waitFor();
  await expectNoSideScroll(page);
  await page.getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { name: 'Where should it go?' }).waitFor();
  await page.getByLabel('Mobile number').fill('0300');
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('Enter an Australian mobile number').waitFor();
  await page.getByLabel('Mobile number').fill('0400 333 444');
  await page.getByLabel('Name', { exact: true }).fill('Zuri Sow');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('0400333444').waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('0400333444').waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Mobile number').fill('0400 555 666');
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('Password is required').waitFor();
  await page.getByLabel('Password').fill('wrong horse battery');
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('Your current password is not right.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Send it there' }).click();
  await page.getByText('0400555666').waitFor();

  await today.reload();
  await deposits.getByText('PayID (mobile) 0400555666, Zuri Sow').waitFor();
  await deposits.getByRole('button', { name: "I've sent it back" }).click();
  await deposits.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('$44.00, sent back').waitFor();
});
