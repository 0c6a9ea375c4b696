import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { zoneAt } from '#server/testing/zone-at.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { weeklyStarts } from '#shared/rules/series.ts';
import type { Series } from '#shared/series.ts';
import { dayKey, formatLongDate, formatShortDay, formatShortMoment, formatSlotTime, iso } from '#shared/time.ts';
import { confirm, melbourne, pickPath, requested, stage, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, settled, useHarness } from './harness.ts';
import { unheard } from './sessions.ts';

/** A booking gets another time, or a time gets somebody else: asked for, moved as a series, waited for. */
const t = useHarness();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 900 } };

/** Eight in the evening of a day ahead: within every window that is made here. */
const ahead = (days: number) => melbourne(days, '20:00');

const open = (person: { token: string }, path: string, options: BrowserContextOptions = phone) =>
  t.open(path, person, options);

/** A client's booking with a professional who has a window of that day and of the next. */
async function booked(status: 'pending' | 'confirmed' = 'confirmed', start = ahead(3)) {
  const professional = await t.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const client = await t.make.client();
  const service = await t.make.service(professionalId, { service_duration_minutes: 60 });
  for (const days of [3, 4]) await t.make.window(professionalId, ahead(days) - 2 * HOUR, ahead(days) + 6 * HOUR);
  const given = { professionalId, clientId: client.clientId, serviceIds: [service] };
  const { bookingId } = await t.make.booking({ ...given, start, status });
  return { professional, client, bookingId, given };
}

/** The times of the day that a picker shows. */
const times = (page: Page) => page.getByRole('toolbar').last().getByRole('button');
const askedFor = (page: Page) => page.getByRole('heading', { name: 'You asked for another time' });

describe('B19: another time', () => {
  test('by keyboard a client asks and takes it back, then asks again; accepted, both pages and a mail tell', async () => {
    const { professional, client, bookingId } = await booked();
    const page = await open(client, `/booking-details/${bookingId}`);
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    await page.getByRole('link', { name: 'Change time' }).press('Enter');
    await page.getByText('current time', { exact: true }).waitFor();
    await times(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(() => times(page).nth(1).getAttribute('aria-pressed')).toBe('true');
    await page.getByLabel('Message (optional)').press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep my time' }).press('Enter');
    await page.getByText('Your time stays as it was.').waitFor();
    await page.getByRole('button', { name: 'Keep my time' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    await page.getByRole('link', { name: 'Change time' }).click();
    await page.getByText(/, currently /).waitFor();
    await times(page).nth(1).click();
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: /^Ask for / }).click();
    await askedFor(page).waitFor();
    expect(refused).toEqual([]);

    const dashboard = await open(professional, '/professional-dashboard');
    await dashboard.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
    await dashboard.getByText('New time asked for:').waitFor();
    await dashboard.getByRole('link', { name: 'Answer', exact: true }).click();
    await dashboard.getByRole('heading', { name: /asks for another time$/ }).waitFor();
    await dashboard.getByRole('button', { name: 'Accept the new time' }).click();
    await dashboard.getByText(/^Done: moved to /).waitFor();
    await askedFor(page).waitFor({ state: 'detached' });
    await page.getByText('Moved from', { exact: true }).waitFor();
    const mailed = async () => (await t.mailTo(client.email)).find(({ subject }) => subject.startsWith('New time'));
    await expect
      .poll(async () => (await mailed())?.attachments?.map(({ fileName }) => fileName), { timeout: 30_000 })
      .toEqual(['booking.ics']);
  });

  test('a professional offers another time for a request, and accepting it confirms the booking', async () => {
    const { professional, client, bookingId } = await booked('pending');
    const dashboard = await open(professional, '/professional-dashboard');
    await dashboard.getByRole('link', { name: 'Offer another time' }).click();
    const next = ahead(3) + 2 * HOUR;
    await dashboard.getByText(/^Another time on /).click();
    await dashboard.getByLabel('New time').fill(formatSlotTime(next, zone));
    await dashboard.getByLabel('Message (optional)').fill('I cannot at ten, but at twelve?');
    await dashboard.getByText(formatShortMoment(next, zone), { exact: true }).waitFor();
    await dashboard.getByRole('button', { name: 'Ask them' }).click();
    await askedFor(dashboard).waitFor();
    // The answer is the client's now.
    const listed = dashboard.waitForResponse(/bookings\.ofProfessional.*awaits/);
    await dashboard.goto('/professional-dashboard');
    await listed;
    await settled(dashboard);
    expect(await dashboard.getByText(/waiting for your answer/).count()).toBe(0);

    const page = await open(client, `/booking-details/${bookingId}`);
    await page.getByText('I cannot at ten, but at twelve?').waitFor();
    await page.getByRole('button', { name: 'Accept the new time' }).click();
    await page.getByText('confirmed', { exact: true }).first().waitFor();
  });

  test('the picker says up to when nothing is free, leads over empty weeks, and opens on a day of any distance', async () => {
    const { professional, client, bookingId, given } = await booked('confirmed', ahead(5));
    const { professionalId } = professional;
    await t.db.deleteFrom('availability').where('professional_id', '=', professionalId).execute();
    const page = await open(client, `/change-time/${bookingId}`, desktop);
    await page.getByText(/^No other times are free before /).waitFor();
    await expectNoSideScroll(page);
    await t.make.window(professionalId, ahead(80), ahead(80) + 3 * HOUR);
    const day = formatLongDate(ahead(80), zone);
    await page.getByRole('button', { name: 'Look at later dates' }).click();
    await page.getByRole('heading', { name: day }).waitFor();

    await t.make.window(professionalId, ahead(3), ahead(3) + 2 * HOUR);
    await page.reload();
    expect((await page.getByRole('toolbar', { name: 'Days of the week' }).boundingBox())?.width).toBeGreaterThan(400);
    const nothing = page.getByText('No free times in this week.');
    const later = page.getByRole('button', { name: 'Next week' });
    // The first window and the booking may be of two weeks.
    await expect.poll(async () => (await nothing.count()) || (await later.press('Enter'))).toBe(1);
    // It has looked further meanwhile, and keeps the focus.
    expect(await later.evaluate((button) => button === document.activeElement)).toBe(true);
    // 'Go to' vanishes, and hands the focus on to its day.
    await page.getByRole('button', { name: `Go to ${formatShortDay(ahead(80), zone)}` }).press('Enter');
    await page.getByRole('heading', { name: day }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(day);
    await times(page).first().click();
    await page.getByRole('button', { name: `Ask for ${formatShortMoment(ahead(80), zone, Date.now())}` }).click();
    await askedFor(page).waitFor();

    const far = await t.make.booking({ ...given, start: ahead(80) + 2 * HOUR, status: 'confirmed' });
    await page.goto(`/change-time/${far.bookingId}`);
    await page.getByText('current time', { exact: true }).waitFor();
  });

  test('two tabs of each side agree on each step; who asks second is told to answer, and is led there', async () => {
    const { professional, client, bookingId } = await booked();
    const [browser, own] = [await t.signedIn(client, phone), await unheard(await t.signedIn(professional, phone))];
    const [ticket, picker] = [await browser.newPage(), await browser.newPage()];
    const [second, refused] = [await own.newPage(), await own.newPage()];
    await ticket.goto(`/booking-details/${bookingId}`);
    await picker.goto(`/change-time/${bookingId}`);
    await times(picker).nth(1).click();
    await second.goto(`/change-time/${bookingId}?start=${iso(ahead(4))}`);
    await second.getByRole('button', { name: 'Ask them' }).waitFor();
    await picker.getByRole('button', { name: /^Ask for / }).click();
    await askedFor(ticket).waitFor();
    await refused.goto(`/change-time/${bookingId}`);
    const first = 'Please answer the other request first.';
    await refused.getByText(first).waitFor();
    await second.getByRole('button', { name: 'Ask them' }).click();
    await second.getByText(first).waitFor();
    await second.getByRole('link', { name: 'See their request' }).click();
    await second.getByRole('button', { name: 'Keep the old time' }).click();
    await second.getByText('The time stays as it was.').waitFor();
    await askedFor(ticket).waitFor({ state: 'detached' });
    await refused.getByText(/^Another time on /).waitFor();
  });
});

test('a cut-off that passes is noticed by a page, said in an open dialog and instead of a picker; nothing changes', async () => {
  const until = Date.now() + 10 * MINUTE;
  const { client, bookingId } = await booked('confirmed', until + DAY);
  /** Of a booking of yesterday, which its client can change for ten minutes yet. */
  const set = (cancellation_cutoff_hours: number) =>
    t.make.change('bookings', bookingId, { cancellation_cutoff_hours, created_at: iso(until - DAY) });
  await set(24);
  const [waiting, context] = [await t.signedIn(client, phone), await t.signedIn(client, phone)];
  const [page, picker, idle] = [await context.newPage(), await context.newPage(), await waiting.newPage()];
  await idle.clock.install();
  await idle.goto(`/booking/${bookingId}/update`);
  await idle.getByRole('button', { name: 'Cancel Booking' }).waitFor();
  await idle.clock.fastForward(11 * MINUTE);
  await idle.getByRole('button', { name: 'Cancel Booking' }).waitFor({ state: 'detached' });

  const over = /can no longer be changed online\. Please contact /;
  await picker.goto(`/change-time/${bookingId}`);
  await times(picker).nth(1).click();
  await page.goto(`/booking/${bookingId}/update`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.waitFor();
  await set(25);
  await dialog.getByRole('button', { name: /^Cancel this booking/ }).click();
  await dialog.getByText(over).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep Booking' }).click();
  await page.getByRole('main').getByText(over).first().waitFor();
  await page.getByRole('button', { name: 'Cancel Booking' }).waitFor({ state: 'detached' });
  await picker.getByRole('button', { name: /^Ask for / }).click();
  await picker.getByText(over).waitFor();
  await picker.reload();
  await picker.getByText(over).waitFor();
  await picker.getByRole('button', { name: /^Ask for / }).waitFor({ state: 'detached' });
});

test('a series: this and later are moved, dates added, some cancelled by the client; Repeat leads to the next dates', async () => {
  const professional = await t.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const cut = await t.make.service(professionalId, { name: 'Dry curl cut' });
  await t.make.hours(professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  const zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  const given = { professionalId, clientId: zoe.clientId, serviceIds: [cut], status: 'confirmed' as const };
  const single = await t.make.booking({ ...given, start: melbourne(2, '15:00') });
  const starts = weeklyStarts(melbourne(3, '10:00'), zone, { everyWeeks: 1, count: 3 });
  const [first = 0, second = 0, third = 0] = starts;
  const wanted = { client_id: zoe.clientId, service_ids: [cut], every_weeks: 1, start_times: starts.map(iso) };
  const { id, bookings } = await t.ask<Series>(professional, 'POST /series/', wanted);
  const stored = async () =>
    (
      await t.db
        .selectFrom('bookings')
        .select('start_time')
        .where('series_id', '=', id)
        .where('status', '=', 'confirmed')
        .orderBy('start_time')
        .execute()
    ).map(({ start_time }) => new Date(start_time).getTime());

  const page = await open(professional, `/change-time/${bookings[1]?.id}`);
  await page.getByRole('radio', { name: 'This and later' }).click();
  await page.getByRole('button', { name: formatSlotTime(second + 2 * HOUR, zone) }).click();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: `Move 2 visits to ${formatShortMoment(second + 2 * HOUR, zone)}` }).click();
  await page.getByText('2 visits moved.').waitFor();
  const moved = [first, second + 2 * HOUR, third + 2 * HOUR];
  expect(await stored()).toEqual(moved);

  await page.getByRole('button', { name: 'Add more dates' }).click();
  await page.getByLabel('How many visits').selectOption('2');
  await page.getByText('2 of 2 dates chosen').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 2 visits' }).click();
  await page.getByText('2 visits added.').waitFor();
  await page.getByText('Visit 2 of 5, every week').waitFor();
  const more = weeklyStarts(third + 2 * HOUR, zone, { everyWeeks: 1, count: 3 }).slice(1);
  expect(await stored()).toEqual([...moved, ...more]);

  const client = await open(zoe, `/booking-details/${bookings[1]?.id}`);
  await client.getByText('Visit 2 of 5, every week').waitFor();
  await client.getByRole('link', { name: 'Cancel or change' }).click();
  await client.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = client.getByRole('alertdialog');
  await dialog.getByRole('radio', { name: 'This and later' }).click();
  await dialog.getByText(/, and 3 later visits\./).waitFor();
  await expectAccessible(client);
  await client.getByRole('button', { name: 'Cancel these 4 bookings' }).click();
  await client.getByText('Bookings cancelled.').waitFor();
  expect(await stored()).toEqual([first]);

  await page.goto(`/booking-details/${single.bookingId}`);
  await page.getByRole('link', { name: /^Visits and notes of/ }).click();
  await page.getByRole('link', { name: 'Repeat', exact: true }).click();
  await page.getByRole('button', { name: 'Dry curl cut', pressed: true }).waitFor();
  await page.goto(`/booking-details/${single.bookingId}`);
  await page.getByRole('link', { name: 'Repeat', exact: true }).click();
  await page.getByText('6 of 6 dates chosen').waitFor();
  expect(await page.getByLabel('Same time every').inputValue()).toBe('5');
  await page.getByRole('button', { name: 'Add 6 visits' }).click();
  await page.getByText('Visit 1 of 6, every 5 weeks').waitFor();
});

describe('the cancellation list', () => {
  const noon = zoneAt(12);

  /** All of the first day is taken; `wanted` asks for it. */
  async function fullDay(time_zone = noon) {
    const s = await stage(t, { time_zone });
    const { professionalId } = s.professional;
    const given = { professionalId, serviceIds: [s.cut], status: 'confirmed' as const };
    const taken: string[] = [];
    for (let hour = 0; hour < 8; hour++)
      taken.push((await t.make.booking({ ...given, start: s.first.start + hour * HOUR })).bookingId);
    const windows = [{ start: iso(s.first.start), end: iso(s.first.start + 8 * HOUR) }];
    return { s, given, taken, wanted: { professional_id: professionalId, service_ids: [s.cut], windows } };
  }

  test('what frees up by night stands in the list and the calendar as offered from 8:00 AM', async () => {
    const night = zoneAt(22);
    const { s, taken, wanted } = await fullDay(night);
    await t.ask(s.client, 'POST /cancellation-list/', wanted);
    await t.ask(s.professional, `PATCH /bookings/${taken[0]}`, { status: 'cancelled' });
    const page = await open(s.professional, `/calendar?view=day&date=${dayKey(s.first.start, night)}`);
    await page.getByText(/\. Offered from 8:00 AM$/).waitFor();
    await page.getByRole('button', { name: /^Offered from 8:00 AM/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Offered from 8:00 AM' });
    await sheet.getByText(/If it's still free, we'll offer it to /).waitFor();
    expect(await sheet.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('more than a hundred wait: one is offered a time by hand, withdrawn and again, and takes it by a wrong clock', async () => {
    const { s, wanted } = await fullDay();
    await t.ask(s.client, 'POST /cancellation-list/', wanted);
    const dashboard = await open(s.professional, '/professional-dashboard', desktop);
    await dashboard.getByRole('heading', { name: 'Waiting for a time: 1' }).waitFor();
    async function offer() {
      await dashboard.getByRole('button', { name: /^Offer a time to/ }).click();
      const sheet = dashboard.getByRole('dialog');
      // It opens on the day that would suit, which is full: another time is typed.
      await sheet.getByText(/^No free times on /).waitFor();
      await sheet.getByText(/^Another time on /).click();
      await sheet.getByLabel('Time', { exact: true }).fill(formatSlotTime(s.first.start - 2 * HOUR, noon));
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

    const context = await t.signedIn(s.client, phone);
    const [lists, page] = [await context.newPage(), await context.newPage()];
    await lists.goto('/client-profile');
    await lists.getByRole('heading', { name: 'Waiting for', exact: true }).waitFor();
    await expectAccessible(lists);
    const link = lists.getByRole('link', { name: /^See the offer:/ });
    const path = (await link.getAttribute('href')) ?? '';
    // An offer stands as long as the server says, whatever the clock of the phone.
    await page.clock.setSystemTime(Date.now() + 5 * HOUR);
    await page.goto(path);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Booking Is Secured' }).waitFor();
    // The other tabs know.
    await link.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Earlier?' }).click();
    // No time before it is free.
    await page.getByRole('button', { name: 'Stop waiting for earlier' }).waitFor();

    const { professionalId } = s.professional;
    const windows = `{[${iso(s.first.start)},${iso(s.first.start + 8 * HOUR)})}`;
    const entry = { professional_id: professionalId, client_id: s.client.clientId, service_ids: [s.cut], windows };
    await t.db
      .insertInto('cancellation_list_entries')
      .values(Array.from({ length: 102 }, () => entry))
      .execute();
    await dashboard.reload();
    await dashboard.getByRole('heading', { name: 'Waiting for a time: 103' }).waitFor();
    await dashboard.getByRole('button', { name: 'Show all 103' }).click();
    await expect.poll(() => dashboard.getByRole('button', { name: /^Offer a time to/ }).count()).toBe(103);
  });

  test('a full day is waited for by who could move; who could book now, or move, takes one of the free times', async () => {
    const { s, given } = await fullDay();
    const [, second, third] = s.windows;
    const of = { ...given, clientId: s.client.clientId, start: (third?.start ?? 0) + HOUR };
    const { bookingId } = await t.make.booking(of);
    const page = await open(s.client, `/change-time/${bookingId}`);
    await page.getByText('Is an earlier day full?').waitFor();
    await page.getByRole('button', { name: 'Tell me when a time frees up' }).click();
    const sheet = page.getByRole('dialog', { name: 'Tell me when a time frees up' });
    await sheet.getByRole('button', { name: formatShortDay(s.first.start, noon) }).click();
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

    const other = await open(await t.make.client(), `${pickPath(s)}?service_ids=${s.cut}`);
    const free = (second?.start ?? 0) + HOUR;
    await other.getByRole('button', { name: 'Tell me when a time frees up' }).click();
    const list = other.getByRole('dialog', { name: 'Tell me when a time frees up' });
    await list.getByRole('button', { name: formatShortDay(free, noon) }).click();
    await list.getByRole('button', { name: 'Join the list' }).click();
    await list.getByText('No need to wait: these times are free.').waitFor();
    // Times of that day alone.
    const offered = list.getByRole('list', { name: 'Free times' }).getByRole('listitem');
    await expect.poll(() => offered.count()).toBe(6);
    for (const text of await offered.allInnerTexts()) expect(text).toContain(formatShortDay(free, noon));
    await expectAccessible(other);
    await list
      .getByRole('link', { name: `Take it: ${formatShortDay(free, noon)}, ${formatSlotTime(free, noon)}` })
      .click();
    await confirm(other).click();
    await requested(other);
  });
});
