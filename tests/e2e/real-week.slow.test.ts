import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import type { OwnDate, OwnHours } from '#shared/hours.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import { dayKey, formatLongDate, formatShortDay, formatTimeWithZone, fromLocalInput } from '#shared/time.ts';
import { requested } from './booking-people.ts';
import { expectAccessible, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

const h = useHarness();
const zone = 'Australia/Melbourne';
/** A phone in the professional's zone. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: zone };
const desktop = { viewport: { width: 1280, height: 900 } };

async function read<T>(person: ProfessionalPerson, path: string): Promise<T> {
  const answer = await fetch(`${h.url}${path}`, { headers: { authorization: `Bearer ${person.token}` } });
  expect(answer.ok, `${path} ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}
const clock = (hours: number) => hours * 60;
const at = (day: string, time: string) => fromLocalInput(`${day}T${time}`, zone) ?? Number.NaN;

/** The picker of a new client's browser, on the day of a time. */
async function pickAt(person: ProfessionalPerson, service: string, start: number, options: object = phone) {
  const page = await (await h.signedIn(await h.make.client(), options)).newPage();
  const slot = new Date(start).toISOString();
  await page.goto(`/pick-booking-time/${service}/${person.professionalId}?slot_start=${slot}`);
  return page;
}

/** The times of the day that the picker shows. */
const shownTimes = async (page: Page) =>
  (await page.getByRole('button', { name: /^\d+:\d\d [AP]M / }).allTextContents()).map(
    (text) => /^\d+:\d\d [AP]M [A-Z]+/.exec(text)?.[0],
  );

async function book(page: Page) {
  await page.getByRole('button', { name: 'Continue to Booking' }).click();
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await requested(page);
}

test('B18: a colourist’s morning: a cut in the gap of a colour, booked by two clients, seen in the calendar and on paper', async () => {
  const person = await h.make.professional({ time_zone: zone, slot_interval_minutes: 15 });
  const colour = await h.make.service(person.professionalId, {
    name: 'Root colour',
    service_duration_minutes: 105,
    processing_start_minutes: 45,
    processing_minutes: 30,
  });
  const cut = await h.make.service(person.professionalId, { name: 'Quick cut', service_duration_minutes: 30 });
  await h.make.hours(person.professionalId, [{ start: clock(9), end: clock(12) }]);
  const day = addDays(dayKey(Date.now(), zone), 2);

  await book(await pickAt(person, colour, at(day, '09:00')));
  const second = await pickAt(person, cut, at(day, '09:45'));
  const times = ['09:45', '10:45', '11:00', '11:15', '11:30'].map((time) => formatTimeWithZone(at(day, time), zone));
  await expect.poll(() => shownTimes(second)).toEqual(times);
  await book(second);
  const third = await pickAt(person, cut, at(day, '10:45'));
  await expect.poll(() => shownTimes(third)).toEqual(times.slice(1));

  const page = await (await h.signedIn(person, phone)).newPage();
  await page.goto(`/calendar?view=day&date=${day}`);
  const column = page.getByRole('region', { name: formatShortDay(at(day, '12:00'), zone) });
  await column.getByText('2 bookings').waitFor();

  // Printing shows the day alone, in the order of its times.
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article');
  await sheet.getByRole('heading', { name: formatLongDate(at(day, '12:00'), zone) }).waitFor();
  expect(await sheet.getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/^Time\s+Who\s+What\s+Notes$/),
    expect.stringMatching(/9:00 AM to 10:45 AM\s+free 9:45 AM to 10:15 AM[\s\S]*Root colour/),
    expect.stringMatching(/9:45 AM to 10:15 AM[\s\S]*Quick cut/),
  ]);
  expect(await page.getByRole('heading').count()).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  // A browser that tells of printing by its events alone.
  const written = page.locator('body > article');
  await expect.poll(() => written.count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await written.count()).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => written.count()).toBe(0);

  // The cut lies in the colour's gap, and can be pressed.
  await column.getByRole('link', { name: /Quick cut/ }).click();
  await page.getByRole('dialog').getByText('Quick cut').waitFor();
});

test('B17: hours of the day on which the clocks change are set, sold and still stand, in browsers of other zones', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await h.db
    .updateTable('professionals')
    .set({ booking_horizon_days: 365 })
    .where('id', '=', person.professionalId)
    .execute();
  const service = await h.make.service(person.professionalId, { service_duration_minutes: 60 });
  const [change] = zoneChanges(zone, Date.now(), 1);
  if (!change) throw new Error('the clocks no longer change');
  const day = dayKey(change.at, zone);
  const today = dayKey(Date.now(), zone);

  const page = await (await h.signedIn(person, { ...phone, timezoneId: 'America/New_York' })).newPage();
  await page.goto('/set-hours');
  const months =
    (Number(day.slice(0, 4)) - Number(today.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(today.slice(5, 7));
  for (let month = 0; month < months; month++) await page.getByRole('button', { name: 'Next month' }).click();
  const cell = page.getByRole('button', { name: new RegExp(`^${formatLongDate(at(day, '12:00'), zone)}, `) });
  await cell.click();
  await page.getByRole('radio', { name: 'Other hours' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').fill('01:00');
  await dialog.getByLabel('To').fill('04:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/: 1:00 AM to 4:00 AM\./).waitFor();

  // An hour more or less than on other days: what begins at the same time twice is told apart.
  const [start, end] = [at(day, '01:00'), at(day, '04:00')];
  expect(end - start).toBe(3 * HOUR - (change.after - change.before) * MINUTE);
  const starts = Array.from({ length: (end - start) / (30 * MINUTE) - 1 }, (_, index) => start + index * 30 * MINUTE);
  const client = await pickAt(person, service, change.at, { ...phone, timezoneId: 'Australia/Perth' });
  await client.getByRole('status').getByText('where you are').waitFor();
  await expect.poll(() => shownTimes(client)).toEqual(starts.map((one) => formatTimeWithZone(one, zone)));
  await book(client);
  const [booked] = await read<{ id: string; start_time: string }[]>(
    person,
    `/bookings/professionals/${person.professionalId}`,
  );
  expect(Date.parse(booked?.start_time ?? '')).toBe(change.at);

  // In the calendar a press beside it means the instant that the ground shows there.
  await page.goto(`/calendar?view=day&date=${day}`);
  await page.getByText('1 booking', { exact: true }).waitFor();

  await page.goto('/set-hours');
  for (let month = 0; month < months; month++) await page.getByRole('button', { name: 'Next month' }).click();
  await cell.click();
  await page.getByRole('radio', { name: 'Closed' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/: Closed\. 1 booking is now outside your hours\. It's still on\./).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await read<OwnDate[]>(person, '/hours/dates?limit=1000')).map(({ hours }) => hours))
    .toEqual([[{ start: '01:00', end: '04:00' }]]);
  const after = await read<{ status: string }>(person, `/bookings/${booked?.id}`);
  expect(after.status).toBe('pending');
});

test('B17: by keyboard alone a week is copied by chips, a day is closed in the month, and Undo takes it back', async () => {
  const person = await h.make.professional({ time_zone: zone });
  const page = await (await h.signedIn(person, desktop)).newPage();
  const { keyboard } = page;
  await page.goto('/set-hours');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

  await tabTo(page, 'button', /^Tuesday/);
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Tuesday' }).waitFor();
  // The chips are one stop; arrows go from one to the next.
  await tabTo(page, 'button', 'Mon');
  for (const name of ['Wed', 'Thu']) {
    await keyboard.press('ArrowRight');
    await expect.poll(focused).toBe(name);
    await keyboard.press('Space');
  }
  await tabTo(page, 'button', 'Save');
  await keyboard.press('Enter');
  await page.getByText('Tue, Wed, Thu: 9:00 AM to 5:00 PM.').waitFor();
  await expect.poll(focused).toContain('Tuesday');
  const open = async () => (await read<OwnHours>(person, '/hours/')).schedules[0]?.hours.map(({ weekday }) => weekday);
  expect(await open()).toEqual([2, 3, 4]);

  let day = addDays(dayKey(Date.now(), zone), 1);
  while (![2, 3, 4].includes(new Date(`${day}T12:00Z`).getUTCDay())) day = addDays(day, 1);
  if (day.slice(0, 7) !== dayKey(Date.now(), zone).slice(0, 7)) {
    await tabTo(page, 'button', 'Next month');
    await keyboard.press('Enter');
  }
  const name = new RegExp(`^${formatLongDate(Date.parse(`${day}T12:00Z`), 'UTC')}, `);
  await tabTo(page, 'button', name);
  await keyboard.press('Enter');
  await tabTo(page, 'radio', 'As usual');
  await keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Closed');
  await keyboard.press('Space');
  await tabTo(page, 'button', 'Save');
  await keyboard.press('Enter');
  await expect.poll(async () => (await read<OwnDate[]>(person, '/hours/dates')).map(({ date }) => date)).toEqual([day]);
  await expect.poll(focused).toMatch(/Closed, special day/);

  // What was done is said in the region that Alt and T lead to, and its action is the next stop.
  await page.getByText(/: Closed\.$/).waitFor();
  await keyboard.press('Alt+t');
  await tabTo(page, 'button', 'Undo');
  await keyboard.press('Enter');
  await expect.poll(() => read(person, '/hours/dates')).toEqual([]);
});

test('extra time of a day is added from the page of hours: it joins the hours that it touches', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await h.make.hours(person.professionalId, [{ start: clock(10), end: clock(16) }]);
  const page = await (await h.signedIn(person, phone)).newPage();
  await page.goto('/set-hours');
  await page.getByRole('button', { name: 'Extra time' }).click();
  await page.getByRole('dialog', { name: 'Extra time' }).getByRole('button', { name: 'Add' }).click();
  await page.getByText(/^Extra time: .*9:00 AM to 10:00 AM\.$/).waitFor();
  const tomorrow = dayKey(Date.now() + DAY, zone);
  expect(await read(person, '/hours/dates')).toMatchObject([
    { date: tomorrow, hours: [{ start: '09:00', end: '16:00' }] },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read(person, '/hours/dates')).toEqual([]);

  // What cannot be added is said at its field, where it can be mended.
  await page.getByRole('button', { name: 'Extra time' }).click();
  const sheet = page.getByRole('dialog', { name: 'Extra time' });
  const [from, to] = [sheet.getByLabel('From'), sheet.getByLabel('To')];
  await from.fill(`${tomorrow}T18:00`);
  await to.fill(`${tomorrow}T18:10`);
  await sheet.getByRole('button', { name: 'Add' }).click();
  await sheet.getByRole('alert').getByText('A window must be at least 15 minutes long').waitFor();
  expect([await from.getAttribute('aria-invalid'), await to.getAttribute('aria-invalid')]).toEqual([null, 'true']);
  await expect.poll(() => to.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await to.fill(`${tomorrow}T18:15`);
  expect(await sheet.getByRole('alert').count()).toBe(0);
  await from.fill('');
  await sheet.getByRole('button', { name: 'Add' }).click();
  expect(await from.getAttribute('aria-invalid')).toBe('true');
});

test('the calendar shows hours that cannot be booked yet as ground, and of a day that is over what took place', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await h.make.hours(person.professionalId, [{ start: clock(10), end: clock(16) }]);
  const page = await (await h.signedIn(person, phone)).newPage();
  for (const days of [0, 100]) {
    const day = addDays(dayKey(Date.now(), zone), days);
    await page.goto(`/calendar?view=day&date=${day}`);
    const column = page.getByRole('region', { name: formatShortDay(at(day, '12:00'), zone) });
    await column.getByText('Open 10:00 AM to 4:00 PM.').waitFor({ state: 'attached' });
    await page.getByText('Open: 6 h.').waitFor();
  }
  await page.goto(`/calendar?view=day&date=${addDays(dayKey(Date.now(), zone), -7)}`);
  await page.getByText('Nothing was booked.').waitFor();
});

test('how far ahead hours can be booked is set in the profile', async () => {
  const person = await h.make.professional({ time_zone: zone, specializations: [1] });
  const page = await (await h.signedIn(person, phone)).newPage();
  await page.goto('/edit-professional-profile');
  await page.getByLabel('Days Ahead').fill('366');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Days ahead must be from 1 to 365 whole days').waitFor();
  await page.getByLabel('Days Ahead').fill('90');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Profile updated successfully!').waitFor();
  expect(await read(person, '/professionals/profile')).toMatchObject({ booking_horizon_days: 90 });
});
