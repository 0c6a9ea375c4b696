import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nextOpening } from '#shared/rules/books-open.ts';
import { formatMonth, formatShortMoment } from '#shared/time.ts';
import { zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

test('books that open one month at a time: when stands above the times, with a reminder; an open page asks again then', async () => {
  const books = { day: 20, time: '20:00', months: 1 };
  const { professionalId } = await t.make.professional({ time_zone: zone, books_open: JSON.stringify(books) });
  const serviceId = await t.make.service(professionalId, { name: 'Knotless braids' });
  await t.make.hours(professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  const page = await (await t.signedIn(await t.make.client(), phone)).newPage();
  await page.clock.install();
  await page.goto(`/pick-booking-time/${serviceId}/${professionalId}`);
  const { opens, month } = nextOpening(books, zone, Date.now());
  await page.getByText(`${formatMonth(month)} opens on ${formatShortMoment(opens, zone)}`).waitFor();
  await page.getByRole('button', { name: 'Remind me' }).click();
  await page.getByText("We'll tell you when it opens.").waitFor();
  await page.getByRole('button', { name: "Don't remind me" }).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const forTimes = () => asked.filter((url) => url.includes('availability.ofProfessional'));
  // A month later much is asked anew: what follows is counted once that is over.
  await page.clock.fastForward(opens - Date.now() - 90_000);
  const askedMeanwhile = async () => {
    asked.length = 0;
    await delay(3_000);
    return asked.length;
  };
  await expect.poll(askedMeanwhile).toBe(0);
  await page.clock.runFor(60_000);
  expect(forTimes()).toEqual([]);
  await page.clock.runFor(60_000);
  await expect.poll(forTimes).not.toEqual([]);
});
