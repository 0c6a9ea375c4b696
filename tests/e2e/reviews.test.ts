import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { logIn, phone } from './booking-people.ts';
import { expectNoSideScroll, useHarness } from './harness.ts';
import { endSessionsOf } from './sessions.ts';

const t = useHarness();

test('three taps from the mail review a visit, logged out too; neither a lost connection nor an ended session loses words', async () => {
  const [client, person] = [await t.make.client(), await t.make.professional({ display_name: 'Amara Okafor' })];
  const { professionalId } = person;
  const serviceIds = [await t.make.service(professionalId)];
  // The stack completes it and sends the mail.
  const made = { professionalId, clientId: client.clientId, serviceIds, start: Date.now() - 2 * DAY };
  const { bookingId } = await t.make.booking({ ...made, status: 'confirmed' });
  await t.make.password(client);
  await expect.poll(() => t.mailTo(client.email), { timeout: 30_000 }).toHaveLength(1);
  const [mail] = await t.mailTo(client.email);
  const device = { ...phone, hasTouch: true, isMobile: true };
  const fromMail = async (page: Page) => {
    await page.setContent(mail?.html ?? '');
    await page.getByRole('link', { name: 'Review your visit' }).tap();
    return page;
  };
  const page = await fromMail(await (await t.signedIn(client, device)).newPage());
  const star = (stars: number) => page.locator('label').filter({ hasText: `${stars} stars` });
  await star(5).tap();
  await page.getByRole('button', { name: 'Post review' }).tap();
  const change = page.getByRole('button', { name: 'Change' });
  await change.waitFor();
  const visitor = await t.open(`/public-professional-page/${professionalId}`, null, device);
  await visitor.getByText('from 1 client').waitFor();

  await change.tap();
  const text = page.getByLabel('Your review (optional)');
  const save = page.getByRole('button', { name: 'Save changes' });
  await text.fill('Gentle hands, and on time.');
  await star(4).tap();
  await expectNoSideScroll(page);
  await page.context().setOffline(true);
  await save.tap();
  await page.getByText('No connection. What you entered is still here.').waitFor();
  expect(await text.inputValue()).toBe('Gentle hands, and on time.');
  await page.context().setOffline(false);
  await endSessionsOf(t, client.userId);
  // Back online the page hears of the end by itself.
  await logIn(page, client.email);
  await expect.poll(() => text.inputValue()).toBe('Gentle hands, and on time.');
  await expect.poll(() => page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
  await save.tap();
  await change.waitFor();

  // One that a newer one of the same client outweighs says so, as it is in no bar.
  const earlier = await t.make.booking({ ...made, start: Date.now() - 9 * DAY, status: 'completed' });
  const written = { booking_id: earlier.bookingId, stars: 3, created_at: new Date(Date.now() - 8 * DAY).toISOString() };
  await t.make.row('reviews', { professional_id: professionalId, client_id: client.clientId, ...written });
  await visitor.goto(`/public-professional-page/${professionalId}?`);
  await visitor.getByText('An earlier review').waitFor();
  await visitor.getByText('from 1 client').waitFor();

  const loggedOut = await fromMail(await visitor.context().newPage());
  await logIn(loggedOut, client.email);
  await loggedOut.waitForURL(`**/your-review/${bookingId}`);
  await loggedOut.getByText('Gentle hands, and on time.').waitFor();
  await loggedOut.goto('/client-profile');
  await loggedOut.getByRole('link', { name: 'Review your visit to Amara Okafor' }).tap();
  await loggedOut.getByRole('button', { name: 'Change' }).waitFor();
});
