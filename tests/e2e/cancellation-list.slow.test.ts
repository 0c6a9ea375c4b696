import { expect, test } from 'vitest';
import { zoneAt } from '#server/testing/zone-at.ts';
import { HOUR } from '#shared/constants.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import { stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const zone = zoneAt(12);
const phone = { viewport: { width: 390, height: 844 } };

/** All of the first day is taken. */
async function fullDay() {
  const s = await stage(t, { time_zone: zone });
  const given = { professionalId: s.professional.professionalId, serviceIds: [s.cut], status: 'confirmed' as const };
  for (let hour = 0; hour < 8; hour++) await t.make.booking({ ...given, start: s.first.start + hour * HOUR });
  return { s, given };
}

test('who waits with a professional: offered a time by hand, which is withdrawn, offered again and taken', async () => {
  const { s } = await fullDay();
  const windows = [{ start: new Date(s.first.start), end: new Date(s.first.start + 8 * HOUR) }];
  const joined = await fetch(`${t.url}/cancellation-list/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${s.client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ professional_id: s.professional.professionalId, service_ids: [s.cut], windows }),
  });
  expect(joined.status).toBe(201);
  const dashboard = await (await t.signedIn(s.professional, { viewport: { width: 1280, height: 900 } })).newPage();
  await dashboard.goto('/professional-dashboard');
  await dashboard.getByRole('heading', { name: '1 client waiting for a time' }).waitFor();
  async function offer() {
    await dashboard.getByRole('button', { name: /^Offer a time to/ }).click();
    const sheet = dashboard.getByRole('dialog');
    // It opens on the day that would suit, which is full: another time is typed.
    await sheet.getByText(/^No free times on /).waitFor();
    await sheet.getByText(/^Another time on /).click();
    await sheet.getByLabel('Time', { exact: true }).fill(formatSlotTime(s.first.start - 2 * HOUR, zone));
    await sheet.getByText("That's outside your hours. You can still book it.").waitFor();
    await expectAccessible(dashboard);
    await sheet.getByRole('button', { name: /^Offer / }).click();
  }
  await offer();
  await dashboard.getByRole('button', { name: /^Withdraw the offer/ }).click();
  await dashboard.getByText('The time is free again.').waitFor();
  await offer();
  await dashboard.getByRole('button', { name: /^Withdraw the offer/ }).waitFor();
  await expectAccessible(dashboard);

  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.goto('/client-profile');
  await page.getByRole('heading', { name: 'Waiting for' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^See the offer/ }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: 'Booking Is Secured' }).waitFor();
  await page.getByRole('button', { name: 'Earlier?' }).click();
  // No time before it is free.
  await page.getByRole('button', { name: 'Stop waiting for earlier' }).waitFor();
});

test('beside the times to which a booking could move, a full day before it is waited for', async () => {
  const { s, given } = await fullDay();
  const [, , third] = s.windows;
  const { bookingId } = await t.make.booking({
    ...given,
    clientId: s.client.clientId,
    start: (third?.start ?? 0) + HOUR,
  });
  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.goto(`/change-time/${bookingId}`);
  await page.getByText('Is an earlier day full?').waitFor();
  await page.getByRole('button', { name: 'Tell me when a time frees up' }).click();
  const sheet = page.getByRole('dialog', { name: 'Tell me when a time frees up' });
  await sheet.getByRole('button', { name: formatShortDay(s.first.start, zone) }).click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Tell me', exact: true }).click();
  await page.getByText("You're waiting for an earlier time.").waitFor();
  await expectNoSideScroll(page);
  expect(
    await t.db
      .selectFrom('cancellation_list_entries')
      .select(['status', 'is_earlier', 'booking_id'])
      .where('client_id', '=', s.client.clientId)
      .execute(),
  ).toEqual([{ status: 'waiting', is_earlier: true, booking_id: bookingId }]);
  await page.getByRole('button', { name: 'Stop waiting for earlier' }).click();
  await page.getByText('Is an earlier day full?').waitFor();
});
