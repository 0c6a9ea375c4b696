import { expect, test } from 'vitest';
import type { Service } from '#shared/services.ts';
import { confirm, givePassword, logIn, phone, requested, stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();

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

test('a price is asked for, quoted in the conversation, and booked by its client alone', async () => {
  const s = await stage(t);
  const headers = { authorization: `Bearer ${s.professional.token}`, 'content-type': 'application/json' };
  const made = await fetch(`${t.url}/services/`, { method: 'POST', headers, body: JSON.stringify(braids) });
  const { id } = (await made.json()) as Service;
  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.goto(`/service-details/${id}`);
  await page.getByRole('radio', { name: 'Small' }).check();
  await page.getByRole('link', { name: 'Not sure? Ask for a price' }).click();
  await expect.poll(() => page.getByLabel('Message to Amara Okafor').inputValue()).toContain('Knotless braids, Small');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText("We've sent your question.").waitFor();

  const own = await (await t.signedIn(s.professional, phone)).newPage();
  await own.goto('/messages');
  await own.getByRole('link', { name: /How much would this be/ }).click();
  await own.getByRole('button', { name: 'Send a quote' }).click();
  const sheet = own.getByRole('dialog', { name: 'Send a quote' });
  await sheet.getByRole('button', { name: 'Send quote' }).click();
  await expect.poll(() => sheet.getByLabel('Service').evaluate((one) => one === document.activeElement)).toBe(true);
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
  const visitor = await (await t.visitor(phone)).newPage();
  await visitor.goto(address);
  await visitor.waitForURL(
    (url) => url.pathname === '/login' && (url.searchParams.get('next') ?? '').includes('quote_id'),
  );
  await givePassword(t, s.client);
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
  const [booked] = await s.bookings();
  expect(booked?.total_price_cents).toBe(26550);
  await page.goto(address);
  await page.getByText('This quote was booked.').waitFor();
  await own.getByRole('link', { name: 'See the booking' }).waitFor();
});
