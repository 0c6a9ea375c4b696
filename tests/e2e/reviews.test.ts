import { expect, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { givePassword, logIn, phone } from './booking-people.ts';
import { expectNoSideScroll, useHarness } from './harness.ts';
import { endSessionsOf } from './sessions.ts';

const t = useHarness();

test('a visit is reviewed on a phone in two taps from its page; neither a lost connection nor an ended session loses words', async () => {
  const [client, person] = [await t.make.client(), await t.make.professional({ display_name: 'Amara Okafor' })];
  const { professionalId } = person;
  const service = await t.make.service(professionalId);
  const start = Date.now() - 2 * DAY;
  const made = {
    professionalId,
    clientId: client.clientId,
    serviceIds: [service],
    start,
    status: 'completed' as const,
  };
  const { bookingId } = await t.make.booking(made);
  await givePassword(t, client);
  const page = await (await t.signedIn(client, { ...phone, hasTouch: true, isMobile: true })).newPage();
  await page.goto('/client-profile');
  await page.getByRole('link', { name: 'Review your visit to Amara Okafor' }).tap();
  await page.waitForURL(`**/your-review/${bookingId}`);
  const star = (stars: number) => page.locator('label').filter({ hasText: `${stars} stars` });
  const text = page.getByLabel('Your review (optional)');
  const post = page.getByRole('button', { name: 'Post review' });
  await text.fill('Gentle hands, and on time.');
  await star(4).tap();
  await expectNoSideScroll(page);

  await page.context().setOffline(true);
  await post.tap();
  await page.getByText('Your review could not be saved.', { exact: false }).waitFor();
  expect(await text.inputValue()).toBe('Gentle hands, and on time.');
  await page.context().setOffline(false);
  await endSessionsOf(t, client.userId);
  // Back online the page hears of the end by itself.
  await logIn(page, client.email);
  await expect.poll(() => text.inputValue()).toBe('Gentle hands, and on time.');
  await expect.poll(() => page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
  await post.tap();
  await page.getByText('Gentle hands, and on time.').waitFor();

  // From the mail: its link, a star and the button.
  await page.getByRole('button', { name: 'Delete' }).tap();
  await page.getByRole('button', { name: 'Delete review' }).tap();
  await page.goto(`/your-review/${bookingId}`);
  await star(5).tap();
  await post.tap();
  await page.getByRole('button', { name: 'Change' }).waitFor();
  const visitor = await (await t.visitor(phone)).newPage();
  await visitor.goto(`/public-professional-page/${professionalId}`);
  await visitor.getByText('from 1 client').waitFor();
});
