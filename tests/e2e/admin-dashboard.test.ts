import { expect, test } from 'vitest';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const h = useHarness();

test('the admin dashboard: numbers, users found and disabled, the waitlist and feedback shown, and what was done in the audit log', async () => {
  const [admin, client] = [await h.make.admin(), await h.make.client()];
  const name = `Zuri ${client.clientId.slice(-6)}`;
  const entry = { name, email: `${client.clientId}@waiting.example`, role: 'Barber', status: 'verified' };
  await h.db.insertInto('waitlist_entries').values(entry).execute();
  const page = await (await h.signedIn(admin, { viewport: { width: 390, height: 844 } })).newPage();
  const good = async () => {
    await expectAccessible(page);
    await expectNoSideScroll(page);
  };
  await page.goto('/admin-dashboard');
  await page.getByRole('img', { name: /^Booking requests: today / }).waitFor();
  await good();

  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByLabel('Name or email').fill(client.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await page
    .getByRole('button', { name: /^Disable / })
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Disable / }).count()).toBe(1);
  await good();
  await page.getByRole('button', { name: /^Disable / }).click();
  await page.getByRole('button', { name: /^Enable / }).waitFor();
  const { is_active } = await h.db.selectFrom('users').select('is_active').where('id', '=', client.userId).executeTakeFirstOrThrow();
  expect(is_active).toBe(false);

  await page.getByRole('tab', { name: 'Waitlist' }).click();
  await page.getByText(name).first().waitFor();
  await good();
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await page.getByText(`user disabled · ${client.email}`).waitFor();
  await good();
  for (const [tab, text] of [
    ['Feedback', 'What felt smooth?'],
    ['Failed jobs', /Nothing was given up\.|Run again/],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).first().waitFor();
    await good();
  }
});
