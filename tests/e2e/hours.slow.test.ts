import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import type { OwnDate, OwnHours } from '#shared/hours.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import {
  dayKey,
  formatLongDate,
  formatShortDay,
  formatTimeWithZone,
  formatWindow,
  fromLocalInput,
  iso,
  toLocalInput,
} from '#shared/time.ts';
import { requested, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

/** When a professional can be booked: the week, days of their own, time off, windows, processing time, other calendars. */
const h = useHarness();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const dashboard = /\/professional-dashboard$/;

async function call<T>(person: ProfessionalPerson, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${h.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
  });
  expect(answer.ok, `${path} ${answer.status}`).toBe(true);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const schedulesOf = async (person: ProfessionalPerson) => (await call<OwnHours>(person, '/hours/')).schedules;
const setWeek = (person: ProfessionalPerson, hours: { weekday: number; start: string; end: string }[]) =>
  call(person, '/hours/', { method: 'PUT', body: JSON.stringify({ schedules: [{ hours }] }) });
const everyDay = (start: string, end: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, end }));
const at = (day: string, time: string, of = zone) => fromLocalInput(`${day}T${time}`, of) ?? Number.NaN;
const today = dayKey(Date.now(), zone);
const isFocused = (element: Element) => element === document.activeElement;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function open(person: ProfessionalPerson, path: string, options: Parameters<typeof h.signedIn>[1] = phone) {
  const page = await (await h.signedIn(person, options)).newPage();
  await page.goto(path);
  return page;
}

async function openHours(person: ProfessionalPerson, options?: Parameters<typeof h.signedIn>[1]) {
  const page = await open(person, '/set-hours', options);
  await page.getByRole('heading', { name: 'Your week' }).waitFor();
  return page;
}

/** A weekday's row in the week. */
const dayOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your week' }).getByRole('button', { name: new RegExp(`^${name}`) });
/** A day of the month that is shown. */
const cellOf = (page: Page, day: string) =>
  page.getByRole('button', { name: new RegExp(`^${formatLongDate(noonOf(day), 'UTC')}, `) });

async function showMonthOf(page: Page, day: string) {
  const month = (key: string) => Number(key.slice(0, 4)) * 12 + Number(key.slice(5, 7));
  for (let shown = month(today); shown < month(day); shown++)
    await page.getByRole('button', { name: 'Next month' }).click();
}

describe('B17: the week of a professional', () => {
  test('is set on a phone in at most 20 taps, copied and undone; a fault is said at its field; it comes every second week', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person);
    await page.evaluate(() => {
      const seen = { taps: 0 };
      Object.assign(window, { seen });
      document.addEventListener('click', () => void seen.taps++, true);
    });
    await dayOf(page, 'Tuesday').click();
    const tuesday = page.getByRole('dialog', { name: 'Tuesday' });
    await tuesday.getByRole('button', { name: 'Add a break' }).click();
    await tuesday.getByLabel('To').first().fill('12:30');
    await tuesday.getByLabel('From').nth(1).fill('13:00');
    await tuesday.getByLabel('To').nth(1).fill('17:00');
    for (const name of ['Wed', 'Thu', 'Fri', 'Sat']) await tuesday.getByRole('button', { name }).click();
    await tuesday.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Tue, Wed, Thu, Fri, Sat: 9:00 AM to 12:30 PM, 1:00 PM to 5:00 PM.').waitFor();
    expect(await page.evaluate(() => (window as never as { seen: { taps: number } }).seen.taps)).toBeLessThanOrEqual(
      20,
    );
    expect((await schedulesOf(person))[0]?.hours).toHaveLength(10);
    await dayOf(page, 'Saturday').getByText('9:00 AM to 12:30 PM').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => schedulesOf(person)).toEqual([]);
    await expectNoSideScroll(page);

    await dayOf(page, 'Monday').click();
    const monday = page.getByRole('dialog', { name: 'Monday' });
    await monday.getByLabel('To').fill('08:00');
    await monday.getByRole('button', { name: 'Save' }).click();
    await monday.getByRole('alert').getByText('End must be after start').waitFor();
    expect(await monday.locator('[aria-invalid="true"]').count()).toBe(2);
    await expect.poll(() => monday.getByLabel('From').evaluate(isFocused)).toBe(true);
    expect(await monday.getByLabel('To').inputValue()).toBe('08:00');
    await monday.getByLabel('To').fill('00:00');
    await monday.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Mon: 9:00 AM to midnight.').waitFor();
    const hours = [{ weekday: 1, start: '09:00', end: '24:00' }];
    expect((await schedulesOf(person))[0]?.hours).toEqual(hours);

    await page.getByText('Repeats weekly. Change').click();
    await page.getByLabel('Repeats').selectOption({ label: 'Every second week' });
    await page.getByLabel('Until').fill(addDays(today, 60));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: every second week.').waitFor();
    expect((await schedulesOf(person))[0]).toMatchObject({ every_weeks: 2, ends_on: addDays(today, 60), hours });
  });

  test('by keyboard alone, in a browser of another zone, is copied by chips, and a day is closed, undone and closed again', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person, { viewport: { width: 1280, height: 900 }, timezoneId: 'America/New_York' });
    const { keyboard } = page;
    await tabTo(page, 'button', /^Tuesday/);
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Tuesday' }).waitFor();
    // The chips are one stop; arrows go from one to the next.
    await tabTo(page, 'button', 'Mon');
    for (const name of ['Wed', 'Thu']) {
      await keyboard.press('ArrowRight');
      await expect.poll(() => focused(page)).toBe(name);
      await keyboard.press('Space');
    }
    await tabTo(page, 'button', 'Save');
    await keyboard.press('Enter');
    await page.getByText('Tue, Wed, Thu: 9:00 AM to 5:00 PM.').waitFor();
    await expect.poll(() => focused(page)).toContain('Tuesday');
    expect((await schedulesOf(person))[0]?.hours).toEqual(
      [2, 3, 4].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
    );

    let day = addDays(today, 1);
    while (![2, 3, 4].includes(new Date(noonOf(day)).getUTCDay())) day = addDays(day, 1);
    if (day.slice(0, 7) !== today.slice(0, 7)) {
      await tabTo(page, 'button', 'Next month');
      await keyboard.press('Enter');
    }
    await tabTo(page, 'button', new RegExp(`^${formatLongDate(noonOf(day), 'UTC')}, `));
    await keyboard.press('Enter');
    await tabTo(page, 'radio', 'As usual');
    await keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Closed');
    await keyboard.press('Space');
    await tabTo(page, 'button', 'Save');
    await keyboard.press('Enter');
    const dates = () => call<OwnDate[]>(person, '/hours/dates');
    await expect.poll(async () => (await dates()).map(({ date }) => date)).toEqual([day]);
    await expect.poll(() => focused(page)).toMatch(/Closed, special day/);
    // What was done is said in the region that Alt and T lead to, and its action is the next stop.
    await page.getByText(/: Closed\.$/).waitFor();
    await keyboard.press('Alt+t');
    await tabTo(page, 'button', 'Undo');
    await keyboard.press('Enter');
    await expect.poll(dates).toEqual([]);

    const cell = cellOf(page, day);
    await cell.click();
    await page.getByRole('radio', { name: 'Closed' }).click();
    await page.getByLabel('Note').fill('Course');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => cell.textContent()).toContain('Closed, special day');
    expect(await dates()).toEqual([{ date: day, hours: [], note: 'Course' }]);
    await cell.click();
    await page.getByRole('radio', { name: 'As usual' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => cell.textContent()).toContain('9:00 AM to 5:00 PM');
    expect(await dates()).toEqual([]);
  });
});

test('B17: hours of the day on which the clocks change are set, sold and still stand, in browsers of other zones', async () => {
  const person = await h.make.professional({ time_zone: zone });
  const ofPerson = h.db.updateTable('professionals').where('id', '=', person.professionalId);
  await ofPerson.set({ booking_horizon_days: 365 }).execute();
  const service = await h.make.service(person.professionalId, { service_duration_minutes: 60 });
  const [change] = zoneChanges(zone, Date.now(), 1);
  if (!change) throw new Error('the clocks no longer change');
  const day = dayKey(change.at, zone);
  const page = await openHours(person, { ...phone, timezoneId: 'America/New_York' });
  await showMonthOf(page, day);
  const cell = cellOf(page, day);
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
  const [booked] = await call<{ id: string; start_time: string }[]>(
    person,
    `/bookings/professionals/${person.professionalId}`,
  );
  expect(Date.parse(booked?.start_time ?? '')).toBe(change.at);
  await page.goto(`/calendar?view=day&date=${day}`);
  await page.getByText('1 booking', { exact: true }).waitFor();

  await page.goto('/set-hours');
  await showMonthOf(page, day);
  await cell.click();
  await page.getByRole('radio', { name: 'Closed' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/: Closed\. 1 booking is now outside your hours\. It's still on\./).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await call<OwnDate[]>(person, '/hours/dates?limit=1000')).map(({ hours }) => hours))
    .toEqual([[{ start: '01:00', end: '04:00' }]]);
  expect(await call(person, `/bookings/${booked?.id}`)).toMatchObject({ status: 'pending' });
});

/** The picker of a new client's browser, on the day of a time. */
async function pickAt(person: ProfessionalPerson, service: string, start: number, options: object = phone) {
  const page = await (await h.signedIn(await h.make.client(), options)).newPage();
  await page.goto(`/pick-booking-time/${service}/${person.professionalId}?slot_start=${iso(start)}`);
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

describe('B17: days of their own', () => {
  test('public holidays close by one switch, which keeps what changed meanwhile; of those that do not load none is guessed', async () => {
    const person = await h.make.professional({ time_zone: zone, bio: 'Before' });
    await setWeek(person, everyDay('10:00', '16:00'));
    const page = await openHours(person);
    await h.db.updateTable('professionals').set({ bio: 'Since' }).where('id', '=', person.professionalId).execute();
    await page.getByRole('switch', { name: 'Closed on public holidays' }).click();
    await page.getByText('Closed on public holidays in Victoria.').waitFor();
    await page.getByText(/^The coming \d+$/).click();
    await page.getByRole('listitem').filter({ hasText: 'Christmas Day' }).first().waitFor();
    expect(await call(person, '/professionals/profile')).toMatchObject({ closed_on_holidays_of: 'VIC', bio: 'Since' });

    const year = Number(today.slice(0, 4));
    const lists = [year, year + 1].map((one) =>
      call<{ date: string }[]>(person, `/hours/holidays?state=VIC&year=${one}`),
    );
    const holiday = (await Promise.all(lists)).flat().find(({ date }) => date > today)?.date ?? '';
    const mend = await intercept(page, 'hours.holidays', { status: 400, detail: 'Not now.' });
    const answer = await intercept(page, 'hours.holidays', 'hold');
    await page.reload();
    const month = page.getByRole('region', { name: 'Special days' });
    await month.getByTestId('skeleton').waitFor();
    expect(await month.getByRole('table').count()).toBe(0);
    answer();
    await month.getByText('Failed to load public holidays.').waitFor();
    await page.getByRole('button', { name: 'Extra time' }).click();
    const sheet = page.getByRole('dialog', { name: 'Extra time' });
    await sheet.getByLabel('From').fill(`${holiday}T16:00`);
    await sheet.getByLabel('To').fill(`${holiday}T17:00`);
    await sheet.getByRole('button', { name: 'Add' }).click();
    await page.getByText(/^Extra time: /).waitFor();
    // It did not open a closed day.
    expect(await call(person, '/hours/dates')).toEqual([]);
    mend();
    await month.getByRole('button', { name: 'Try again' }).click();
    await month.getByRole('table').waitFor();
  });

  test('extra time is added from the page of hours: it joins the hours that it touches, and says at its field what is wrong', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await setWeek(person, everyDay('10:00', '16:00'));
    const page = await openHours(person);
    const sheet = page.getByRole('dialog', { name: 'Extra time' });
    const add = sheet.getByRole('button', { name: 'Add' });
    await page.getByRole('button', { name: 'Extra time' }).click();
    await add.click();
    await page.getByText(/^Extra time: .*9:00 AM to 10:00 AM\.$/).waitFor();
    const tomorrow = addDays(today, 1);
    expect(await call(person, '/hours/dates')).toMatchObject([
      { date: tomorrow, hours: [{ start: '09:00', end: '16:00' }] },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => call(person, '/hours/dates')).toEqual([]);

    await page.getByRole('button', { name: 'Extra time' }).click();
    const [from, to] = [sheet.getByLabel('From'), sheet.getByLabel('To')];
    await from.fill(`${tomorrow}T18:00`);
    await to.fill(`${tomorrow}T18:10`);
    await add.click();
    await sheet.getByRole('alert').getByText('A window must be at least 15 minutes long').waitFor();
    expect([await from.getAttribute('aria-invalid'), await to.getAttribute('aria-invalid')]).toEqual([null, 'true']);
    await expect.poll(() => to.evaluate(isFocused)).toBe(true);
    await expectAccessible(page);
    await to.fill(`${tomorrow}T18:15`);
    expect(await sheet.getByRole('alert').count()).toBe(0);
    await from.fill('');
    await add.click();
    expect(await from.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('B17: time off', () => {
  test('tomorrow is two taps and is undone; a fortnight says which appointments are inside, and leads to each', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 5 * DAY;
    const { bookingId } = await h.make.booking({ professionalId: person.professionalId, start, status: 'confirmed' });
    await setWeek(person, everyDay('10:00', '16:00'));
    const page = await openHours(person);
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await page.getByText(/^Time off: .*, all day\.$/).waitFor();
    await expect.poll(() => focused(page)).toMatch(/all day.*Remove/);
    const off = () => call<{ start: string; end: string }[]>(person, '/hours/time-off');
    const midnight = (days: number) => iso(at(addDays(today, days), '00:00'));
    expect(await off()).toMatchObject([{ start: midnight(1) }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(off).toEqual([]);

    await page.getByRole('button', { name: 'From … to' }).click();
    const dialog = page.getByRole('dialog');
    // Whole days have dates, the last one included.
    await dialog.getByLabel('From').fill(addDays(today, 3));
    await dialog.getByLabel('To', { exact: true }).fill(addDays(today, 16));
    await page.getByLabel('Reason').fill('Holiday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => focused(page)).toMatch(/Holiday.*Remove/);
    expect(await off()).toMatchObject([{ start: midnight(3), end: midnight(17) }]);
    await showMonthOf(page, addDays(today, 16));
    await cellOf(page, addDays(today, 16))
      .and(page.getByRole('button', { name: /, time off$/ }))
      .waitFor();
    await page.getByText('1 booking inside', { exact: true }).click();
    await page.getByRole('region', { name: 'Time off' }).getByRole('listitem').getByRole('link').click();
    await page.waitForURL(new RegExp(`/booking-details/${bookingId}`));
  });

  test('of more than one call answers is listed whole, and a calendar shows the last of it', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const lastWeek = addDays(today, -7);
    for (let days = 0; days <= 100; days++)
      for (const day of [addDays(today, days + 1), addDays(lastWeek, -days)])
        await h.make.timeOff(person.professionalId, at(day, '11:00'), at(day, '12:00'));
    const page = await openHours(person);
    const timeOff = page.getByRole('region', { name: 'Time off' });
    await expect.poll(() => timeOff.getByRole('button', { name: 'Remove' }).count()).toBe(101);
    await page.goto(`/calendar?view=day&date=${lastWeek}`);
    await page.getByText('Time off 11:00 AM to 12:00 PM').waitFor({ state: 'attached' });
  });
});

test('a change of hours that is not saved is said where it was made: its sheet stays meanwhile, and what was typed stays', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await setWeek(person, everyDay('09:00', '17:00'));
  await h.make.timeOff(person.professionalId, Date.now() + 2 * DAY, Date.now() + 3 * DAY);
  const page = await openHours(person);
  const sheet = page.getByRole('dialog');
  const ofHours = ['replace', 'setDate', 'addTimeOff', 'removeTimeOff'].map((name) => `hours.${name}`);
  const names = [...ofHours, 'availability.create', 'professionals.updateMe'];
  for (const name of names) await intercept(page, name, { status: 409, detail: 'Not now.' });
  const says = (place: Locator) => place.getByRole('alert').getByText('Not now.').waitFor();
  /** Neither Escape nor a tap beside the sheet leaves it before the answer. */
  async function failsInItsSheet(save = 'Save') {
    const answers = [];
    for (const name of names) answers.push(await intercept(page, name, 'hold'));
    await sheet.getByRole('button', { name: save }).click();
    await sheet.locator('[aria-busy=true]').waitFor();
    await page.keyboard.press('Escape');
    await page.touchscreen.tap(195, 20);
    expect(await sheet.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    for (const answer of answers) answer();
    await says(sheet);
  }
  const leave = async () => {
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  };

  await dayOf(page, 'Tuesday').click();
  await sheet.getByLabel('To').fill('18:00');
  await failsInItsSheet();
  await expect.poll(() => sheet.getByRole('button', { name: 'Save' }).evaluate(isFocused)).toBe(true);
  expect(await sheet.getByLabel('To').inputValue()).toBe('18:00');
  await expectAccessible(page);
  await leave();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('table')
    .getByRole('button', { name: /day 1 / })
    .click();
  await page.getByRole('radio', { name: 'Closed' }).click();
  await failsInItsSheet();
  await leave();
  await page.getByRole('button', { name: 'From … to' }).click();
  await failsInItsSheet();
  await leave();
  await page.getByRole('button', { name: 'Extra time' }).click();
  await failsInItsSheet('Add');
  await leave();

  const week = page.getByRole('region', { name: 'Your week' });
  await week.getByRole('button', { name: 'Add an alternating week' }).click();
  await says(week);
  const timeOff = page.getByRole('region', { name: 'Time off' });
  const tomorrow = timeOff.getByRole('button', { name: 'Tomorrow' });
  await tomorrow.click();
  await says(timeOff);
  await expect.poll(() => tomorrow.evaluate(isFocused)).toBe(true);
  await timeOff.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => timeOff.getByRole('alert').count()).toBe(2);
  const holidays = page.getByRole('region', { name: 'Public holidays' });
  await holidays.getByRole('switch').click();
  await says(holidays);
  await expectNoSideScroll(page);
});

describe('B18: processing time', () => {
  test('is set in the form of a service, which draws its parts and says when nothing fits in the gap', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await h.make.service(person.professionalId, { service_duration_minutes: 30 });
    const page = await open(person, '/create-service');
    await page.getByLabel('Service Name').fill('Root colour');
    await page.getByLabel('Price ($)').fill('120');
    await page.getByLabel('Duration (minutes)').fill('105');
    await page.getByLabel(/^Has processing time/).check();
    await page.getByLabel('Hands-on time first (minutes)').fill('45');
    await page.getByLabel('Processing (minutes)').fill('30');
    await page.getByRole('list', { name: 'The parts of a visit' }).getByText('45 min').waitFor();
    await page.getByText(/^None of your services can begin and end in this gap/).waitFor();
    await page.getByLabel('Processing (minutes)').fill('58');
    await page.getByText('Leave at least 5 minutes after processing').waitFor();
    await page.getByLabel('Processing (minutes)').fill('30');
    await page.getByRole('button', { name: 'Create Service' }).click();
    await page.waitForURL(dashboard);
    const colour = async () =>
      (await call<{ id: string; name: string }[]>(person, '/services/my')).find(({ name }) => name === 'Root colour');
    expect(await colour()).toMatchObject({ processing_start_minutes: 45, processing_minutes: 30 });
    await page.goto(`/edit-service/${(await colour())?.id}`);
    await page.getByLabel(/^Has processing time/).uncheck();
    await page.getByRole('button', { name: 'Update Service' }).click();
    await page.waitForURL(dashboard);
    expect(await colour()).toMatchObject({ processing_start_minutes: null, processing_minutes: null });
  });

  test('of a colourist’s morning sells a cut in the gap of a colour to another client, in the calendar and on paper', async () => {
    const person = await h.make.professional({ time_zone: zone, slot_interval_minutes: 15 });
    const colour = await h.make.service(person.professionalId, {
      name: 'Root colour',
      service_duration_minutes: 105,
      processing_start_minutes: 45,
      processing_minutes: 30,
    });
    const cut = await h.make.service(person.professionalId, { name: 'Quick cut', service_duration_minutes: 30 });
    await setWeek(person, everyDay('09:00', '12:00'));
    const day = addDays(today, 2);
    await book(await pickAt(person, colour, at(day, '09:00')));
    const second = await pickAt(person, cut, at(day, '09:45'));
    const times = ['09:45', '10:45', '11:00', '11:15', '11:30'].map((time) => formatTimeWithZone(at(day, time), zone));
    await expect.poll(() => shownTimes(second)).toEqual(times);
    await book(second);
    const third = await pickAt(person, cut, at(day, '10:45'));
    await expect.poll(() => shownTimes(third)).toEqual(times.slice(1));

    const page = await open(person, `/calendar?view=day&date=${day}`);
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
});

test('the calendar shows hours as ground, also beyond what can be booked; free ground is blocked, changed, freed, and grows', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await setWeek(person, everyDay('10:00', '18:00'));
  const page = await open(person, `/calendar?view=day&date=${addDays(today, -7)}`);
  await page.getByText('Nothing was booked.').waitFor();
  const day = addDays(today, 1);
  for (const shown of [addDays(today, 100), day]) {
    await page.goto(`/calendar?view=day&date=${shown}`);
    const column = page.getByRole('region', { name: formatShortDay(at(shown, '12:00'), zone) });
    await column.getByText('Open 10:00 AM to 6:00 PM.').waitFor({ state: 'attached' });
    await page.getByText('Open: 8 h.').waitFor();
  }
  const sheet = page.getByRole('dialog');
  const press = async () => {
    await page.getByRole('button', { name: /^Block or add time on/ }).focus();
    await page.keyboard.press('Enter');
  };
  await press();
  // Who is written in comes at the time that stands there.
  await sheet.getByLabel('From').fill(`${day}T14:30`);
  const way = sheet.getByRole('link', { name: 'Add booking' });
  await expect.poll(() => way.getAttribute('href')).toBe(`/write-in?start=${iso(at(day, '14:30'))}`);
  await sheet.getByLabel('From').fill(`${day}T10:00`);
  await sheet.getByLabel('To').fill(`${day}T11:00`);
  await page.getByRole('button', { name: 'Block time' }).click();
  await page.getByText(/^Blocked: .*10:00 AM to 11:00 AM\.$/).waitFor();
  // A tap on what is blocked changes it, and the open hours are less by it.
  await page.getByText('Open: 7 h.').waitFor();
  await page.getByRole('button', { name: /^Time off 10:00 AM to 11:00 AM/ }).click();
  await sheet.getByLabel('Reason').fill('School run');
  await sheet.getByLabel('To').fill(`${day}T12:00`);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Open: 6 h.').waitFor();
  await page.getByRole('button', { name: 'Time off 10:00 AM to 12:00 PM, School run' }).click();
  expect(await call(person, '/hours/time-off')).toHaveLength(1);
  await sheet.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Open: 8 h.').waitFor();
  expect(await call(person, '/hours/time-off')).toEqual([]);

  // An afternoon in three taps.
  await press();
  await sheet.getByRole('radio', { name: 'Rest of the day' }).click();
  await sheet.getByRole('button', { name: 'Block time' }).click();
  await page.getByRole('button', { name: /^Time off / }).waitFor();
  await page.getByText("You're closed.").waitFor();

  await page.goto(`/calendar?view=day&date=${addDays(today, 2)}`);
  await press();
  await page.getByRole('button', { name: 'Extra time' }).click();
  await page.getByText(/^Extra time: /).waitFor();
  expect(await call(person, '/hours/dates')).toMatchObject([
    { date: addDays(today, 2), hours: [{ start: '09:00', end: '18:00' }] },
  ]);
});

describe('windows', () => {
  const windowsOf = (person: ProfessionalPerson) =>
    call<{ id: string; start_time: string; end_time: string }[]>(person, '/availability/?include_past=true');
  /** A whole hour, `days` from now, epoch milliseconds. */
  const ahead = (days: number) => Math.ceil(Date.now() / HOUR) * HOUR + days * DAY;

  test('B14: that are opened and saved unchanged do not change, in browsers of five zones, nor in the hour that comes twice', async () => {
    const person = await h.make.professional({ time_zone: zone });
    // The form does not show seconds; saving must keep them.
    const start = ahead(3) + 90 * MINUTE + 17_000;
    const id = await h.make.window(person.professionalId, start, start + 4 * HOUR);
    const back = zoneChanges(zone, Date.now(), 2).find(({ before, after }) => after < before);
    const second = (back?.at ?? Number.NaN) + 30 * MINUTE;
    const twice = await h.make.window(person.professionalId, second, second + 3 * HOUR);
    const before = await windowsOf(person);
    for (const timezoneId of ['UTC', zone, 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']) {
      const page = await (await h.signedIn(person, { timezoneId })).newPage();
      for (const [window, at] of [
        [id, start],
        [twice, second],
      ] as const) {
        await page.goto(`/edit-availability/${window}`);
        expect(await page.getByLabel('Start Time').inputValue()).toBe(toLocalInput(at, zone));
        await page.getByRole('button', { name: 'Update Availability' }).click();
        await page.waitForURL(dashboard);
      }
      expect([timezoneId, await windowsOf(person)]).toEqual([timezoneId, before]);
    }
    expect(toLocalInput(second, zone)).toMatch(/T02:30$/);
  });

  test('are created with a message at each fault, listed and changed in the professional’s zone, whatever the browser’s', async () => {
    const perth = 'Australia/Perth';
    const person = await h.make.professional({ time_zone: perth });
    const page = await open(person, '/professional-dashboard?tab=availability', { timezoneId: 'America/New_York' });
    await page.getByRole('link', { name: 'Set Availability' }).click();
    await page.getByRole('heading', { name: 'Create Availability' }).waitFor();
    const [from, to] = [page.getByLabel('Start Time'), page.getByLabel('End Time')];
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await page.getByText('Start time is required').waitFor();
    await page.getByText('End time is required').waitFor();
    await expect.poll(() => from.evaluate(isFocused)).toBe(true);
    const start = ahead(5);
    await from.fill(toLocalInput(start, perth));
    await to.fill(toLocalInput(start - HOUR, perth));
    await create.click();
    const refusal = page.getByText('End time must be after start time');
    await refusal.waitFor();
    expect(await from.inputValue()).toBe(toLocalInput(start, perth));
    await from.fill(toLocalInput(start - 3 * HOUR, perth));
    await refusal.waitFor({ state: 'detached' });
    const other = await h.make.window(person.professionalId, start - 2 * HOUR, start);
    await create.click();
    await page.getByRole('alert').getByText('overlap').waitFor();
    await from.fill(toLocalInput(start, perth));
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await to.fill(toLocalInput(start + 3 * HOUR, perth));
    await h.db.deleteFrom('availability').where('id', '=', other).execute();
    await create.click();
    await page.waitForURL(dashboard);
    await page.getByText(formatWindow(start, start + 3 * HOUR, perth)).waitFor();
    await expect.poll(() => page.getByText('Perth time').count()).toBe(1);
    expect(await windowsOf(person)).toMatchObject([{ start_time: iso(start), end_time: iso(start + 3 * HOUR) }]);

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await to.fill(toLocalInput(start + 4 * HOUR, perth));
    // A day is copied from what was saved, however slow the list is.
    await page.route('**/trpc/availability.mine*', async (route) => {
      await delay(1_000);
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Update Availability' }).click();
    await page.getByRole('button', { name: 'Copy this day to ...' }).waitFor();
    expect(await page.getByText(formatWindow(start, start + 4 * HOUR, perth)).count()).toBe(1);
  });

  test('that are new are shown, however many come before them', async () => {
    const person = await h.make.professional();
    // More than a page of them.
    for (let n = 0; n < 105; n++) {
      const start = ahead(1 + Math.floor(n / 7)) + (n % 7) * 2 * HOUR;
      await h.make.window(person.professionalId, start, start + HOUR);
    }
    const page = await open(person, '/set-availability');
    const start = ahead(20);
    await page.getByLabel('Start Time').fill(toLocalInput(start, zone));
    await page.getByLabel('End Time').fill(toLocalInput(start + 3 * HOUR, zone));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(dashboard);
    await page.getByText(formatWindow(start, start + 3 * HOUR, zone)).waitFor();
  });

  test('that have begun change their end alone, which says how many bookings lie outside; Undo restores one from its next slot', async () => {
    const person = await h.make.professional({ slot_interval_minutes: 15 });
    const { professionalId } = person;
    const start = Math.floor((Date.now() - 20 * MINUTE) / MINUTE) * MINUTE;
    const id = await h.make.window(professionalId, start, start + 6 * HOUR);
    for (const hours of [4, 5])
      await h.make.booking({ professionalId, status: 'confirmed', start: start + hours * HOUR });
    const page = await open(person, `/edit-availability/${id}`);
    for (const [hours, said] of [
      [5, '1 booking is now outside your availability.'],
      [4, '2 bookings are now outside your availability.'],
    ] as const) {
      await page.goto(`/edit-availability/${id}`);
      await page.getByText('This window has begun: only its end can change.').waitFor();
      expect(await page.getByLabel('Start Time').getAttribute('readonly')).not.toBeNull();
      await page.getByLabel('End Time').fill(toLocalInput(start + hours * HOUR, zone));
      await page.getByRole('button', { name: 'Update Availability' }).click();
      await page.waitForURL(dashboard);
      await page.getByText(said).waitFor();
    }
    expect(await windowsOf(person)).toMatchObject([{ start_time: iso(start), end_time: iso(start + 4 * HOUR) }]);
    // Without a question.
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No availability set.').waitFor();
    expect(await windowsOf(person)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Availability restored.').waitFor();
    expect(await windowsOf(person)).toMatchObject([
      { start_time: iso(start + 30 * MINUTE), end_time: iso(start + 4 * HOUR) },
    ]);
  });

  test('of a day are copied and of a week repeated, for as many weeks as one chooses; each refusal is named once', async () => {
    const person = await h.make.professional();
    const { professionalId } = person;
    const [monday, , wednesday] = weekOf(addDays(today, 7)) as [string, string, string];
    await h.make.window(professionalId, at(monday, '09:00'), at(monday, '12:00'));
    await h.make.window(professionalId, at(wednesday, '13:00'), at(wednesday, '17:00'));
    // In the way of the second copy.
    await h.make.window(professionalId, at(addDays(monday, 14), '11:00'), at(addDays(monday, 14), '13:00'));
    const page = await open(person, '/professional-dashboard?tab=availability');
    await page
      .getByRole('region', { name: formatShortDay(at(monday, '09:00'), zone) })
      .getByRole('button', { name: 'Copy this day to ...' })
      .click();
    const dialog = page.getByRole('dialog');
    const refused = dialog.getByRole('listitem');
    await dialog.getByLabel('Repeat for weeks').selectOption('2');
    await dialog.getByText('Sets 2 windows').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByText('1 window set. 1 refused:').waitFor();
    expect(await refused.allInnerTexts()).toEqual([expect.stringMatching(/^Mon, .*, 9:00 am – 12:00 pm: .*overlap/i)]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Repeat for weeks ...' }).first().click();
    await dialog.getByLabel('Repeat for weeks').selectOption('3');
    await dialog.getByText('Sets 6 windows').waitFor();
    await dialog.getByRole('button', { name: 'Repeat', exact: true }).click();
    await dialog.getByText('4 windows set. 2 refused:').waitFor();
    expect(await refused.count()).toBe(2);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const days = (await windowsOf(person)).map(({ start_time }) => dayKey(Date.parse(start_time), zone)).sort();
    expect(days).toEqual([0, 7, 14, 21].flatMap((later) => [addDays(monday, later), addDays(wednesday, later)]));
    // A tap on the row edits.
    await page
      .getByText(/9:00 am – 12:00 pm/)
      .first()
      .click({ force: true });
    await page.waitForURL('**/edit-availability/*');
  });
});

test('a calendar elsewhere is added by keyboard, says which bookings it meets and that it fails, and asks before it goes', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await setWeek(person, everyDay('09:00', '17:00'));
  const workday = [2, 3, 4]
    .map((days) => addDays(today, days))
    .find((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  // The demo's child is picked up from school at three.
  const start = at(workday ?? '', '15:15');
  const met = await h.make.booking({ professionalId: person.professionalId, start, status: 'confirmed' });
  const page = await open(person, '/set-hours', { ...phone, timezoneId: zone });
  const read = await intercept(page, 'busyCalendars.add', 'hold');
  await page.getByText('Add a calendar').focus();
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Name');
  await page.keyboard.type('Family');
  const address = page.getByLabel('Calendar address');
  await address.fill('https://localhost/private.ics');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Reading…' }).waitFor();
  read();
  await page.getByText('That address cannot be used.').waitFor();
  await expect.poll(() => address.evaluate(isFocused)).toBe(true);
  expect(await address.inputValue()).toBe('https://localhost/private.ics');
  await page.getByText('Where do I find the address?').click();
  await expectNoSideScroll(page);
  await expectAccessible(page);

  // The one that the stack serves itself.
  await address.fill(`${h.url}/demo/busy-calendar.ics`);
  await page.keyboard.press('Enter');
  await page.getByText(/^Calendar added: \d+ busy times\. You still have 1 booking at those times\.$/).waitFor();
  const row = page.getByRole('region', { name: 'Calendars' });
  await row.getByText('1 booking at busy times').waitFor();
  const link = row.getByRole('link', { name: /3:15 PM/ });
  expect(await link.getAttribute('href')).toBe(`/booking-details/${met.bookingId}`);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await row.getByText('localhost').waitFor();
  await row.getByText(/^\d+ busy times$/).waitFor();
  await row.getByText(/^Read .+ [AP]M/).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('busy-calendar.ics');

  const problem = 'It took too long to answer.';
  const ofPerson = h.db.updateTable('busy_calendars').where('professional_id', '=', person.professionalId);
  await ofPerson.set({ problem, failing_since: iso(Date.now() - HOUR) }).execute();
  await page.reload();
  await row.getByText(problem).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await tabTo(page, 'button', 'Read now');
  await page.keyboard.press('Enter');
  await row.getByText(problem).waitFor({ state: 'detached' });
  await expect.poll(() => row.getByRole('button', { name: 'Read now' }).evaluate(isFocused)).toBe(true);

  const busy = page.getByText(/^Busy elsewhere/);
  await page.goto(`/calendar?view=week&date=${addDays(today, 7)}`);
  await busy.filter({ hasText: /3:00/ }).first().waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => busy.count()).toBeGreaterThanOrEqual(6);
  await expectAccessible(page);

  await page.goto('/set-hours');
  const dialog = page.getByRole('alertdialog', { name: 'Remove “Family”?' });
  await tabTo(page, 'button', 'Remove');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => row.getByRole('button', { name: 'Remove' }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove calendar' }).click();
  await page.getByText('Calendar removed.').waitFor();
  await page.getByText('localhost').waitFor({ state: 'detached' });
});
