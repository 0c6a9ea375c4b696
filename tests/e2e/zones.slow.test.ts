import { describe, expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import {
  dayKey,
  formatDateTime,
  formatDayHeading,
  formatSlotTime,
  formatTimeWithZone,
  zoneAbbreviation,
  zoneOffset,
} from '#shared/time.ts';
import { useHarness } from './harness.ts';

const t = useHarness();
const viewers = [
  'UTC',
  'Australia/Melbourne',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
];
/** The zones of professionals, all with clock changes. */
const changing = ['Australia/Melbourne', 'Australia/Lord_Howe', 'America/New_York'];
/** A full run shows every zone to every viewer, a short one each zone to two of them, who are in other ones. */
const seen = viewers.map((timezoneId, index) => ({
  timezoneId,
  zones: changing.filter((_, at) => full || at === (index + 1) % changing.length),
}));

/** A professional with windows across the next two clock changes of the zone. */
async function acrossChanges(time_zone: string) {
  const { professionalId } = await t.make.professional({ time_zone });
  const service = await t.make.service(professionalId, { service_duration_minutes: 30 });
  const changes = zoneChanges(time_zone, Date.now(), 2).map(({ at }) => at);
  for (const at of changes) await t.make.window(professionalId, at - 2 * HOUR, at + 4 * HOUR);
  return { professionalId, service, changes, time_zone };
}

/** The free starts by the server on the day of an instant in a zone, which every browser must show. */
async function freeOn(professionalId: string, service: string, at: number, zone: string) {
  const range = `from=${new Date(at - 12 * HOUR).toISOString()}&to=${new Date(at + 36 * HOUR).toISOString()}`;
  const answer = await fetch(`${t.url}/availability/professional/${professionalId}?service_ids=${service}&${range}`);
  const windows = (await answer.json()) as { id: string; available_slots: { start_time: string }[] }[];
  return windows
    .flatMap(({ available_slots }) => available_slots.map(({ start_time }) => Date.parse(start_time)))
    .filter((start) => dayKey(start, zone) === dayKey(at, zone));
}

describe('B13: the same instants in every browser, across clock changes', () => {
  test.each(seen)('in a browser in $timezoneId', async ({ timezoneId, zones }) => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client, { timezoneId, viewport: { width: 390, height: 844 } })).newPage();
    for (const zone of zones) {
      const { professionalId, service, changes } = await acrossChanges(zone);
      for (const at of changes) {
        const free = await freeOn(professionalId, service, at, zone);
        const after = free.find((start) => start >= at) ?? Number.NaN;
        await page.goto(`/pick-booking-time/${service}/${professionalId}?slot_start=${new Date(after).toISOString()}`);
        await page.getByRole('heading', { name: formatDayHeading(at, zone) }).waitFor();
        const chips = page.getByRole('button', { name: /^\d+:\d\d [AP]M / });
        const expected = free.map((start) => {
          const own = formatSlotTime(start, timezoneId);
          const elsewhere = zoneOffset(start, timezoneId) !== zoneOffset(start, zone);
          const shown = formatTimeWithZone(start, zone);
          return elsewhere ? `${shown} ${own}` : shown;
        });
        // The viewer's own times come once the page is hydrated.
        const shown = async () =>
          (await chips.allTextContents()).map((text) => text.replace(/ (\w{3} \d+ \w+ )?where you are$/, ''));
        await expect.poll(shown).toEqual(expected);

        // A chip selects the instant that it shows.
        const last = free.at(-1) ?? Number.NaN;
        await chips.last().click();
        await page.waitForURL(`**slot_start=${new Date(last).toISOString()}**`);
      }
    }
  });

  test.each(viewers)(
    'a booking made in %s after a clock change is stored and shown as that instant',
    async (timezoneId) => {
      const zone = 'Australia/Melbourne';
      const { professionalId, service, changes } = await acrossChanges(zone);
      const at = changes[0] ?? Number.NaN;
      const start = at + 30 * MINUTE;
      const client = await t.make.client();
      const page = await (await t.signedIn(client, { timezoneId })).newPage();
      await page.goto(`/pick-booking-time/${service}/${professionalId}?slot_start=${new Date(start).toISOString()}`);
      await page.getByRole('button', { name: 'Continue to Booking' }).click();
      await page.getByText(formatDateTime(start, zone)).waitFor();
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.getByRole('heading', { name: 'Request sent' }).waitFor();
      await page.getByText(formatDateTime(start, zone)).waitFor();
      const elsewhere = zoneOffset(start, timezoneId) !== zoneOffset(start, zone);
      const own = page.getByRole('definition').getByText('where you are');
      await expect.poll(() => own.count()).toBe(elsewhere ? 1 : 0);
      const stored = await t.db
        .selectFrom('bookings')
        .select(['start_time', 'end_time'])
        .where('professional_id', '=', professionalId)
        .execute();
      expect(stored.map(({ start_time, end_time }) => [Date.parse(start_time), Date.parse(end_time)])).toEqual([
        [start, start + 30 * MINUTE],
      ]);
    },
  );
});

test('the picker says in which zone it shows times', async () => {
  const { professionalId } = await t.make.professional({ time_zone: 'Australia/Perth' });
  const service = await t.make.service(professionalId);
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR;
  await t.make.window(professionalId, start, start + 2 * HOUR);
  const page = await (await t.visitor({ timezoneId: 'Asia/Kolkata' })).newPage();
  await page.goto(`/pick-booking-time/${service}/${professionalId}`);
  const zones = page.getByText(`${zoneAbbreviation(start, 'Australia/Perth')}. The small time is yours.`);
  await zones.waitFor();
  const neighbour = await (await t.visitor({ timezoneId: 'Australia/Perth' })).newPage();
  await neighbour.goto(`/pick-booking-time/${service}/${professionalId}`);
  await neighbour.getByText('Perth time', { exact: true }).waitFor();
});
