import { expect, test } from 'vitest';
import { HOUR } from '#shared/constants.ts';
import { weeklyStarts } from '#shared/rules/series.ts';
import type { Series } from '#shared/series.ts';
import { formatShortMoment, formatSlotTime, iso } from '#shared/time.ts';
import { melbourne, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

/** A series of three visits, a week apart, of a client who has been there before. */
async function madeSeries() {
  const professional = await t.make.professional({ time_zone: zone });
  const { professionalId, token } = professional;
  const cut = await t.make.service(professionalId, { name: 'Dry curl cut' });
  await t.make.hours(professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  const zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  const given = { professionalId, clientId: zoe.clientId, serviceIds: [cut], status: 'confirmed' as const };
  await t.make.booking({ ...given, start: melbourne(2, '15:00') });
  const starts = weeklyStarts(melbourne(3, '10:00'), zone, { everyWeeks: 1, count: 3 });
  const answer = await fetch(`${t.url}/series/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: zoe.clientId,
      service_ids: [cut],
      every_weeks: 1,
      start_times: starts.map(iso),
    }),
  });
  expect(answer.status).toBe(201);
  const { id, bookings } = (await answer.json()) as Series;
  const times = async () =>
    (
      await t.db
        .selectFrom('bookings')
        .select('start_time')
        .where('series_id', '=', id)
        .where('status', '=', 'confirmed')
        .orderBy('start_time')
        .execute()
    ).map(({ start_time }) => new Date(start_time).getTime());
  return { professional, zoe, starts, times, visit: (n: number) => bookings[n]?.id ?? '' };
}

test('this and later are moved by the days and hours of the first, and more dates are added at its time', async () => {
  const { professional, starts, times, visit } = await madeSeries();
  const [first = 0, second = 0, third = 0] = starts;
  const page = await (await t.signedIn(professional, phone)).newPage();
  await page.goto(`/change-time/${visit(1)}`);
  await page.getByRole('radio', { name: 'This and later' }).click();
  await page.getByRole('button', { name: formatSlotTime(second + 2 * HOUR, zone) }).click();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: `Move 2 visits to ${formatShortMoment(second + 2 * HOUR, zone)}` }).click();
  await page.getByText('2 visits moved.').waitFor();
  const moved = [first, second + 2 * HOUR, third + 2 * HOUR];
  expect(await times()).toEqual(moved);

  await page.getByRole('button', { name: 'Add more dates' }).click();
  await page.getByLabel('How many visits').selectOption('2');
  await page.getByText('2 of 2 dates chosen').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 2 visits' }).click();
  await page.getByText('2 visits added.').waitFor();
  await page.getByText('Visit 2 of 5, every week').waitFor();
  const more = weeklyStarts(third + 2 * HOUR, zone, { everyWeeks: 1, count: 3 }).slice(1);
  expect(await times()).toEqual([...moved, ...more]);
});

test('its client cancels this and later, and is told what is kept', async () => {
  const { zoe, starts, times, visit } = await madeSeries();
  const page = await (await t.signedIn(zoe, phone)).newPage();
  await page.goto(`/booking-details/${visit(1)}`);
  await page.getByText('Visit 2 of 3, every week').waitFor();
  await page.getByRole('link', { name: 'Cancel or change' }).click();
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('radio', { name: 'This and later' }).click();
  await dialog.getByText(/, and 1 later visit\./).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel these 2 bookings' }).click();
  await page.getByText('Bookings cancelled.').waitFor();
  expect(await times()).toEqual(starts.slice(0, 1));
});

test("'Repeat' of a booking and of a client leads to the next dates with everything else chosen", async () => {
  const { professional } = await madeSeries();
  const { id } = await t.db
    .selectFrom('bookings')
    .select('id')
    .where('professional_id', '=', professional.professionalId)
    .where('series_id', 'is', null)
    .executeTakeFirstOrThrow();
  const page = await (await t.signedIn(professional, phone)).newPage();
  await page.goto(`/booking-details/${id}`);
  await page.getByRole('link', { name: /^Visits and notes of/ }).click();
  await page.getByRole('link', { name: 'Repeat', exact: true }).click();
  await page.getByRole('button', { name: 'Dry curl cut', pressed: true }).waitFor();
  await page.goto(`/booking-details/${id}`);
  await page.getByRole('link', { name: 'Repeat', exact: true }).click();
  await page.getByText('6 of 6 dates chosen').waitFor();
  expect(await page.getByLabel('Same time every').inputValue()).toBe('5');
  await page.getByRole('button', { name: 'Add 6 visits' }).click();
  await page.getByText('Visit 1 of 6, every 5 weeks').waitFor();
});
