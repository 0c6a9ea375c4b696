import { expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { HOUR } from '#shared/constants.ts';
import { formatShortDay, formatSlotTime, formatTimes, formatTimeWithZone, zoneAbbreviation } from '#shared/time.ts';
import { confirmPath, pickPath, stage, zone } from './booking-people.ts';
import { expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
/** Half an hour and more away from Melbourne, mostly on the same day. */
const elsewhere = 'Asia/Kolkata';
const phone = { viewport: { width: 390, height: 844 }, timezoneId: elsewhere };

/** How an instant between 4:30 AM and midnight in Melbourne reads for somebody in Kolkata. */
const own = (at: number) => `${formatSlotTime(at, elsewhere)} where you are`;

test('every booking screen says the time of a viewer in another zone too', async () => {
  const s = await stage(t);
  const { professionalId } = s.professional;
  const { start } = s.first;
  const of = { professionalId, clientId: s.client.clientId, serviceIds: [s.cut] };
  const confirmed = start + 3 * HOUR;
  await t.make.booking({ ...of, status: 'confirmed', start: confirmed });
  const other = await t.make.client();
  await t.make.booking({ ...of, clientId: other.clientId, status: 'confirmed', start: start + 6.5 * HOUR });
  const { bookingId } = await t.make.booking({ ...of, status: 'pending', start: start + 5 * HOUR });
  const { expires_at } = await t.db
    .selectFrom('bookings')
    .select('expires_at')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const until = Date.parse(expires_at);
  const untilOwn = new RegExp(`${formatSlotTime(until, elsewhere)} (\\w{3} \\d+ \\w+ )?where you are`);

  const visitor = await (await t.visitor(phone)).newPage();
  await visitor.goto(`/public-professional-page/${professionalId}`);
  await visitor.getByRole('complementary', { name: 'Booking' }).getByText(own(start)).waitFor();
  await visitor
    .getByText(`${formatShortDay(start, elsewhere)}, ${formatTimes(start, start + 8 * HOUR, elsewhere)} where you are`)
    .waitFor();
  await expectNoSideScroll(visitor);
  await visitor.goto(pickPath(s));
  await visitor.getByRole('status').getByText(own(start)).waitFor();
  await visitor.getByRole('button', { name: /^9:30 AM/ }).click();
  await visitor.getByText(`${formatTimes(start, start + HOUR, zone)} ${zoneAbbreviation(start, zone)}`).waitFor();
  await expectNoSideScroll(visitor);

  const client = await (await t.signedIn(s.client, phone)).newPage();
  await client.goto('/client-profile');
  await client.getByText(own(confirmed)).waitFor();
  await client.goto(`/booking-details/${bookingId}`);
  await client.getByRole('heading', { level: 1 }).locator('..').getByText(untilOwn).waitFor();
  // Somebody else has this time.
  await client.goto(confirmPath(s, 390));
  await client.getByRole('button', { name: 'Confirm Booking' }).click();
  await client.getByRole('list', { name: 'Nearest free times' }).getByText('where you are').first().waitFor();
  await expectNoSideScroll(client);

  const professional = await (await t.signedIn(s.professional, phone)).newPage();
  await professional.goto('/professional-dashboard');
  await professional.getByRole('heading', { level: 1, name: /^Next: / }).waitFor();
  await expect.poll(() => professional.getByText(own(confirmed), { exact: true }).count()).toBe(1);
  const waiting = professional.getByRole('region', { name: /waiting for your answer/ });
  await waiting.getByText(own(start + 5 * HOUR), { exact: true }).waitFor();
  await waiting.getByText(untilOwn).last().waitFor();
  await expectNoSideScroll(professional);
});

test.each(full ? ['America/New_York', elsewhere] : [elsewhere])(
  'nothing of the picker moves once a viewer in %s is known',
  async (timezoneId) => {
    const s = await stage(t);
    const page = await (await t.visitor({ viewport: { width: 390, height: 664 }, timezoneId })).newPage();
    await page.addInitScript(() => {
      const seen = { shift: 0, bars: new Set<number>() };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      const look = () => {
        const bar = document.querySelector('[data-sticky-bar]')?.getBoundingClientRect();
        // While the page still comes, the bar may have been painted in part.
        if (bar && document.readyState !== 'loading') seen.bars.add(bar.y);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(pickPath(s));
    await page.getByText('where you are').first().waitFor({ state: 'attached' });
    const [shift, bars] = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { shift: number; bars: Set<number> } };
      return [seen.shift, seen.bars.size] as const;
    });
    expect(shift).toBeLessThan(0.02);
    expect(bars).toBe(1);
  },
);

test('a viewer on the same clock reads one time only', async () => {
  const s = await stage(t);
  await t.make.booking({
    professionalId: s.professional.professionalId,
    serviceIds: [s.cut],
    start: s.first.start + 3 * HOUR,
  });
  const page = await (await t.signedIn(s.professional, { ...phone, timezoneId: zone })).newPage();
  await page.goto('/professional-dashboard');
  await page
    .getByRole('region', { name: /waiting/ })
    .getByText(formatShortDay(s.first.start, zone))
    .first()
    .waitFor();
  expect(await page.getByText('where you are').count()).toBe(0);
  await page.goto(`/public-professional-page/${s.professional.professionalId}`);
  await page.getByText(formatTimeWithZone(s.first.start, zone)).first().waitFor();
  expect(await page.getByText('where you are').count()).toBe(0);
});
