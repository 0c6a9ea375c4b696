import { expect, test } from 'vitest';
import { zoneAt } from '#server/testing/zone-at.ts';
import { HOUR } from '#shared/constants.ts';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import { confirm, pickPath, requested, stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const zone = zoneAt(12);
const phone = { viewport: { width: 390, height: 844 } };

/** All of the first day is taken. */
async function fullDay(time_zone = zone) {
  const s = await stage(t, { time_zone });
  const given = { professionalId: s.professional.professionalId, serviceIds: [s.cut], status: 'confirmed' as const };
  for (let hour = 0; hour < 8; hour++) await t.make.booking({ ...given, start: s.first.start + hour * HOUR });
  return { s, given };
}

test('what frees up by night stands in the list and the calendar as offered from 8:00 AM', async () => {
  const night = zoneAt(22);
  const { s, given } = await fullDay(night);
  const { start } = s.first;
  const api = (token: string, method: string, path: string, body: object) =>
    fetch(`${t.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const windows = [{ start: new Date(start), end: new Date(start + 8 * HOUR) }];
  const wanted = { professional_id: given.professionalId, service_ids: [s.cut], windows };
  expect((await api(s.client.token, 'POST', '/cancellation-list/', wanted)).status).toBe(201);
  const taken = await t.db
    .selectFrom('bookings')
    .select('id')
    .where('professional_id', '=', given.professionalId)
    .where('start_time', '=', new Date(start).toISOString())
    .executeTakeFirstOrThrow();
  const cancelled = await api(s.professional.token, 'PATCH', `/bookings/${taken.id}`, { status: 'cancelled' });
  expect(cancelled.status).toBe(200);
  const page = await (await t.signedIn(s.professional, phone)).newPage();
  await page.goto(`/calendar?view=day&date=${dayKey(start, night)}`);
  await page.getByText(/\. Offered from 8:00 AM$/).waitFor();
  await page.getByRole('button', { name: /^Offered from 8:00 AM/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Offered from 8:00 AM' });
  await sheet.getByText(/If it's still free, we'll offer it to /).waitFor();
  expect(await sheet.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
  await expectAccessible(page);
});

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
  await dashboard.getByRole('heading', { name: 'Waiting for a time: 1' }).waitFor();
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
  await page.getByRole('heading', { name: 'Waiting for', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^See the offer:/ }).click();
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
  await sheet.getByRole('button', { name: 'Join the list' }).click();
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

test('who could book now, or move, takes one of the times that are free in what they asked for', async () => {
  const { s, given } = await fullDay();
  const [, second, third] = s.windows;
  const free = second?.start ?? 0;
  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.goto(`${pickPath(s)}?service_ids=${s.cut}`);
  await page.getByRole('button', { name: 'Tell me when a time frees up' }).click();
  const sheet = page.getByRole('dialog', { name: 'Tell me when a time frees up' });
  await sheet.getByRole('button', { name: formatShortDay(free, zone) }).click();
  await sheet.getByRole('button', { name: 'Join the list' }).click();
  await sheet.getByText('No need to wait: these times are free.').waitFor();
  // Times of that day alone.
  const times = sheet.getByRole('list', { name: 'Free times' }).getByRole('listitem');
  await expect.poll(() => times.count()).toBe(6);
  for (const text of await times.allInnerTexts()) expect(text).toContain(formatShortDay(free, zone));
  await expectAccessible(page);
  await sheet
    .getByRole('link', { name: `Take it: ${formatShortDay(free, zone)}, ${formatSlotTime(free, zone)}` })
    .click();
  await confirm(page).click();
  await requested(page);

  const { bookingId } = await t.make.booking({
    ...given,
    clientId: s.client.clientId,
    start: (third?.start ?? 0) + HOUR,
  });
  await page.goto(`/booking-details/${bookingId}`);
  await page.getByRole('button', { name: 'Earlier?' }).click();
  const earlier = page.getByRole('link', { name: /^Take it: / });
  await earlier.first().waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const [label = ''] = await earlier.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  await earlier.first().click();
  await page.getByRole('button', { name: `Ask for ${label?.replace('Take it: ', '')}` }).click();
  await page.getByText("We've asked Amara Okafor.").waitFor();
});

test('an offer stands as long as the server says, whatever the clock of the phone; accepted, the other tabs know', async () => {
  const s = await stage(t, { time_zone: zone });
  const { professionalId } = s.professional;
  const offered = { professionalId, clientId: s.client.clientId, serviceIds: [s.cut], start: s.first.start };
  const { openingId } = await t.make.opening(offered);
  const context = await t.signedIn(s.client, phone);
  const lists = await context.newPage();
  await lists.goto('/client-profile');
  const link = lists.getByRole('link', { name: /^See the offer:/ });
  await link.waitFor();
  const page = await context.newPage();
  await page.clock.setSystemTime(Date.now() + 5 * HOUR);
  await page.goto(`/opening/${openingId}`);
  await page.getByRole('button', { name: 'Accept' }).click();
  await requested(page);
  await link.waitFor({ state: 'detached' });
});

test('more than a hundred wait, some of them twice: all are shown, and counted as what they are', async () => {
  const s = await stage(t, { time_zone: zone });
  const windows = `{[${new Date(s.first.start).toISOString()},${new Date(s.first.start + 8 * HOUR).toISOString()})}`;
  const entry = { professional_id: s.professional.professionalId, client_id: s.client.clientId, windows };
  const entries = Array.from({ length: 103 }, () => ({ ...entry, service_ids: [s.cut] }));
  await t.db.insertInto('cancellation_list_entries').values(entries).execute();
  const dashboard = await (await t.signedIn(s.professional, { viewport: { width: 1280, height: 900 } })).newPage();
  await dashboard.goto('/professional-dashboard');
  await dashboard.getByRole('heading', { name: 'Waiting for a time: 103' }).waitFor();
  await dashboard.getByRole('button', { name: 'Show all 103' }).click();
  await expect.poll(() => dashboard.getByRole('button', { name: /^Offer a time to/ }).count()).toBe(103);
});
