import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { dayKey } from '#shared/time.ts';
import { melbourne, pickPath, stage } from './booking-people.ts';
import { expectAccessible, useHarness } from './harness.ts';

const t = useHarness();

test('the cancellation list: from full to waiting by keyboard, an offer that is taken, and who waits for whom', async () => {
  const s = await stage(t);
  const { professionalId } = s.professional;
  // All of the first day is taken; the others stay free, so that the list is for that day.
  for (let hour = 0; hour < 8; hour++)
    await t.make.booking({
      professionalId,
      serviceIds: [s.cut],
      status: 'confirmed',
      start: s.first.start + hour * HOUR,
    });
  const context = await t.signedIn(s.client, { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${pickPath(s)}?service_ids=${s.cut}`);
  const tell = page.getByRole('button', { name: 'Tell me when a time frees up' });
  await tell.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Tell me when a time frees up' });
  const day = new Date(s.first.start).toLocaleDateString('en-AU', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'Australia/Melbourne',
  });
  await sheet.getByRole('button', { name: day.replace(',', '') }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Tell me', exact: true }).focus();
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await page.goto('/client-profile');
  await page.getByRole('heading', { name: 'Waiting for' }).waitFor();
  await expectAccessible(page);

  const dashboard = await (await t.signedIn(s.professional, { viewport: { width: 1280, height: 900 } })).newPage();
  await dashboard.goto('/professional-dashboard');
  await dashboard.getByRole('heading', { name: '1 client waiting for a time' }).waitFor();
  await dashboard.getByRole('button', { name: /^Offer a time to/ }).click();
  await dashboard
    .getByLabel('Time', { exact: true })
    .fill(`${dayKey(melbourne(9, '19:00'), 'Australia/Melbourne')}T19:00`);
  await dashboard.getByRole('button', { name: 'Offer it' }).click();
  await dashboard.getByRole('button', { name: /^Withdraw the offer/ }).waitFor();
  await expectAccessible(dashboard);

  await page.reload();
  await page.getByRole('link', { name: /^See the offer/ }).click();
  await page.getByRole('heading', { name: 'A time for you' }).waitFor();
  const said = page.getByRole('status').filter({ hasText: /Held for you for \d+ minutes/ });
  await said.waitFor({ state: 'attached' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: 'Booking Is Secured' }).waitFor();
  const earlier = page.getByRole('button', { name: 'Earlier?' });
  await earlier.click();
  // The other days are free: an earlier time is there already.
  await page.getByText('A time is free there now.').waitFor();
  expect(
    await t.db.selectFrom('openings').select('status').where('professional_id', '=', professionalId).execute(),
  ).toEqual([{ status: 'accepted' }]);
});
