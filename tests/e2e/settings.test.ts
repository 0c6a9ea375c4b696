import { expect, test } from 'vitest';
import { password } from '#server/testing/make.ts';
import { logIn } from './booking-people.ts';
import { expectNoSideScroll, intercept, useHarness } from './harness.ts';

const t = useHarness();
const desktop = { viewport: { width: 1280, height: 900 } };

test('settings: a preference stays, a calendar is fed until stopped, the password changes, other devices log out', async () => {
  const client = await t.make.client();
  await t.make.password(client);
  const page = await t.open('/browse-services', client, desktop);
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();

  const reminders = page.getByRole('switch', { name: 'Reminder emails' });
  await reminders.waitFor();
  expect(await page.getByRole('switch', { checked: true }).count()).toBe(9);
  const mend = await intercept(page, 'users.updatePreferences', { status: 500, detail: 'Internal server error' });
  await reminders.click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => reminders.isChecked()).toBe(true);
  mend();
  await reminders.click();
  await page.getByText('Saved.', { exact: true }).waitFor({ state: 'attached' });
  await page.reload();
  await reminders.waitFor();
  expect(await reminders.isChecked()).toBe(false);
  expect(await page.getByRole('switch', { checked: true }).count()).toBe(8);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const create = page.getByRole('button', { name: 'Create a new link' });
  await create.click();
  const address = await page.getByLabel('Calendar link').inputValue();
  await expect.poll(() => create.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied.', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const feed = () => fetch(address.replace('webcal:', 'http:'));
  expect((await feed()).status).toBe(200);
  await page.getByRole('button', { name: 'Stop the calendar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the calendar' }).click();
  await page.getByText(/The link no longer works\./).waitFor();
  expect((await feed()).status).toBe(404);

  const other = await t.open('/login?next=%2Fclient-profile', null, desktop);
  await logIn(other, client.email);
  await other.waitForURL('**/client-profile');
  await page.reload();
  await page.getByText(/Chrome on (Linux|Windows|macOS)/).waitFor();
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByText('The device is logged out.').waitFor();
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor({ state: 'detached' });
  // Beside the heading of news on this device.
  const thisDevice = page.getByText('This device', { exact: true }).and(page.locator(':not(h2, h3)'));
  expect(await thisDevice.count()).toBe(1);
  await other.goto('/client-profile');
  await other.waitForURL('**/login?**');

  await logIn(other, client.email);
  await other.waitForURL('**/client-profile');
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await page.getByText('Current password is required').waitFor();
  const isFirst = () => page.getByLabel('Current password').evaluate((field) => field === document.activeElement);
  await expect.poll(isFirst).toBe(true);
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('another battery, correct');
  await change.click();
  await page.getByRole('alert').getByText('Your current password is not right.').waitFor();
  await page.getByLabel('Current password').fill(password);
  await change.click();
  await page.getByText('Your password is changed, and all other devices are logged out.').waitFor();
  await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');
  await other.goto('/client-profile');
  await other.waitForURL('**/login?**');

  await other.getByLabel('Email').fill(client.email);
  await other.getByLabel('Password').fill('another battery, correct');
  await other.getByRole('button', { name: 'Login' }).click();
  await other.waitForURL('**/client-profile');
  await page.reload();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByText('All other devices are logged out.').waitFor();
  const left = await t.db.selectFrom('sessions').select('id').where('user_id', '=', client.userId).execute();
  expect(left).toHaveLength(1);
});

test('of two preferences that are changed at once both are shown as they were saved, though the first attempt failed', async () => {
  const client = await t.make.client();
  const page = await t.open('/settings', client, desktop);
  const [first, second] = ['Emails about bookings', 'Reminder emails'].map((name) =>
    page.getByRole('switch', { name }),
  );
  await first?.waitFor();
  const held = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/trpc/users.updatePreferences*', async (route) => {
    saves += 1;
    if (saves > 1) return route.continue();
    await held.promise;
    return route.abort();
  });
  await first?.click();
  await second?.click();
  held.resolve();
  await page.getByText('Saved.', { exact: true }).waitFor({ state: 'attached' });
  const isOn = () => Promise.all([first?.isChecked(), second?.isChecked()]);
  await expect.poll(isOn).toEqual([false, false]);
  await page.reload();
  await first?.waitFor();
  expect(await isOn()).toEqual([false, false]);
});

test('where there is no clipboard the calendar page says that the address was not copied', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, desktop)).newPage();
  // As browsers do without a secure connection.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Create a new link' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText("It couldn't be copied: select the link and copy it yourself.").waitFor();
});

test('an account that is being deleted cannot be kept any more', async () => {
  const client = await t.make.client();
  await t.make.password(client);
  const page = await t.open('/settings', client, desktop);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  const answer = await intercept(page, 'auth.deleteAccount', 'hold');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect.poll(() => dialog.getByRole('button', { name: 'Keep my account' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await dialog.count()).toBe(1);
  answer();
  await page.getByRole('heading', { level: 1, name: 'Your account is deleted' }).waitFor();
});

test('the focus stays with who deletes their account: after the question about bookings ahead, and after Esc', async () => {
  const client = await t.make.client();
  await t.make.password(client);
  await t.make.booking({ clientId: client.clientId, status: 'confirmed' });
  const page = await t.open('/settings', client, desktop);
  const begin = page.getByRole('button', { name: 'Delete my account' });
  await begin.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).press('Enter');
  await dialog.getByText('You have 1 confirmed booking ahead.', { exact: false }).waitFor();
  const isFocused = (element: Element) => element === document.activeElement;
  const go = dialog.getByRole('button', { name: 'Delete it anyway' });
  await expect.poll(() => go.evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => begin.evaluate(isFocused)).toBe(true);
});

test('the profile of a client is not saved again in the moment before it is shown', async () => {
  const page = await t.open('/edit-client-profile', await t.make.client(), desktop);
  const save = page.getByRole('button', { name: 'Save Changes' });
  const states: string[] = [];
  await page.exposeFunction('say', (state: string) => states.push(state));
  await save.evaluate((button: HTMLButtonElement) => {
    const { say } = window as never as { say: (state: string) => void };
    const watch = new MutationObserver(() => say(`${button.textContent}${button.disabled ? '' : ', active'}`));
    watch.observe(button, { attributes: true, childList: true, characterData: true, subtree: true });
  });
  await save.click();
  await page.waitForURL('**/client-profile');
  expect(states).toContain('Saving...');
  expect(states.at(-1)).toBe('Save Changes');
});
