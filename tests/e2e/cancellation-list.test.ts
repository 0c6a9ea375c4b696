import { expect, test } from 'vitest';
import { zoneAt } from '#server/testing/zone-at.ts';
import { HOUR } from '#shared/constants.ts';
import { formatShortDay } from '#shared/time.ts';
import { pickPath, stage } from './booking-people.ts';
import { expectAccessible, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

const t = useHarness();

test('by keyboard from a full day to booked: waiting, a booking is cancelled, the mail leads to its time', async () => {
  const zone = zoneAt(12);
  const s = await stage(t, { time_zone: zone });
  const { professionalId } = s.professional;
  // All of the first day is taken; the others stay free, so that the list is for that day.
  const taken: string[] = [];
  for (let hour = 0; hour < 8; hour++) {
    const given = { professionalId, serviceIds: [s.cut], status: 'confirmed' as const };
    taken.push((await t.make.booking({ ...given, start: s.first.start + hour * HOUR })).bookingId);
  }
  const page = await t.open(`${pickPath(s)}?service_ids=${s.cut}`, s.client, { viewport: { width: 390, height: 844 } });
  await tabTo(page, 'button', 'Tell me when a time frees up');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Tell me when a time frees up' });
  await sheet.waitFor();
  await tabTo(page, 'button', 'Join the list');
  await page.keyboard.press('Enter');
  await sheet.getByText('Choose the days that would suit.').waitFor();
  await expectAccessible(page);
  // The days are one stop of the keyboard, in which arrows lead on.
  await tabTo(page, 'button', 'Any day in 4 weeks');
  const day = sheet.getByRole('button', { name: formatShortDay(s.first.start, zone) });
  while (!(await day.evaluate((chip) => chip === document.activeElement))) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Join the list');
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await page.getByText(/^You're on the list\./).waitFor();

  await t.ask(s.professional, `PATCH /bookings/${taken[2]}`, { status: 'cancelled' });
  const mail = async () => (await t.mailTo(s.client.email)).find(({ subject }) => subject.startsWith('A time is free'));
  await expect.poll(mail, { timeout: 60_000 }).toBeDefined();
  const link = (await mail())?.text.match(/\S+\/opening\/\S+/)?.[0] ?? '';
  await page.goto(new URL(link).pathname);
  await page.getByRole('heading', { name: 'A time for you' }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Held for you for \d+ minutes, until/ })
    .waitFor({ state: 'attached' });
  await expectAccessible(page);
  await tabTo(page, 'button', 'Accept');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Request sent' }).waitFor();
  const [booking] = await t.db
    .selectFrom('bookings')
    .select(['start_time', 'client_id'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', s.client.clientId)
    .execute();
  expect(new Date(booking?.start_time ?? 0).getTime()).toBe(s.first.start + 2 * HOUR);
});
