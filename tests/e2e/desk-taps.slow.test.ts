import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
import { DAY } from '#shared/constants.ts';
import { melbourne, phone, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

/** How many taps the jobs of a day take at most (a file, a word and a number that are typed count as one each). */
const h = useHarness();

let amara: ProfessionalPerson;
let zuri: ClientPerson;

beforeAll(async () => {
  amara = await h.make.professional({ display_name: 'Amara Okafor', time_zone: zone });
  zuri = await h.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  const { professionalId } = amara;
  await h.make.hours(professionalId, [{ start: 0, end: 24 * 60 }]);
  await h.make.service(professionalId, { name: 'Beard trim', service_duration_minutes: 15 });
  const given = { professionalId, clientId: zuri.clientId };
  await h.make.booking({ ...given, start: Date.now() - 30 * DAY, status: 'completed' });
  await h.make.password(amara);
});

/** A page of the professional, with a counter of what is done on it. */
async function open(path: string) {
  const page = await h.open(path, amara, { ...phone, hasTouch: true });
  let taps = 0;
  const tap = async (what: Locator) => {
    taps++;
    await what.tap();
  };
  const fill = async (label: string, text: string) => {
    taps++;
    await page.getByLabel(label, { exact: true }).fill(text);
  };
  return {
    page,
    tap,
    fill,
    taps: () => taps,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
  };
}

async function look(page: Page) {
  await expectNoSideScroll(page);
  await expectAccessible(page);
}

test('a booking by phone takes 5: who, what, another week, when, added; its deposit is asked in the same form', async () => {
  const { page, tap, taps, button } = await open('/write-in');
  await tap(page.getByRole('list', { name: 'Known clients' }).getByRole('button', { name: /Zuri/ }));
  await tap(button('Beard trim'));
  await page.getByRole('radio', { name: 'Repeat' }).waitFor();
  await look(page);
  const times = page.getByRole('toolbar').last().getByRole('button');
  const nextWeek = page.getByRole('button', { name: 'Next week' });
  await tap(nextWeek);
  await times.first().waitFor();
  await tap(times.nth(3));
  await tap(button('Add booking'));
  await page.getByText('Booking added.').waitFor();
  expect(taps()).toBeLessThanOrEqual(5);

  await page.goto('/write-in');
  await page.getByText('Price, deposit and notes').tap();
  expect(await page.getByLabel('Ask for a deposit ($)').count()).toBe(0);
  await page.getByText('At another time').tap();
  await page.getByLabel('Ask for a deposit ($)').fill('10');
  await page.getByRole('list', { name: 'Known clients' }).getByRole('button', { name: /Zuri/ }).tap();
  await button('Beard trim').tap();
  await nextWeek.tap();
  await times.nth(3).tap();
  await button('Add booking').tap();
  await page.getByText('First say where deposits are paid.').waitFor();
});

test('a walk-in takes 2, and no name', async () => {
  const { page, tap, taps, button } = await open('/write-in');
  await tap(button('Beard trim'));
  await tap(button('Add booking'));
  await page.waitForURL('**/booking-details/**');
  await page.getByText('Walk-in').first().waitFor();
  expect(taps()).toBeLessThanOrEqual(2);
});

test('confirming takes 1, and moving on their word 3', async () => {
  const start = melbourne(4, '10:00');
  const given = { professionalId: amara.professionalId, clientId: zuri.clientId };
  const { bookingId } = await h.make.booking({ ...given, start, status: 'pending' });
  const today = await open('/professional-dashboard');
  await today.tap(today.button('Confirm'));
  await expect
    .poll(async () => {
      const row = await h.db.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirst();
      return row?.status;
    })
    .toBe('confirmed');
  expect(today.taps()).toBe(1);
  const { page, tap, taps } = await open(`/booking-details/${bookingId}`);
  await tap(page.getByRole('link', { name: 'Change time' }));
  await tap(page.getByRole('toolbar').last().getByRole('button').nth(5));
  await tap(page.getByRole('button', { name: 'They agreed' }));
  await page.getByText(/^Moved to .*\.$/).waitFor();
  expect(taps()).toBeLessThanOrEqual(3);
});

test('clients are imported from Clients with 4, and two who look alike become one', async () => {
  const { page, tap, taps } = await open('/my-contacts');
  await tap(page.getByRole('link', { name: 'Import from a file' }));
  const buffer = Buffer.from('Name,Phone,Notes\nIvy Green,0412345678,Formula 6N\nIvy Green,0498765432,Likes tea\n');
  const choosing = page.waitForEvent('filechooser');
  await tap(page.getByLabel('File', { exact: true }));
  await (await choosing).setFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  await tap(page.getByRole('button', { name: 'Add 2 clients' }));
  await page.getByRole('heading', { name: '2 clients added' }).waitFor();
  await tap(page.getByRole('link', { name: 'See your clients' }));
  expect(taps()).toBeLessThanOrEqual(4);

  await page.getByRole('link', { name: 'Ivy Green' }).first().tap();
  await page.getByRole('heading', { name: 'Same person?' }).waitFor();
  await look(page);
  await page.getByRole('button', { name: 'Merge with Ivy Green' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).tap();
  await page.getByText('Merged.').waitFor();
  await expect.poll(() => page.getByLabel('Notes').inputValue()).toMatch(/Formula 6N/);
  expect(await page.getByLabel('Notes').inputValue()).toMatch(/Likes tea/);
  await page.getByRole('definition').getByText('Formula 6N').waitFor();
  await page.getByRole('button', { name: "Start today's note" }).tap();
  await page.keyboard.type('Allergic to latex');
  await page.getByRole('paragraph').filter({ hasText: 'Allergic to latex' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Same person?' }).count()).toBe(0);
});

test('deposits are set up with 4, in one form; what was typed and not kept says so, and is nowhere else', async () => {
  const { page, tap, fill, taps, button } = await open('/more');
  await tap(page.getByRole('link', { name: /^Deposits/ }));
  await tap(button('Start with 30%'));
  await page.getByText('Not saved', { exact: true }).waitFor();
  await look(page);
  const { email } = await h.make.read('users', amara.userId);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Amara Okafor');
  const elsewhere = await open('/my-deposits');
  expect(await elsewhere.page.getByLabel('Percent of the price').inputValue()).toBe('0');
  expect(await elsewhere.page.getByText('Not saved', { exact: true }).count()).toBe(0);
  await fill('Password', password);
  await tap(button('Save'));
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  expect(await page.getByText('Not saved', { exact: true }).count()).toBe(0);
  await page.getByText(`PayID (email) ${email}, Amara Okafor`).waitFor();
  expect(taps()).toBeLessThanOrEqual(4);

  // Of a booking by phone nobody asks her for an answer: she waits for its deposit.
  const [braids] = await h.db
    .selectFrom('services')
    .select('id')
    .where('professional_id', '=', amara.professionalId)
    .execute();
  await h.ask(amara, 'POST /bookings/walk-in', {
    start_time: new Date(melbourne(9, '10:00')).toISOString(),
    service_ids: [braids?.id],
    guest: { name: 'Mei Wong', phone_number: '0412345000' },
    deposit: 10,
  });
  await page.goto('/professional-dashboard');
  await page.getByRole('region', { name: 'Deposits' }).getByText('Waiting for $10 from Mei Wong').waitFor();
  expect(await page.getByText('Confirm without deposit').count()).toBe(0);
});
