import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { dayKey, formatShortDay, formatShortMoment, fromLocalInput, iso } from '#shared/time.ts';
import { melbourne, zone } from './booking-people.ts';
import { chunkOf, expectAccessible, expectNoSideScroll, intercept, settled, useHarness } from './harness.ts';
import { tabTo } from './keyboard.ts';

/** A professional's day: what waits for an answer, the calendar, who is written in, and what is known of clients. */
const h = useHarness();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 1400 } };

const at = (key: string, time: string) => fromLocalInput(`${key}T${time}`, zone) ?? Number.NaN;
/** Eight in the evening of a day ahead. */
const ahead = (days: number) => melbourne(days, '20:00');
const isFocused = (element: Element) => element === document.activeElement;

async function open(person: { token: string }, path: string, options: BrowserContextOptions = phone): Promise<Page> {
  const page = await (await h.signedIn(person, options)).newPage();
  await page.goto(path);
  return page;
}

async function statusOf(bookingId: string) {
  return (await h.db.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirstOrThrow())
    .status;
}

async function notesOf({ professionalId }: { professionalId: string }) {
  const rows = h.db.selectFrom('contacts').select('notes').where('professional_id', '=', professionalId);
  return (await rows.execute()).map(({ notes }) => notes);
}

/** Writes somebody without an account in by the API, five days ahead. Returns the booking's id. */
async function writeIn(person: { token: string }, service: string, guest: object, days = 5): Promise<string> {
  const answer = await fetch(`${h.url}/bookings/walk-in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ start_time: iso(ahead(days)), service_ids: [service], guest }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

describe('requests', () => {
  test('are open on a phone; one that fails keeps the focus, two are confirmed at once, and the page is left at once', async () => {
    const professional = await h.make.professional();
    const { professionalId } = professional;
    const first = Math.ceil(Date.now() / HOUR) * HOUR + 26 * HOUR;
    const made = [];
    for (const late of [0, 2, 4]) made.push(await h.make.booking({ professionalId, start: first + late * HOUR }));
    const page = await open(professional, '/professional-dashboard');
    const requests = page.getByRole('region', { name: '3 requests are waiting for your answer' });
    const confirm = requests.getByRole('button', { name: 'Confirm', exact: true });
    await expect.poll(() => confirm.filter({ visible: true }).count()).toBe(3);
    const mend = await intercept(page, 'bookings.change', { status: 503, detail: 'Not now.' });
    await confirm.last().press('Enter');
    await page.getByRole('alert').getByText('Failed to confirm booking.').waitFor();
    await expect.poll(() => confirm.count()).toBe(3);
    await expect.poll(() => confirm.last().evaluate(isFocused)).toBe(true);
    mend();
    await page.reload();
    await expect.poll(() => confirm.filter({ visible: true }).count()).toBe(3);
    // Neither waits for the other.
    const all = page.getByRole('button', { name: 'Confirm', exact: true });
    await all.first().click();
    await all.first().click();
    await page.goto('/terms-of-use');
    for (const { bookingId } of made.slice(0, 2)) await expect.poll(() => statusOf(bookingId)).toBe('confirmed');
  });

  test('are on their way with the press: a reload right after loses nothing, with the service worker in charge', async () => {
    const professional = await h.make.professional();
    const { bookingId } = await h.make.booking({ professionalId: professional.professionalId });
    const page = await open(professional, '/professional-dashboard', { ...desktop, serviceWorkers: 'allow' });
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready) !== undefined);
    await page.reload();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.reload();
    await expect.poll(() => statusOf(bookingId)).toBe('confirmed');
  });

  test('that are declined in another tab meanwhile are not confirmed, which is said where one is by then', async () => {
    const professional = await h.make.professional();
    const { clientId } = await h.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
    const { bookingId } = await h.make.booking({ professionalId: professional.professionalId, clientId });
    const page = await open(professional, '/professional-dashboard', desktop);
    const go = await intercept(page, 'bookings.change', 'hold');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Confirming...' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    const declined = await fetch(`${h.url}/bookings/${bookingId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${professional.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'cancelled' }),
    });
    expect(declined.status).toBe(200);
    go();
    await page.getByText("The booking of Zoë Adjei wasn't confirmed.").first().waitFor();
    expect(await statusOf(bookingId)).toBe('cancelled');
  });
});

describe('today and the calendar', () => {
  test('today is whole: who comes, and how long times are free; bookings also read as a day and as a week', async () => {
    const professional = await h.make.professional();
    const { professionalId } = professional;
    const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows', service_duration_minutes: 90 })];
    const { clientId } = await h.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
    // A day of its own, so that no hour of the clock spoils the test: the page believes that it is tomorrow, nine in
    // the morning.
    const tomorrow = addDays(dayKey(Date.now(), zone), 1);
    await h.make.window(professionalId, at(tomorrow, '09:00'), at(tomorrow, '17:00'));
    await h.make.booking({ professionalId, clientId, serviceIds, start: at(tomorrow, '11:00'), status: 'confirmed' });
    const page = await (await h.signedIn(professional, { ...phone, timezoneId: zone })).newPage();
    await page.clock.setFixedTime(at(tomorrow, '08:20'));
    await page.goto('/professional-dashboard');
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByText('Free until 5:00 PM').waitFor();
    const rows = (await today.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n\s*/).slice(0, 2));
    expect(rows).toEqual([
      ['9:00 AM', 'Free until 11:00 AM'],
      ['11:00 AM', 'Kofi Mensah'],
      ['12:30 PM', 'Free until 5:00 PM'],
    ]);
    await today.getByText('Cornrows, 1 h 30 min · $').waitFor();
    // From 9:00 to 9:30 AM, and from 12:30 to 3:30 PM: what begins later does not fit any more.
    await today.getByText('2 times offered').waitFor();
    await today.getByText('7 times offered').waitFor();
    await expectNoSideScroll(page);

    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.getByRole('radio', { name: 'Week', checked: true }).waitFor();
    const main = page.getByRole('main');
    const days = main.getByRole('heading', { level: 2 });
    const visit = main.getByRole('link', { name: 'Kofi Mensah' });
    await visit.waitFor();
    // Days in a row without bookings are one line.
    expect(await days.count()).toBeLessThanOrEqual(3);
    const name = formatShortDay(at(tomorrow, '12:00'), zone);
    await main.getByRole('button', { name, exact: true }).click();
    await page.getByRole('radio', { name: 'Day', checked: true }).waitFor();
    expect(await days.allInnerTexts()).toEqual([name]);
    await page.reload();
    await visit.waitFor();
    expect(await days.count()).toBe(1);
  });

  test('on a desktop a week is seven columns: who comes when, on the ground of what is open, in words and by keys', async () => {
    const professional = await h.make.professional();
    const { professionalId } = professional;
    const long = await h.make.service(professionalId, { name: 'Cornrows', service_duration_minutes: 90 });
    const short = await h.make.service(professionalId, { name: 'Fringe trim', service_duration_minutes: 30 });
    const { clientId } = await h.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
    const week = weekOf(addDays(dayKey(Date.now(), zone), 7));
    const [monday, tuesday, wednesday] = week as [string, string, string];
    await h.make.window(professionalId, at(monday, '09:00'), at(monday, '18:30'));
    const made = { professionalId, clientId };
    await h.make.booking({ ...made, serviceIds: [long], start: at(monday, '11:00'), status: 'confirmed' });
    await h.make.booking({ ...made, serviceIds: [short], start: at(wednesday, '11:00') });
    await h.make.booking({ ...made, serviceIds: [short], start: at(wednesday, '14:00'), status: 'cancelled' });
    const page = await (
      await h.signedIn(professional, { viewport: { width: 1280, height: 900 }, timezoneId: zone })
    ).newPage();
    await page.clock.setFixedTime(at(monday, '08:20'));
    await page.goto('/calendar?view=week');
    const named = (key: string) => formatShortDay(at(key, '12:00'), zone);
    const day = (key: string) => page.getByRole('region', { name: named(key), exact: true });
    /** Opens the day; free ground is another button. */
    const opener = (key: string) => day(key).getByRole('button', { name: named(key), exact: true });
    const comes = day(monday).getByRole('link', { name: 'Kofi Mensah confirmed 11:00 AM to 12:30 PM Cornrows' });
    const waits = day(wednesday).getByRole('link', { name: 'Kofi Mensah pending 11:00 AM to 11:30 AM Fringe trim' });
    await comes.waitFor();
    await waits.waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(week.map(named));
    expect(await day(wednesday).getByRole('link').count()).toBe(1);
    await day(tuesday).getByText('No bookings.').waitFor();
    await day(tuesday).getByText('Not open.').waitFor({ state: 'attached' });
    await day(monday).getByText('Open 9:00 AM to 6:30 PM.').waitFor({ state: 'attached' });
    await page.getByText('Open: 9 h 30 min. Melbourne time.').waitFor();
    expect(await opener(monday).getAttribute('aria-current')).toBe('date');
    expect(await opener(tuesday).getAttribute('aria-current')).toBeNull();

    // Side by side, each at its hour and as high as it is long.
    await settled(page);
    const [first, second] = [await comes.boundingBox(), await waits.boundingBox()];
    if (!first || !second) throw new Error('the bookings are not shown');
    expect(Math.abs(first.y - second.y)).toBeLessThan(2);
    expect(second.x).toBeGreaterThan(first.x + first.width);
    expect((first.height + 2) / (second.height + 2)).toBeCloseTo(3, 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);

    await page.getByRole('button', { name: 'Next week' }).click();
    await day(addDays(monday, 7)).waitFor();
    await page.getByRole('button', { name: 'Back to today' }).click();
    await comes.focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => opener(tuesday).evaluate(isFocused)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Day', exact: true, checked: true }).waitFor();
    await day(tuesday).getByText('No bookings.').waitFor();
    await page.getByRole('button', { name: /^Mon.*1 booking/ }).click();
    await day(monday).getByRole('link', { name: 'Kofi Mensah' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Kofi Mensah' }).getByRole('link', { name: 'View Details' }).click();
    await page.waitForURL('**/booking-details/*');
  });

  test('an appointment answers a tap: marked as missed while it runs, taken back on its page, another cancelled in place', async () => {
    const professional = await h.make.professional();
    const { professionalId } = professional;
    const { clientId } = await h.make.client({ first_name: 'Kofi', phone_number: '0400111222' });
    const given = { professionalId, clientId, status: 'confirmed' as const };
    const begun = await h.make.booking({ ...given, start: Math.floor(Date.now() / MINUTE) * MINUTE - 15 * MINUTE });
    const coming = await h.make.booking({ ...given, start: ahead(3) });
    const page = await open(professional, `/calendar?view=day&date=${dayKey(Date.now() - 15 * MINUTE, zone)}`);
    const sheet = page.getByRole('dialog');
    await page.locator(`a[href$="${begun.bookingId}"]`).click();
    await sheet.getByRole('button', { name: 'No-show' }).click();
    await sheet.getByRole('button', { name: 'They came after all' }).waitFor();
    expect(await sheet.getByRole('link', { name: 'Call', exact: true }).getAttribute('href')).toBe('tel:0400111222');
    await expectAccessible(page);
    await page.goto(`/booking-details/${begun.bookingId}`);
    await page.getByText("Didn't show up.").waitFor();
    await page.getByText('no-show', { exact: true }).waitFor();
    expect(await page.getByText(/^confirmed$|Happening now/).count()).toBe(0);
    await page.getByRole('button', { name: 'They came after all' }).click();
    await page.getByRole('button', { name: 'No-show' }).waitFor();

    await page.goto(`/calendar?view=week&date=${dayKey(ahead(3), zone)}`);
    await page.locator(`a[href$="${coming.bookingId}"]`).click();
    await sheet.getByRole('link', { name: 'Change time' }).waitFor();
    await sheet.getByRole('button', { name: 'Cancel Booking' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Cancel this booking/ })
      .click();
    await page.getByText('Booking cancelled.').waitFor();
    await expect.poll(() => page.locator(`a[href$="${coming.bookingId}"]`).count()).toBe(0);
  });

  test('an appointment is moved by Shift with the arrow keys, Escape keeps it, and dragged, which leads to the question', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const { professionalId } = professional;
    const service = await h.make.service(professionalId, { service_duration_minutes: 60 });
    for (const days of [3, 4]) await h.make.window(professionalId, ahead(days) - 2 * HOUR, ahead(days) + 6 * HOUR);
    const of = { professionalId, serviceIds: [service], start: ahead(3), status: 'confirmed' as const };
    const { bookingId } = await h.make.booking({ ...of, clientId: (await h.make.client()).clientId });
    const week = `/calendar?view=week&date=${dayKey(ahead(3), zone)}`;
    const next = ahead(3) + 2 * HOUR;
    const page = await open(professional, week, desktop);
    const block = page.locator(`li[data-movable] a[href*="${bookingId}"]`);
    const said = (start: number) => page.getByRole('status').getByText(formatShortMoment(start, zone));
    await block.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await said(ahead(4)).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => said(ahead(4)).count()).toBe(0);
    for (let quarters = 0; quarters < 8; quarters++) await page.keyboard.press('Shift+ArrowDown');
    await said(next).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/change-time\//);
    await page.getByText(formatShortMoment(next, zone), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'They agreed' }).waitFor();

    await page.goto(week);
    await block.scrollIntoViewIfNeeded();
    // In sight, and standing still.
    await block.hover();
    const box = await block.boundingBox();
    if (!box) throw new Error('the appointment is not shown');
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    // Two hours: an appointment of one is as high as an hour.
    await page.mouse.move(box.x + 20, box.y + 60, { steps: 4 });
    await page.mouse.move(box.x + 20, box.y + 10 + 2 * (box.height + 2), { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/\/change-time\//);
    await page.getByText(formatShortMoment(next, zone), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ask them' }).click();
    await page.getByRole('heading', { name: 'You asked for another time' }).waitFor();
    await page.goto(week);
    await page.getByRole('link', { name: / asked for$/ }).waitFor();
  });
});

describe('written in', () => {
  const chooseFirst = (page: Page) => page.getByRole('group', { name: 'What' }).getByRole('button').first().click();

  test('who is in the way is named, a number finds who is known; what was added or moved is left at once', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const service = await h.make.service(professional.professionalId, { service_duration_minutes: 30 });
    const known = await writeIn(professional, service, { name: 'Ngọc Trần', phone_number: '0412345678' });
    const page = await open(professional, `/write-in?start=${iso(ahead(5))}`);
    await chooseFirst(page);
    await page.getByText(/Ngọc Trần.? is booked, /).waitFor();
    await expectAccessible(page);

    await page.goto(`/write-in?start=${iso(ahead(6))}`);
    await page.getByLabel('Phone number (optional)').fill('04123456');
    await page
      .getByRole('list', { name: 'Known clients' })
      .getByRole('button', { name: /Ngọc Trần/ })
      .click();
    await page.getByRole('button', { name: 'Change client' }).waitFor();
    await chooseFirst(page);
    const held = Promise.withResolvers<void>();
    await page.route(chunkOf('routes/booking-details.tsx'), async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Add booking' }).click();
    // Before the next screen is there.
    await page.getByText('Booking added.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Change client' }).count()).toBe(0);
    await page.goto(`/change-time/${known}?start=${iso(ahead(7))}`);
    const move = page.getByRole('button', { name: /^Change to / });
    await move.click();
    await page.getByText(/^Moved to .*\.$/).waitFor();
    await expect.poll(() => move.count()).toBe(0);
    held.resolve();
    await page.getByRole('heading', { name: 'Booking Details' }).waitFor();
  });

  test('a guest is mailed without a page behind a login, ends it in one press, and is told of a cancellation if reached', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const service = await h.make.service(professional.professionalId);
    const email = `guest-${Date.now()}@example.com`;
    const page = await open(professional, `/write-in?start=${iso(ahead(7))}`);
    await chooseFirst(page);
    await page.getByLabel('Name').fill('Bernadette Kelly');
    await page.getByLabel('Email (optional)').fill(email);
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.waitForURL(/\/booking-details\//);
    await page.getByRole('link', { name: 'Visits and notes of Bernadette Kelly' }).waitFor();
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';

    const cancelling = async (bookingId: string) => {
      await page.goto(`/booking/${bookingId}/update`);
      await page.getByRole('button', { name: 'Cancel Booking' }).click();
      await page.getByLabel('Reason (optional)').waitFor();
      await expectAccessible(page);
      return page.getByRole('alertdialog', { name: 'Cancel this booking?' }).innerText();
    };
    const told = await cancelling(id);
    expect(told).toContain("We'll let Bernadette Kelly know.");
    expect(told).toContain('Bernadette Kelly will read it.');
    const untold = await cancelling(await writeIn(professional, service, { name: 'Tane Walker' }));
    expect(untold).toContain('Tane Walker left no email address, so please tell them yourself.');
    expect(untold).not.toMatch(/let .* know|will read it/);

    await expect.poll(async () => (await h.mailTo(email)).length, { timeout: 30_000 }).toBe(1);
    const [mail] = await h.mailTo(email);
    expect(mail?.attachments).toHaveLength(1);
    const links = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(href ?? ''));
    const paths = [...new Set(links.filter(({ protocol }) => protocol === 'http:').map(({ pathname }) => pathname))];
    expect(paths.filter((path) => !/^\/(unsubscribe|public-professional-page\/[^/]+)?$/.test(path))).toEqual([]);
    const way = links.find(({ pathname }) => pathname === '/unsubscribe');
    const visitor = await (await h.visitor(phone)).newPage();
    await visitor.goto(`/unsubscribe${way?.search}`);
    await visitor.getByText('emails about bookings to this address').waitFor();
    await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
    await visitor.getByText("You won't get any more emails about bookings to this address from us.").waitFor();
    expect(await visitor.getByRole('link', { name: 'Open my settings' }).count()).toBe(0);
  });

  test('what is missing or refused is said at its field, and of Now, which has none, at the end of the form', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId);
    const page = await open(professional, `/write-in?start=${iso(ahead(6))}`);
    const write = page.getByRole('button', { name: 'Add booking' });
    await write.click();
    await page.getByText('Choose a service').waitFor();
    await page.getByText('Name is required').waitFor();
    await expect.poll(() => page.getByLabel('Name').evaluate(isFocused)).toBe(true);
    await chooseFirst(page);
    expect(await page.getByText('Choose a service').count()).toBe(0);

    // What the server says of a guest stands at the guest's fields, until they are edited.
    const [name, number, email] = ['Name', 'Phone number (optional)', 'Email (optional)'].map((label) =>
      page.getByLabel(label),
    ) as [Locator, Locator, Locator];
    await name.fill('Tane');
    await number.fill('12');
    await email.fill('tane');
    await write.click();
    await page.getByText('Enter a valid number').waitFor();
    await page.getByText('Invalid email address').waitFor();
    const invalid = (field: Locator) => field.getAttribute('aria-invalid');
    expect([await invalid(name), await invalid(number), await invalid(email)]).toEqual([null, 'true', 'true']);
    await expect.poll(() => number.evaluate(isFocused)).toBe(true);
    await number.fill('0412345678');
    expect([await invalid(number), await invalid(email)]).toEqual([null, 'true']);
    expect(await number.evaluate(isFocused)).toBe(true);

    await page.goto('/write-in');
    await chooseFirst(page);
    await name.fill('Tane');
    const msg = 'Start time must be at most 2 hours ago';
    await intercept(page, 'bookings.writeIn', { status: 422, detail: [{ loc: ['body', 'start_time'], msg }] });
    await write.click();
    const said = page.getByRole('alert').filter({ hasText: msg });
    await said.waitFor();
    await page.getByRole('radio', { name: 'At another time' }).click();
    const time = page.getByLabel('Start Time');
    await time.fill('11:59 pm');
    await write.click();
    await expect.poll(() => invalid(time)).toBe('true');
    await expect.poll(() => said.count()).toBe(1);
  });

  test('tried again a minute after its answer was lost, Now is the same entry', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId);
    const page = await (await h.signedIn(professional)).newPage();
    await page.clock.install();
    await page.goto('/write-in');
    await chooseFirst(page);
    await page.getByLabel('Name').fill('Tane');
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/trpc/bookings.writeIn', lost, { times: 1 });
    const write = page.getByRole('button', { name: 'Add booking' });
    await write.click();
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.clock.fastForward(MINUTE);
    await write.click();
    await page.waitForURL('**/booking-details/**');
  });
});

describe('clients', () => {
  test('notes are saved as they are typed: over a crash, a slow line and a page that is left; a visit of another year says which', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const { clientId } = await h.make.client();
    const start = ahead(-400);
    await h.make.booking({ professionalId: professional.professionalId, clientId, start, status: 'completed' });
    const first = await open(professional, '/my-contacts');
    await first.getByText(`Last ${formatShortDay(start, zone, Date.now())}`, { exact: true }).waitFor();
    await first.locator(`a[href="/my-contact/${clientId}"]`).click();
    await first
      .getByRole('definition')
      .getByText(formatShortMoment(start, zone, Date.now()), { exact: true })
      .waitFor();
    await first.getByLabel('Notes').fill('Tender scalp at the nape.');
    await first.getByText('Saved.').waitFor();
    await first.reload();
    await expect.poll(() => first.getByLabel('Notes').inputValue()).toBe('Tender scalp at the nape.');
    // A tab that crashes before anything is sent.
    await intercept(first, 'contacts.update', { status: 503, detail: 'Service temporarily unavailable' });
    await first.getByLabel('Notes').fill('Tender scalp at the nape. Tea with milk.');
    await first.getByText("They couldn't be saved yet.").waitFor();
    const page = await first.context().newPage();
    await first.close();
    await page.goto('/my-contacts');
    await page.locator(`a[href="/my-contact/${clientId}"]`).click();
    const notes = page.getByLabel('Notes');
    await expect.poll(() => notes.inputValue()).toBe('Tender scalp at the nape. Tea with milk.');
    await page.getByText('Saved.').waitFor();
    expect(await notesOf(professional)).toEqual(['Tender scalp at the nape. Tea with milk.']);

    const held = Promise.withResolvers<void>();
    let [saves, saved] = [0, 0];
    await page.route('**/trpc/contacts.update*', async (route) => {
      saves += 1;
      if (saves === 1) await held.promise;
      await route.continue();
    });
    page.on('response', (answer) => void (answer.url().includes('contacts.update') && saved++));
    await notes.fill('Likes it short');
    await expect.poll(() => saves).toBe(1);
    await notes.fill('Likes it short, not shaved');
    // Longer than the pause after which notes are saved.
    await page.waitForTimeout(1_500);
    held.resolve();
    await expect.poll(() => saved, { timeout: 15_000 }).toBe(2);
    expect(await notesOf(professional)).toEqual(['Likes it short, not shaved']);
    // Whoever leaves at once has typed it all the same.
    await notes.fill('Likes it long');
    await page.goBack();
    await expect.poll(() => notesOf(professional)).toEqual(['Likes it long']);
  });

  test('the details of a guest begin with what was saved, however slow the line is', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const service = await h.make.service(professional.professionalId);
    await writeIn(professional, service, { name: 'Tane Walker' });
    const page = await open(professional, '/my-contacts');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /Tane Walker/ }).click();
    const name = page.getByLabel('Name');
    await name.fill('Tane Waitiri');
    await page.route('**/trpc/contacts.byId*', async (route) => {
      await delay(1_000);
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await main.getByRole('link', { name: 'Your clients' }).click();
    await main.getByRole('link', { name: /Tane/ }).click();
    expect(await name.inputValue()).toBe('Tane Waitiri');
  });

  test('come from a file on a phone, by keyboard: columns set right, faulty rows saved, all taken back', async () => {
    const person = await h.make.professional();
    const page = await open(person, '/bring-clients', { ...phone, timezoneId: zone });
    const names = async () =>
      (
        await h.db.selectFrom('contacts').select('name').where('professional_id', '=', person.professionalId).execute()
      ).map(({ name }) => name);
    const press = async (name: string) => {
      await tabTo(page, 'button', name);
      await page.keyboard.press('Enter');
    };
    const buffer = Buffer.from('Who;Reach;Remark\nAda Lovelace;0412345678;Tea\n=Ben;12;\n;0400111222;=x\n');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('heading', { name: '0 new clients' }).waitFor();
    expect(await page.getByRole('button', { name: 'Update clients' }).isDisabled()).toBe(true);
    // The keys that choose name, phone and notes.
    for (const [column, key] of [
      ['Who', 'n'],
      ['Reach', 'p'],
      ['Remark', 'End'],
    ] as const) {
      await page.getByLabel(column).focus();
      await page.keyboard.press(key);
      await expect.poll(() => page.getByLabel(column).evaluate(isFocused)).toBe(true);
    }
    await page.getByRole('heading', { name: '2 new clients' }).waitFor();
    // A number that is none stays in the notes.
    await page.getByRole('heading', { name: 'Kept in the notes' }).waitFor();
    await page.getByText('Row 3: The phone number is too short.').waitFor();
    await page.getByText("Row 4: There's no name.").waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);

    const saving = page.waitForEvent('download');
    await press('Save these rows as a file');
    const file = await saving;
    expect(file.suggestedFilename()).toBe('rows-to-fix.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe(
      "\ufeffWho,Reach,Remark,row,problem\r\n,0400111222,'=x,4,There's no name.\r\n",
    );
    await press('Add 2 clients');
    const done = page.getByRole('heading', { name: '2 clients added' });
    await expect.poll(() => done.evaluate(isFocused)).toBe(true);
    expect((await names()).sort()).toEqual(['Ada Lovelace', 'Ben']);
    await expectAccessible(page);
    await press('Undo');
    await page.getByText('Import undone. Clients you changed since then stayed.').waitFor();
    await expect.poll(names).toEqual([]);
  });
});

test('the profile form says which place is understood, and saves how bookings are cancelled, confirmed and how far ahead', async () => {
  const person = await h.make.professional({ time_zone: zone, location: 'Somewhere quiet', specializations: [1] });
  const page = await open(person, '/edit-professional-profile');
  await page.getByText("We don't know this place yet").waitFor();
  const field = page.getByLabel('Location');
  await field.fill('12 Barkly St, foots');
  await page.getByRole('button', { name: 'Footscray VIC 3011', exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe('12 Barkly St, Footscray VIC 3011');
  await page.getByText("You'll appear in searches for Footscray VIC 3011").waitFor();
  await expectNoSideScroll(page);
  await page.getByLabel('Clients can cancel online up to … hours before').fill('24');
  await page.getByLabel('Cancellation Policy').fill('Half the price within a day.');
  await page.getByLabel(/^Confirm bookings automatically/).check();
  await page.getByLabel('Days Ahead').fill('366');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Days ahead must be from 1 to 365 whole days').waitFor();
  await page.getByLabel('Days Ahead').fill('90');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Profile updated successfully!').waitFor();
  const answer = await fetch(`${h.url}/professionals/profile`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(await answer.json()).toMatchObject({
    location: '12 Barkly St, Footscray VIC 3011',
    instant_confirmation: true,
    cancellation_cutoff_hours: 24,
    cancellation_policy: 'Half the price within a day.',
    booking_horizon_days: 90,
  });
});
