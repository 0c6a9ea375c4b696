import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { addDays, noonOf } from '#shared/days.ts';
import type { OwnHours } from '#shared/hours.ts';
import { dayKey, formatLongDate, fromLocalInput, toLocalInput } from '#shared/time.ts';
import { brokenTimes, expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';

const h = useHarness();
const zone = 'Australia/Melbourne';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** Of phones. */
const widths = [320, 360, 390, 430];

async function call<T>(person: ProfessionalPerson, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${h.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
  });
  expect(answer.ok, `${path} ${answer.status}`).toBe(true);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const hoursOf = (person: ProfessionalPerson) => call<OwnHours>(person, '/hours/');
const usualWeek = [2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: '09:00', end: '17:00' }));
const setWeek = (person: ProfessionalPerson, hours = usualWeek) =>
  call(person, '/hours/', { method: 'PUT', body: JSON.stringify({ schedules: [{ hours }] }) });

async function openHours(person: ProfessionalPerson, options: Parameters<typeof h.signedIn>[1] = phone) {
  const page = await (await h.signedIn(person, options)).newPage();
  await page.goto('/set-hours');
  await page.getByRole('heading', { name: 'Your week' }).waitFor();
  return page;
}

/** A weekday's row in the week. */
function dayOf(page: Page, name: string) {
  return page.getByRole('region', { name: 'Your week' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

/** Counts presses of the page. */
async function countTaps(page: Page) {
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    document.addEventListener(
      'click',
      () => Object.assign(window, { taps: (window as never as { taps: number }).taps + 1 }),
      true,
    );
  });
  return () => page.evaluate(() => (window as never as { taps: number }).taps);
}

describe('B17: the week of a professional, on a phone', () => {
  test('is set in at most 20 taps, copied from one day to others, and undone', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person);
    const taps = await countTaps(page);
    await dayOf(page, 'Tuesday').click();
    const sheet = page.getByRole('dialog', { name: 'Tuesday' });
    await sheet.getByRole('button', { name: 'Add a break' }).click();
    await sheet.getByLabel('To').first().fill('12:30');
    await sheet.getByLabel('From').nth(1).fill('13:00');
    await sheet.getByLabel('To').nth(1).fill('17:00');
    for (const name of ['Wed', 'Thu', 'Fri', 'Sat']) await sheet.getByRole('button', { name }).click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Tue, Wed, Thu, Fri, Sat: 9:00 AM to 12:30 PM, 1:00 PM to 5:00 PM.').waitFor();
    expect(await taps()).toBeLessThanOrEqual(20);
    expect((await hoursOf(person)).schedules[0]?.hours).toHaveLength(10);
    await dayOf(page, 'Saturday').getByText('9:00 AM to 12:30 PM').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await hoursOf(person)).schedules).toEqual([]);
    await expectNoSideScroll(page);
  });

  test('says at the field what is wrong, and keeps what was typed', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person);
    await dayOf(page, 'Monday').click();
    const sheet = page.getByRole('dialog', { name: 'Monday' });
    await sheet.getByLabel('To').fill('08:00');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByRole('alert').getByText('End must be after start').waitFor();
    expect(await sheet.locator('[aria-invalid="true"]').count()).toBe(2);
    await expect.poll(() => sheet.getByLabel('From').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await sheet.getByLabel('To').inputValue()).toBe('08:00');
    await sheet.getByLabel('To').fill('00:00');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Mon: 9:00 AM to midnight.').waitFor();
    expect((await hoursOf(person)).schedules[0]?.hours).toEqual([{ weekday: 1, start: '09:00', end: '24:00' }]);
  });

  test('is set by keyboard alone, in a browser of another zone', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person, { timezoneId: 'America/New_York' });
    await dayOf(page, 'Friday').focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Friday' });
    await sheet.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fri: 9:00 AM to 5:00 PM.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Friday');
    expect((await hoursOf(person)).schedules[0]?.hours).toEqual([{ weekday: 5, start: '09:00', end: '17:00' }]);
  });

  test('comes every second week, until a day', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await setWeek(person);
    const page = await openHours(person);
    await page.getByText('Repeats weekly. Change').click();
    await page.getByLabel('Repeats').selectOption({ label: 'Every second week' });
    const until = addDays(dayKey(Date.now(), zone), 60);
    await page.getByLabel('Until').fill(until);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: every second week.').waitFor();
    expect((await hoursOf(person)).schedules[0]).toMatchObject({ every_weeks: 2, ends_on: until });
  });
});

describe('B17: days of their own', () => {
  test('a day is closed in the month, and has its usual hours again', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await setWeek(
      person,
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '10:00', end: '16:00' })),
    );
    const page = await openHours(person);
    const tomorrow = addDays(dayKey(Date.now(), zone), 1);
    if (tomorrow.endsWith('-01')) await page.getByRole('button', { name: 'Next month' }).click();
    const cell = page.getByRole('button', { name: new RegExp(`day ${Number(tomorrow.slice(8))} \\w+ \\d{4}, `) });
    await cell.click();
    await page.getByRole('radio', { name: 'Closed' }).click();
    await page.getByLabel('Note').fill('Course');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => cell.textContent()).toContain('Closed, special day');
    expect(await call(person, '/hours/dates')).toEqual([{ date: tomorrow, hours: [], note: 'Course' }]);
    await cell.click();
    await page.getByRole('radio', { name: 'As usual' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => cell.textContent()).toContain('10:00 AM to 4:00 PM');
    expect(await call(person, '/hours/dates')).toEqual([]);
  });

  test('public holidays close by one switch, and the coming ones are shown', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person);
    await page.getByRole('switch', { name: 'Closed on public holidays' }).click();
    await page.getByText('Closed on public holidays in Victoria.').waitFor();
    await page.getByText(/^The coming \d+$/).click();
    await page.getByRole('listitem').filter({ hasText: 'Christmas Day' }).first().waitFor();
    expect(await call(person, '/professionals/profile')).toMatchObject({ closed_on_holidays_of: 'VIC' });
  });

  test('the switch for public holidays keeps what was changed in the profile while the page was open', async () => {
    const person = await h.make.professional({ time_zone: zone, bio: 'Before' });
    const page = await openHours(person);
    await h.db.updateTable('professionals').set({ bio: 'Since' }).where('id', '=', person.professionalId).execute();
    await page.getByRole('switch', { name: 'Closed on public holidays' }).click();
    await page.getByText('Closed on public holidays in Victoria.').waitFor();
    expect(await call(person, '/professionals/profile')).toMatchObject({ closed_on_holidays_of: 'VIC', bio: 'Since' });
  });
});

describe('B17: time off', () => {
  test('tomorrow is two taps, and is undone', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person);
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await page.getByText(/^Time off: .*, all day\.$/).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toMatch(/all day.*Remove/);
    const tomorrow = addDays(dayKey(Date.now(), zone), 1);
    const start = fromLocalInput(`${tomorrow}T00:00`, zone) ?? 0;
    expect(await call(person, '/hours/time-off')).toMatchObject([{ start: new Date(start).toISOString() }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => call(person, '/hours/time-off')).toEqual([]);
  });

  test('a fortnight says which appointments are inside, and leads to each', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 5 * DAY;
    const { bookingId } = await h.make.booking({ professionalId: person.professionalId, start, status: 'confirmed' });
    await setWeek(
      person,
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '10:00', end: '16:00' })),
    );
    const page = await openHours(person);
    const today = dayKey(Date.now(), zone);
    await page.getByRole('button', { name: 'From … to' }).click();
    // Whole days have dates, the last one included.
    await page.getByRole('dialog').getByLabel('From').fill(addDays(today, 3));
    await page.getByRole('dialog').getByLabel('To', { exact: true }).fill(addDays(today, 16));
    await page.getByLabel('Reason').fill('Holiday');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(/Holiday.*Remove/);
    const [{ start: from, end: to }] = await call<[{ start: string; end: string }]>(person, '/hours/time-off');
    expect([from, to].map((at) => toLocalInput(Date.parse(at), zone))).toEqual([
      `${addDays(today, 3)}T00:00`,
      `${addDays(today, 17)}T00:00`,
    ]);
    const last = addDays(today, 16);
    if (last.slice(0, 7) !== today.slice(0, 7)) await page.getByRole('button', { name: 'Next month' }).click();
    const ofDay = (day: string) =>
      page.getByRole('table').getByRole('button', { name: formatLongDate(noonOf(day), 'UTC') });
    await ofDay(last)
      .and(page.getByRole('button', { name: /, time off$/ }))
      .waitFor();
    await page.getByText('1 booking inside', { exact: true }).click();
    const link = page.getByRole('region', { name: 'Time off' }).getByRole('listitem').getByRole('link');
    await link.waitFor();
    await link.click();
    await page.waitForURL(new RegExp(`/booking-details/${bookingId}`));
  });
});

test('more time off than one call answers is listed whole, and a calendar shows the last of it', async () => {
  const person = await h.make.professional({ time_zone: zone });
  const today = dayKey(Date.now(), zone);
  const lastWeek = addDays(today, -7);
  async function takeOff(day: string) {
    const start = fromLocalInput(`${day}T11:00`, zone) ?? Number.NaN;
    await h.make.timeOff(person.professionalId, start, start + HOUR);
  }
  for (let days = 0; days <= 100; days++) {
    await takeOff(addDays(today, days + 1));
    await takeOff(addDays(lastWeek, -days));
  }
  const page = await openHours(person);
  const timeOff = page.getByRole('region', { name: 'Time off' });
  await expect.poll(() => timeOff.getByRole('button', { name: 'Remove' }).count()).toBe(101);
  await page.goto(`/calendar?view=day&date=${lastWeek}`);
  await page.getByText('Time off 11:00 AM to 12:00 PM').waitFor({ state: 'attached' });
});

describe('what fails', () => {
  test('a change of hours that is not saved is said where it was made, and what was typed stays', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await setWeek(person);
    await h.make.timeOff(person.professionalId, Date.now() + 2 * DAY, Date.now() + 3 * DAY);
    const page = await openHours(person);
    const calls = ['replace', 'setDate', 'addTimeOff', 'removeTimeOff'].map((name) => `hours.${name}`);
    for (const name of [...calls, 'professionals.updateMe'])
      await intercept(page, name, { status: 409, detail: 'Not now.' });
    const says = (place: Locator) => place.getByRole('alert').getByText('Not now.').waitFor();
    const sheet = page.getByRole('dialog');
    const save = sheet.getByRole('button', { name: 'Save' });

    await dayOf(page, 'Tuesday').click();
    await sheet.getByLabel('To').fill('18:00');
    await save.click();
    await says(sheet);
    expect(await sheet.getByLabel('To').inputValue()).toBe('18:00');
    await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
    const week = page.getByRole('region', { name: 'Your week' });
    await week.getByRole('button', { name: 'Add an alternating week' }).click();
    await says(week);

    await page.getByRole('button', { name: 'Next month' }).click();
    await page
      .getByRole('table')
      .getByRole('button', { name: /day 1 / })
      .click();
    await page.getByRole('radio', { name: 'Closed' }).click();
    await save.click();
    await says(sheet);
    await sheet.getByRole('button', { name: 'Close' }).click();

    const timeOff = page.getByRole('region', { name: 'Time off' });
    const tomorrow = timeOff.getByRole('button', { name: 'Tomorrow' });
    await tomorrow.click();
    await says(timeOff);
    await expect.poll(() => tomorrow.evaluate((button) => button === document.activeElement)).toBe(true);
    await timeOff.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => timeOff.getByRole('alert').count()).toBe(2);
    const holidays = page.getByRole('region', { name: 'Public holidays' });
    await holidays.getByRole('switch').click();
    await says(holidays);
    await expectNoSideScroll(page);
  });

  test('a sheet cannot be left while it saves, so that a failure has a place to be said', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const page = await openHours(person);
    const sheet = page.getByRole('dialog');
    async function staysWhileItSaves(save: string) {
      const calls = ['replace', 'setDate', 'addTimeOff'].map((name) => `hours.${name}`);
      const answers = [];
      for (const name of [...calls, 'availability.create']) {
        await intercept(page, name, { status: 409, detail: 'Not now.' });
        answers.push(await intercept(page, name, 'hold'));
      }
      await sheet.getByRole('button', { name: save }).click();
      await sheet.locator('[aria-busy=true]').waitFor();
      await page.keyboard.press('Escape');
      await page.touchscreen.tap(195, 20);
      expect(await sheet.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
      for (const answer of answers) answer();
      await sheet.getByText('Not now.').waitFor();
      await sheet.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }

    await dayOf(page, 'Tuesday').click();
    await staysWhileItSaves('Save');
    await page.getByRole('button', { name: 'Next month' }).click();
    await page
      .getByRole('table')
      .getByRole('button', { name: /day 1 / })
      .click();
    await page.getByRole('radio', { name: 'Closed' }).click();
    await staysWhileItSaves('Save');
    await page.getByRole('button', { name: 'From … to' }).click();
    await staysWhileItSaves('Save');
    await page.getByRole('button', { name: 'Extra time' }).click();
    await staysWhileItSaves('Add');
  });

  test('without the public holidays no day is said to be open, and extra time does not open a closed one', async () => {
    const person = await h.make.professional({ time_zone: zone });
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '10:00', end: '16:00' }));
    await setWeek(person, everyDay);
    await h.db
      .updateTable('professionals')
      .set({ closed_on_holidays_of: 'VIC' })
      .where('id', '=', person.professionalId)
      .execute();
    const today = dayKey(Date.now(), zone);
    const year = Number(today.slice(0, 4));
    const lists = [year, year + 1].map((one) =>
      call<{ date: string }[]>(person, `/hours/holidays?state=VIC&year=${one}`),
    );
    const holiday = (await Promise.all(lists)).flat().find(({ date }) => date > today)?.date ?? '';
    const page = await (await h.signedIn(person, phone)).newPage();
    const mend = await intercept(page, 'hours.holidays', { status: 400, detail: 'Not now.' });
    const answer = await intercept(page, 'hours.holidays', 'hold');
    await page.goto('/set-hours');
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
    expect(await call(person, '/hours/dates')).toEqual([]);
    mend();
    await month.getByRole('button', { name: 'Try again' }).click();
    await month.getByRole('table').waitFor();
  });
});

describe('B18: processing time', () => {
  test('is set in the form of a service, which draws its parts and says when nothing fits in the gap', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await h.make.service(person.professionalId, { service_duration_minutes: 30 });
    const page = await (await h.signedIn(person, phone)).newPage();
    await page.goto('/create-service');
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
    await page.waitForURL(/\/professional-dashboard/);
    const made = await call<{ id: string; name: string }[]>(person, '/services/my');
    expect(made).toContainEqual(
      expect.objectContaining({ name: 'Root colour', processing_start_minutes: 45, processing_minutes: 30 }),
    );

    await page.goto(`/edit-service/${made.find(({ name }) => name === 'Root colour')?.id}`);
    await page.getByLabel(/^Has processing time/).uncheck();
    await page.getByRole('button', { name: 'Update Service' }).click();
    await page.waitForURL(/\/professional-dashboard/);
    expect(await call(person, '/services/my')).toContainEqual(
      expect.objectContaining({ name: 'Root colour', processing_start_minutes: null, processing_minutes: null }),
    );
  });
});

describe('the calendar', () => {
  test('offers to block free ground, and hatches it', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await setWeek(
      person,
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
    );
    const page = await (await h.signedIn(person, phone)).newPage();
    const day = addDays(dayKey(Date.now(), zone), 1);
    await page.goto(`/calendar?view=day&date=${day}`);
    await page.getByRole('button', { name: /^Block or add time on/ }).focus();
    await page.keyboard.press('Enter');
    // Who is written in comes at the time that stands there.
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('From').fill(`${day}T14:30`);
    const start = new Date(fromLocalInput(`${day}T14:30`, zone) ?? Number.NaN).toISOString();
    const way = sheet.getByRole('link', { name: 'Add booking' });
    await expect.poll(() => way.getAttribute('href')).toBe(`/write-in?start=${start}`);
    await sheet.getByLabel('From').fill(`${day}T09:00`);
    await page.getByRole('button', { name: 'Block time' }).click();
    await page.getByText(/^Blocked: .*9:00 AM to 10:00 AM\.$/).waitFor();
    // A tap on what is blocked changes it, and the open hours are less by it.
    await page.getByText('Open: 7 h.').waitFor();
    await page.getByRole('button', { name: /^Time off 9:00 AM to 10:00 AM/ }).click();
    await sheet.getByLabel('Reason').fill('School run');
    await sheet.getByLabel('To').fill(`${day}T11:00`);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Open: 6 h.').waitFor();
    await page.getByRole('button', { name: 'Time off 9:00 AM to 11:00 AM, School run' }).click();
    expect(await call(person, '/hours/time-off')).toHaveLength(1);
    await sheet.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Open: 8 h.').waitFor();
    expect(await call(person, '/hours/time-off')).toEqual([]);

    // An afternoon in three taps.
    await page.getByRole('button', { name: /^Block or add time on/ }).focus();
    await page.keyboard.press('Enter');
    await sheet.getByRole('radio', { name: 'Rest of the day' }).click();
    await sheet.getByRole('button', { name: 'Block time' }).click();
    await page.getByRole('button', { name: /^Time off / }).waitFor();
    await page.getByText("You're closed.").waitFor();
  });

  test('extra time that touches the hours of its day becomes hours of that date', async () => {
    const person = await h.make.professional({ time_zone: zone });
    await setWeek(
      person,
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '10:00', end: '16:00' })),
    );
    const page = await (await h.signedIn(person)).newPage();
    const day = addDays(dayKey(Date.now(), zone), 2);
    await page.goto(`/calendar?view=day&date=${day}`);
    await page.getByRole('button', { name: /^Block or add time on/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Extra time' }).click();
    await page.getByText(/^Extra time: /).waitFor();
    expect(await call(person, '/hours/dates')).toMatchObject([
      { date: day, hours: [{ start: '09:00', end: '16:00' }] },
    ]);
  });
});

test('on no phone a time of a day’s hours is cut, and its switch stands under its name', async () => {
  const person = await h.make.professional({ time_zone: zone });
  await setWeek(person, [
    { weekday: 2, start: '09:00', end: '13:00' },
    { weekday: 2, start: '14:00', end: '18:30' },
  ]);
  const page = await openHours(person, phone);
  await dayOf(page, 'Tuesday').click();
  const sheet = page.getByRole('dialog', { name: 'Tuesday' });
  const fields = sheet.locator('input[type="time"]');
  await expect.poll(() => fields.count()).toBe(4);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const cut = await fields.evaluateAll((inputs) =>
      inputs.filter((input) => {
        const { width } = input.getBoundingClientRect();
        Object.assign((input as HTMLElement).style, { width: 'max-content' });
        const needed = input.getBoundingClientRect().width;
        Object.assign((input as HTMLElement).style, { width: '' });
        return needed > width;
      }),
    );
    expect([width, cut]).toEqual([width, []]);
    const card = await sheet.getByRole('switch').locator('xpath=../..').boundingBox();
    expect(card?.x).toBe((await fields.first().boundingBox())?.x);
  }
  const visitor = await (await h.visitor(phone)).newPage();
  await visitor.goto(`/public-professional-page/${person.professionalId}`);
  const hours = visitor.getByRole('definition').filter({ hasText: 'Tue, 9:00 AM to 1:00 PM, 2:00 PM to 6:30 PM' });
  await hours.waitFor();
  for (const width of widths) {
    await visitor.setViewportSize({ width, height: 844 });
    expect([width, await brokenTimes(hours)]).toEqual([width, []]);
  }
});

test('on no phone the month cuts hours', async () => {
  const person = await h.make.professional({ time_zone: zone });
  // A day of two stretches has both.
  const widest = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '10:30', end: '22:30' }));
  const split = [3, 7].map((weekday) => ({ weekday, start: '23:00', end: '23:30' }));
  await setWeek(person, [...widest, ...split]);
  const page = await openHours(person, phone);
  const cells = page.getByRole('table').getByRole('button').filter({ hasText: '10:30–10:30' });
  const cut = () =>
    cells.evaluateAll((buttons) =>
      buttons.filter((button) => {
        const hours = button.lastElementChild ?? button;
        const text = new Range();
        text.selectNodeContents(hours);
        const [inside, around] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
        return hours.scrollWidth > hours.clientWidth || inside.left < around.left || inside.right > around.right;
      }),
    );
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect.poll(() => cells.count()).toBeGreaterThan(27);
  const isSplit = cells.filter({ hasText: '10:30–10:30 11–11:30' });
  expect(await isSplit.count()).toBeGreaterThan(3);
  expect(await isSplit.count()).toBeLessThan((await cells.count()) / 2);
  for (const size of ['100%', '200%']) {
    await page.evaluate((given) => document.documentElement.style.setProperty('font-size', given), size);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      expect([size, width, await cut()]).toEqual([size, width, []]);
    }
  }
});
