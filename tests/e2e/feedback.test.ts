import { expect, test } from 'vitest';
import { expectAccessible, expectNoSideScroll, intercept, settled, useHarness } from './harness.ts';

const h = useHarness();

test('the feedback widget: opened by keyboard, refused, failed, sent once, empty again; never over the bar of a booking', async () => {
  const client = await h.make.client();
  const page = await h.open('/browse-services', client, { viewport: { width: 390, height: 844 } });
  const open = page.getByRole('button', { name: 'Give feedback' });
  await open.waitFor();
  expect(await page.getByText('Your feedback').isVisible()).toBe(false);
  await open.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your feedback');
  await expectAccessible(page);
  await expectNoSideScroll(page);

  const send = page.getByRole('button', { name: 'Send feedback' });
  await send.click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(3);
  // Without `exact`: a question names its select alone.
  const confusing = page.getByLabel('What was confusing?');
  const reason = page.getByLabel('What would make this worth using for you?');
  const offered = [
    ...(await confusing.locator('option').allTextContents()),
    ...(await reason.locator('option').allTextContents()),
  ];
  expect(offered.map((choice) => choice.toLowerCase())).toEqual([
    ...[
      'choose an answer',
      'navigation',
      'booking process',
      'finding services',
      'creating service',
      'setting availability',
      'other',
    ],
    ...['choose an answer', 'payment system', 'email notification', 'easier booking', 'direct messaging', 'other'],
  ]);
  await confusing.selectOption('navigation');
  await page.getByLabel('What felt smooth?').selectOption('booking process');
  await reason.selectOption('easier_booking');
  const comments = page.getByLabel('Comments (optional)', { exact: true });
  expect(await comments.nth(1).getAttribute('aria-description')).toBe('What felt smooth?');
  await comments.nth(1).fill('Two taps.');
  const optIn = page.getByLabel('Include my email for follow up if needed');
  await optIn.check();
  await page.keyboard.press('Escape');
  await expect.poll(() => open.evaluate((button) => document.activeElement === button)).toBe(true);
  await open.click();

  const mend = await intercept(page, 'feedback.send', { status: 503, detail: 'Service temporarily unavailable' });
  await send.click();
  await page.getByText('Something went wrong. Please try again.').waitFor();
  mend();
  await send.click();
  await page.getByText('Thanks for your feedback!').waitFor();
  await expect.poll(async () => [await reason.inputValue(), await optIn.isChecked()]).toEqual(['', false]);
  const stored = await h.db.selectFrom('feedback').selectAll().where('user_id', '=', client.userId).execute();
  expect(stored).toMatchObject([
    { switch_reason_choice: 'easier_booking', smooth_comment: 'Two taps.', email: client.email },
  ]);
  expect(stored[0]?.page_url).toBe(`${h.url}/browse-services`);

  const { professionalId } = await h.make.professional();
  const service = await h.make.service(professionalId);
  await page.goto(`/service-details/${service}`);
  await open.waitFor();
  await page.locator('[data-sticky-bar]').waitFor();
  const box = (locator: typeof open) => locator.boundingBox().then((found) => found ?? expect.fail('not shown'));
  for (const end of [false, true]) {
    if (end) await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const isAside = async () => {
      const [bar, button] = [await box(page.locator('[data-sticky-bar]')), await box(open)];
      return button.y >= bar.y + bar.height || button.y + button.height <= bar.y;
    };
    await expect.poll(isAside).toBe(true);
  }
});

test('the feedback button stands at the end of the page, over nothing, and the menu leads to it', async () => {
  const { professionalId } = await h.make.professional();
  const client = await h.make.client();
  const { bookingId } = await h.make.booking({ professionalId, clientId: client.clientId });
  for (const width of [390, 1280]) {
    const page = await h.open(`/booking-details/${bookingId}`, client, { viewport: { width, height: 600 } });
    const open = page.getByRole('button', { name: 'Give feedback' });
    await open.waitFor();
    await page.getByRole('link', { name: 'Add to calendar' }).waitFor();
    await settled(page);
    const gap = () =>
      open.evaluate((button) => {
        const main = document.querySelector('main')?.getBoundingClientRect();
        return button.getBoundingClientRect().top - (main?.bottom ?? 0);
      });
    expect(await gap()).toBeGreaterThanOrEqual(0);
    const menu = page.getByRole('button', { name: width === 390 ? 'Menu' : 'Profile' });
    await menu.click();
    await page.getByRole(width === 390 ? 'button' : 'menuitem', { name: 'Feedback', exact: true }).click();
    const heading = page.getByRole('heading', { name: 'Your feedback' });
    await heading.waitFor();
    await settled(page);
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await heading.boundingBox())?.y).toBeLessThan(600);
  }
});

test('the form opens in sight, where its button was, on a page of any length', async () => {
  const page = await h.open('/settings', await h.make.client(), { viewport: { width: 390, height: 844 } });
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await page.getByRole('button', { name: 'Give feedback' }).click();
  const heading = page.getByRole('heading', { name: 'Your feedback' });
  await settled(page);
  expect((await heading.boundingBox())?.y).toBeLessThan(844);
});
