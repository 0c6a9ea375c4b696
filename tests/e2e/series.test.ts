import { expect, test } from 'vitest';
import { weeklyStarts } from '#shared/rules/series.ts';
import { formatShortDay, formatSlotTime, iso } from '#shared/time.ts';
import { melbourne, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

test('a standing appointment: its dates with who is there, another time for a taken one, made and cancelled whole', async () => {
  const professional = await t.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const cut = await t.make.service(professionalId, { name: 'Dry curl cut' });
  await t.make.hours(professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  const starts = weeklyStarts(melbourne(3, '10:00'), zone, { everyWeeks: 2, count: 3 });
  const [first = 0, second = 0, third = 0] = starts;
  const zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  const given = { professionalId, clientId: zoe.clientId, serviceIds: [cut], status: 'confirmed' as const };
  await t.make.booking({ ...given, start: second });
  const page = await t.open(`/write-in?start=${iso(first)}&service=${cut}`, professional, phone);
  await page.getByRole('radio', { name: 'Repeat' }).click();
  await page.getByLabel('Same time every').selectOption({ label: '2 weeks' });
  await page.getByLabel('How many visits').selectOption('3');
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  await dates
    .nth(1)
    .getByText(/Zoë Adjei.? is booked, /)
    .waitFor();
  expect(await dates.count()).toBe(3);
  await page.getByText('2 of 3 dates chosen').waitFor();
  const instead = page.getByRole('radiogroup', { name: `Instead on ${formatShortDay(second, zone)}` });
  await instead.getByRole('radio', { name: formatSlotTime(second - 3_600_000, zone) }).click();
  await page.getByText('3 of 3 dates chosen').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByLabel('Name').fill('Tane Walker');
  await page.getByRole('button', { name: 'Add 3 visits' }).click();
  await page.getByText('Visit 1 of 3, every 2 weeks').waitFor();
  const made = () =>
    t.db
      .selectFrom('bookings')
      .select(['start_time', 'status'])
      .where('professional_id', '=', professionalId)
      .where('series_id', 'is not', null)
      .orderBy('start_time')
      .execute();
  expect((await made()).map(({ start_time }) => new Date(start_time).getTime())).toEqual([
    first,
    second - 3_600_000,
    third,
  ]);

  await page.getByRole('link', { name: 'Cancel or change' }).click();
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('alertdialog').getByRole('radio', { name: 'This and later' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel these 3 bookings' }).click();
  await page.getByText('Bookings cancelled.').waitFor();
  expect((await made()).map(({ status }) => status)).toEqual(Array(3).fill('cancelled'));
});
