import { expect, test } from 'vitest';
import { password } from '#server/testing/make.ts';
import { logIn, phone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';
import { another, askForCode, codeField, codeTo, newAddress, selectedCode } from './mailed-codes.ts';

const t = useHarness();

/** The settings of a client without a password. */
async function settings() {
  const client = await t.make.client();
  await t.make.change('users', client.userId, { password_hash: null });
  const page = await t.open('/settings', client, phone);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  return { client, page };
}

test('somebody without a password sets one in the settings, and changes it from then on', async () => {
  const { client, page } = await settings();
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByText('You log in with a code', { exact: false }).waitFor();
  expect(await section.getByLabel('Current password').count()).toBe(0);
  await expectNoSideScroll(page);
  await section.getByRole('button', { name: 'Set password' }).click();
  await section.getByText('Password must be at least 8 characters long').waitFor();
  await section.locator('input[name=password]').fill(password);
  await section.getByRole('button', { name: 'Set password' }).click();
  await section.getByText('Ask for a code first').waitFor();
  await askForCode(section).click();
  await codeField(page).waitFor();
  const code = await codeTo(t, client.email);
  await codeField(page).fill(another(code));
  await section.getByRole('button', { name: 'Set password' }).click();
  await section.getByText('That code is not right, or no longer valid.').waitFor();
  await codeField(page).fill(code);
  await section.getByRole('button', { name: 'Set password' }).click();
  await section.getByText('Your password is set, and all other devices are logged out.').waitFor();
  await section.getByLabel('Current password').waitFor();
  const other = await t.open('/login', null, phone);
  await logIn(other, client.email);
  await other.waitForURL('**/browse-services');
});

test('somebody without a password confirms another address by a code', async () => {
  const { client, page } = await settings();
  const section = page.getByRole('region', { name: 'Email' });
  const email = newAddress();
  await section.getByLabel('New email').fill(email);
  await section.getByRole('button', { name: 'Change email' }).click();
  await section.getByText('Ask for a code first').waitFor();
  await askForCode(section).click();
  await codeField(page).waitFor();
  expect(await section.getByLabel('New email').inputValue()).toBe(email);
  const code = await codeTo(t, client.email);
  await codeField(page).fill(another(code));
  await section.getByRole('button', { name: 'Change email' }).click();
  await section.getByText('That code is not right, or no longer valid.').waitFor();
  await expect.poll(() => selectedCode(page)).toBe(another(code));
  await expectNoSideScroll(page);
  const again = section.getByRole('button', { name: 'Send again' });
  await again.click();
  await section.getByRole('status').getByText('Sent again.').waitFor();
  await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
  await codeTo(t, client.email, 2);
  // The earlier one counts, too.
  await codeField(page).fill(code);
  await section.getByRole('button', { name: 'Change email' }).click();
  await section.getByText(`We've emailed a link to ${email}.`, { exact: false }).waitFor();
  await expect.poll(async () => (await t.mailTo(email)).length, { timeout: 30_000 }).toBe(1);
});

test('somebody without a password deletes their account by a code, which a question in between leaves good', async () => {
  const { client, page } = await settings();
  await t.make.booking({ clientId: client.clientId, status: 'confirmed' });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  const code = await codeTo(t, client.email);
  await codeField(page).fill(another(code));
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByText('That code is not right, or no longer valid.').waitFor();
  await expect.poll(() => selectedCode(page)).toBe(another(code));
  expect(await codeField(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type(code);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByText('You have 1 confirmed booking ahead.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Delete it anyway' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account is deleted' }).waitFor();
  expect(await t.db.selectFrom('users').select('id').where('id', '=', client.userId).execute()).toEqual([]);
});
