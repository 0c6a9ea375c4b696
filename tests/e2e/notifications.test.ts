import { expect, test } from 'vitest';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import { expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';
import { writeNotifications } from './write-notifications.ts';

const t = useHarness();
const desktop = { viewport: { width: 1280, height: 900 } };

test('the bell: its badge counts, its menu says what there is, marks as read, and closes for what is outside', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, desktop)).newPage();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const menu = page.getByRole('dialog', { name: 'Notifications' });
  const release = await intercept(page, 'notifications.mine', 'hold');
  await page.goto('/thank-you');
  await bell.click();
  await menu.getByText('Loading notifications...').waitFor({ state: 'attached' });
  release();
  await menu.getByText('Nothing yet.').waitFor();
  expect(await menu.getByRole('button', { name: 'Mark all as read' }).isDisabled()).toBe(true);

  await writeNotifications(t, client, 12);
  await page.getByRole('button', { name: 'Notifications, 12 unread' }).waitFor();
  await menu.getByText('News 12', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // A maximum height, with scrolling (specification 9).
  const list = menu.getByRole('list');
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(421);

  const readOnServer = async () =>
    (
      await t.db
        .selectFrom('notifications')
        .select('message')
        .where('user_id', '=', client.userId)
        .where('is_read', '=', true)
        .execute()
    ).map(({ message }) => message);
  const mend = await intercept(page, 'notifications.markRead', { status: 500, detail: 'Internal server error' });
  await menu.getByRole('button', { name: /^Unread: News 3\b/ }).click();
  await page.getByText('Failed to mark as read.').waitFor();
  expect(await bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
  mend();
  await menu.getByRole('button', { name: /^Unread: News 3\b/ }).click();
  await page.getByRole('button', { name: 'Notifications, 11 unread' }).waitFor();
  expect(await readOnServer()).toEqual(['News 3']);
  await menu.getByRole('button', { name: /^News 3\b/ }).waitFor();

  const profile = page.getByRole('button', { name: 'Profile', exact: true });
  await profile.click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  await menu.waitFor({ state: 'detached' });
  await bell.click();
  await menu.waitFor();
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await page.mouse.click(200, 700);
  await menu.waitFor({ state: 'detached' });

  await bell.press('Enter');
  const readAll = menu.getByRole('button', { name: 'Mark all as read' });
  await readAll.click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  expect(await readOnServer()).toHaveLength(12);
  expect(await readAll.isDisabled()).toBe(true);
  expect(await readAll.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => bell.evaluate((element) => element === document.activeElement)).toBe(true);

  // On a phone, beside the menu of the small screen.
  await page.setViewportSize({ width: 390, height: 844 });
  const broken = await intercept(page, 'notifications.mine', { status: 500, detail: 'Internal server error' });
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  await bell.press('Enter');
  await page.getByRole('button', { name: 'Menu', expanded: false }).waitFor();
  await menu.getByText('Failed to load notifications.').waitFor();
  broken();
  await menu.getByRole('button', { name: 'Try again' }).click();
  await menu.getByText('News 12', { exact: true }).waitFor();
  await menu.getByRole('link', { name: 'See my bookings' }).click();
  await page.waitForURL('**/client-profile');
  await menu.waitFor({ state: 'detached' });
});

test('a notification that is written while the list is on its way is counted', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, desktop)).newPage();
  const [taken, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let lists = 0;
  await page.route('**/trpc/notifications.mine*', async (route) => {
    if (lists++ > 0) return route.continue();
    const response = await route.fetch();
    taken.resolve();
    await late.promise;
    // The page may have given it up.
    await route.fulfill({ response }).catch(() => undefined);
  });
  const heard = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('authenticated')));
  await Promise.all([taken.promise, heard, page.goto('/thank-you')]);
  const asked = page.waitForResponse('**/trpc/notifications.byId*');
  await writeNotifications(t, client);
  await asked;
  late.resolve();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
});

test('a mail is unsubscribed from without a login, by the button and not the link; the token leaves the address', async () => {
  const { userId } = await t.make.client();
  const { url: link } = await unsubscribeLink(t.db, t.url, { userId, kind: 'reminder' });
  const page = await t.open(link, null, { viewport: { width: 390, height: 844 } });
  await page.getByText('Stop getting reminder emails from Saluni?').waitFor();
  expect(new URL(page.url()).search).toBe('');
  const reminders = async () =>
    (await t.db.selectFrom('user_preferences').select('mail_reminder').where('user_id', '=', userId).executeTakeFirst())
      ?.mail_reminder;
  await page.reload();
  const button = page.getByRole('button', { name: 'Unsubscribe' });
  await button.waitFor();
  expect(await reminders()).toBeUndefined();
  await expectNoSideScroll(page);
  const mend = await intercept(page, 'users.unsubscribe', { status: 503, detail: 'Service temporarily unavailable' });
  await button.click();
  await page.getByRole('alert').getByText('Service temporarily unavailable').waitFor();
  mend();
  await button.click();
  await page.getByText("You won't get any more reminder emails from us.").waitFor();
  expect(await reminders()).toBe(false);

  for (const dead of [`${link.slice(0, -4)}AAAA`, `${t.url}/unsubscribe`]) {
    // The entry of the history would keep the token.
    await page.goto('about:blank');
    await page.goto(dead);
    if (dead.includes('token')) await button.click();
    await page.getByText('This link is no longer valid.').waitFor();
  }
});
