import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import {
  dayKey,
  formatLongDate,
  formatShortDay,
  formatShortMoment,
  formatSlotTime,
  fromLocalInput,
} from '#shared/time.ts';
import { chunkOf, expectAccessible, expectNoSideScroll, intercept, settled, useHarness } from './harness.ts';

const h = useHarness();
const zone = 'Australia/Melbourne';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const today = dayKey(Date.now(), zone);

/** Eight in the evening of a day ahead: within every window that is made here. */
function ahead(days: number) {
  return fromLocalInput(`${addDays(today, days)}T20:00`, zone) ?? Number.NaN;
}

/** A client's booking with a professional who has a window of that day and of the next. */
async function booked(status: 'pending' | 'confirmed' = 'confirmed', start = ahead(3)) {
  const professional = await h.make.professional({ time_zone: zone });
  const client = await h.make.client();
  const service = await h.make.service(professional.professionalId, { service_duration_minutes: 60 });
  for (const days of [3, 4])
    await h.make.window(professional.professionalId, ahead(days) - 2 * HOUR, ahead(days) + 6 * HOUR);
  const { bookingId } = await h.make.booking({
    professionalId: professional.professionalId,
    clientId: client.clientId,
    serviceIds: [service],
    start,
    status,
  });
  return { professional, client, bookingId, service };
}

async function open(person: { token: string }, path: string, options: BrowserContextOptions = phone): Promise<Page> {
  const page = await (await h.signedIn(person, options)).newPage();
  await page.goto(path);
  return page;
}

describe('B19: another time', () => {
  test('a client asks, the professional accepts on the phone, and both pages show it without a reload', async () => {
    const { professional, client, bookingId } = await booked();
    const page = await open(client, `/booking-details/${bookingId}`);
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    await page.getByRole('link', { name: 'Change time' }).click();
    await page.getByRole('heading', { level: 1, name: 'Change time' }).waitFor();
    await page.getByText(/, currently /).waitFor();
    await page.getByRole('toolbar').last().getByRole('button').nth(1).click();
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: /^Ask for / }).click();
    await page.getByRole('heading', { name: 'You asked for another time' }).waitFor();
    await page.getByRole('button', { name: 'Keep my time' }).waitFor();
    expect(refused).toEqual([]);

    const dashboard = await open(professional, '/professional-dashboard');
    await dashboard.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
    await dashboard.getByText('New time asked for:').waitFor();
    await dashboard.getByRole('link', { name: 'Answer', exact: true }).click();
    await dashboard.getByRole('heading', { name: /asks for another time$/ }).waitFor();
    await dashboard.getByRole('button', { name: 'Accept the new time' }).click();
    await dashboard.getByText(/^Done: moved to /).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'You asked for another time' }).count()).toBe(0);
    await page.getByText('Moved from', { exact: true }).waitFor();
    const mailed = async () => (await h.mailTo(client.email)).find(({ subject }) => subject.startsWith('New time'));
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
    await dashboard.getByRole('heading', { name: 'You asked for another time' }).waitFor();
    // The answer is the client's now.
    const listed = dashboard.waitForResponse(/bookings\.ofProfessional.*awaits/);
    await dashboard.goto('/professional-dashboard');
    await listed;
    await dashboard.getByRole('tab', { name: 'Manage Services' }).waitFor();
    await settled(dashboard);
    expect(await dashboard.getByText(/waiting for your answer/).count()).toBe(0);

    const page = await open(client, `/booking-details/${bookingId}`);
    await page.getByText('I cannot at ten, but at twelve?').waitFor();
    await page.getByRole('button', { name: 'Accept the new time' }).click();
    await page.getByText('confirmed', { exact: true }).first().waitFor();
  });

  test('by keyboard a client asks, and withdrawing keeps the old time', async () => {
    const { client, bookingId } = await booked();
    const page = await open(client, `/booking-details/${bookingId}`, { viewport: { width: 1280, height: 900 } });
    await page.getByRole('link', { name: 'Change time' }).press('Enter');
    await page.getByText('current time', { exact: true }).waitFor();
    const times = page.getByRole('toolbar').last().getByRole('button');
    await times.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(() => times.nth(1).getAttribute('aria-pressed')).toBe('true');
    await page.getByLabel('Message (optional)').press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep my time' }).press('Enter');
    await page.getByText('Your time stays as it was.').waitFor();
    await page.getByRole('link', { name: 'Change time' }).waitFor();
    await page.getByRole('button', { name: 'Keep my time' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  test('a client reaches times beyond the first 60 days, past a week without free times', async () => {
    const { professional, client, bookingId } = await booked();
    await h.make.window(professional.professionalId, ahead(80), ahead(80) + 2 * HOUR);
    const page = await open(client, `/change-time/${bookingId}`, { viewport: { width: 1280, height: 900 } });
    const days = page.getByRole('toolbar', { name: 'Days of the week' });
    await days.waitFor();
    expect((await days.boundingBox())?.width).toBeGreaterThan(400);
    const nothing = page.getByText('No free times in this week.');
    const later = page.getByRole('button', { name: 'Next week' });
    // The first windows may be of two weeks.
    await expect.poll(async () => (await nothing.count()) || (await later.press('Enter'))).toBe(1);
    // It has looked further meanwhile, and keeps the focus.
    expect(await later.evaluate((button) => button === document.activeElement)).toBe(true);
    const day = formatLongDate(ahead(80), zone);
    // 'Go to' vanishes, and hands the focus on to its day.
    await page.getByRole('button', { name: `Go to ${formatShortDay(ahead(80), zone)}` }).press('Enter');
    await page.getByRole('heading', { name: day }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(day);
    await page.getByRole('toolbar').last().getByRole('button').first().click();
    await page.getByRole('button', { name: `Ask for ${formatShortMoment(ahead(80), zone, Date.now())}` }).click();
    await page.getByRole('heading', { name: 'You asked for another time' }).waitFor();
  });

  test('where no other time is free, it is said up to when, with a look at later dates', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const client = await h.make.client();
    const people = { professionalId: professional.professionalId, clientId: client.clientId };
    const { bookingId } = await h.make.booking({ ...people, start: ahead(3), status: 'confirmed' });
    const page = await open(client, `/change-time/${bookingId}`);
    await page.getByText(/^No other times are free before /).waitFor();
    await expectNoSideScroll(page);
    await h.make.window(professional.professionalId, ahead(80), ahead(80) + 2 * HOUR);
    await page.getByRole('button', { name: 'Look at later dates' }).click();
    await page.getByRole('heading', { name: formatLongDate(ahead(80), zone) }).waitFor();
  });

  test('of a booking beyond the first 60 days, the picker opens on its day', async () => {
    const { professional, client, bookingId } = await booked('confirmed', ahead(80));
    await h.make.window(professional.professionalId, ahead(80), ahead(80) + 3 * HOUR);
    const page = await open(client, `/change-time/${bookingId}`);
    await page.getByText('current time', { exact: true }).waitFor();
  });
});

test('both ask at once: who comes second is told to answer, and is led there', async () => {
  const { professional, client, bookingId } = await booked();
  const page = await open(client, `/change-time/${bookingId}`);
  await page.getByRole('toolbar').last().getByRole('button').nth(1).click();
  const dashboard = await open(professional, `/change-time/${bookingId}?start=${new Date(ahead(4)).toISOString()}`);
  await dashboard.getByRole('button', { name: 'Ask them' }).click();
  await dashboard.getByRole('heading', { name: 'You asked for another time' }).waitFor();
  const ask = page.getByRole('button', { name: /^Ask for / });
  await ask.click();
  await page.getByText('Please answer the other request first.').waitFor();
  await page.getByRole('link', { name: 'See their request' }).click();
  await page.getByRole('button', { name: 'Keep the old time' }).click();
  await page.getByText('The time stays as it was.').waitFor();
  await dashboard.getByRole('heading', { name: 'You asked for another time' }).waitFor({ state: 'detached' });
});

test('two tabs of one person agree on each step, and a picker opens once the request is answered', async () => {
  const { client, professional, bookingId } = await booked();
  const browser = await h.signedIn(client, phone);
  const [ticket, picker] = [await browser.newPage(), await browser.newPage()];
  await ticket.goto(`/booking-details/${bookingId}`);
  await picker.goto(`/change-time/${bookingId}`);
  await picker.getByRole('toolbar').last().getByRole('button').nth(1).click();
  await picker.getByRole('button', { name: /^Ask for / }).click();
  await ticket.getByRole('heading', { name: 'You asked for another time' }).waitFor();

  const own = await h.signedIn(professional, phone);
  const [answering, refused] = [await own.newPage(), await own.newPage()];
  await answering.goto(`/booking-details/${bookingId}`);
  await refused.goto(`/change-time/${bookingId}`);
  await refused.getByText('Please answer the other request first.').waitFor();
  await answering.getByRole('button', { name: 'Keep the old time' }).click();
  await refused.getByText(/^Another time on /).waitFor();
});

test('an appointment of the calendar answers a tap: two taps mark it as missed, and it is cancelled in place', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const { clientId } = await h.make.client({ first_name: 'Kofi', phone_number: '0400111222' });
  const begun = await h.make.booking({ professionalId, clientId, status: 'confirmed', start: Date.now() - HOUR });
  const coming = await h.make.booking({ professionalId, clientId, status: 'confirmed', start: ahead(3) });
  const page = await open(professional, `/calendar?view=day&date=${dayKey(Date.now() - HOUR, zone)}`);
  const sheet = page.getByRole('dialog');
  await page.locator(`a[href$="${begun.bookingId}"]`).click();
  await sheet.getByRole('button', { name: 'No-show' }).click();
  await sheet.getByRole('button', { name: 'They came after all' }).waitFor();
  expect(await sheet.getByRole('link', { name: 'Call', exact: true }).getAttribute('href')).toBe('tel:0400111222');
  await expectAccessible(page);

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

describe('in the calendar', () => {
  const desktop = { viewport: { width: 1280, height: 1400 } };
  const next = ahead(3) + 2 * HOUR;
  const week = `/calendar?view=week&date=${dayKey(ahead(3), zone)}`;

  test('an appointment is dragged to another time, which leads to the question for its client', async () => {
    const { professional, bookingId } = await booked();
    const page = await open(professional, week, desktop);
    const block = page.locator(`li[data-movable] a[href*="${bookingId}"]`);
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

  test('and by keyboard: Shift with the arrow keys, Enter asks, Escape keeps the old time', async () => {
    const { professional, bookingId } = await booked();
    const page = await open(professional, week, desktop);
    const block = page.locator(`li[data-movable] a[href*="${bookingId}"]`);
    await block.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page
      .getByRole('status')
      .getByText(formatShortMoment(ahead(4), zone))
      .waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() =>
        page
          .getByRole('status')
          .getByText(formatShortMoment(ahead(4), zone))
          .count(),
      )
      .toBe(0);
    for (let quarters = 0; quarters < 8; quarters++) await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('status').getByText(formatShortMoment(next, zone)).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/change-time\//);
    await page.getByText(formatShortMoment(next, zone), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'They agreed' }).waitFor();
  });
});

describe('the cut-off', () => {
  /**
   * A booking of yesterday that its client can change for ten minutes yet, and a function that lets them pass on the
   * server.
   */
  async function cutOffSoon() {
    const until = Date.now() + 10 * MINUTE;
    const made = await booked('confirmed', until + DAY);
    const set = (cancellation_cutoff_hours: number) =>
      h.db
        .updateTable('bookings')
        .set({ cancellation_cutoff_hours, created_at: new Date(until - DAY).toISOString() })
        .where('id', '=', made.bookingId)
        .execute();
    await set(24);
    return { ...made, pass: () => set(25) };
  }

  test('that passes while the dialog is open is said in it, and nothing is cancelled', async () => {
    const { client, bookingId, pass } = await cutOffSoon();
    const page = await open(client, `/booking/${bookingId}/update`);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.waitFor();
    await pass();
    await dialog.getByRole('button', { name: /^Cancel this booking/ }).click();
    await dialog.getByText(/can no longer be changed online\. Please contact /).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep Booking' }).click();
    await page
      .getByRole('main')
      .getByText(/can no longer be changed online/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cancel Booking' }).waitFor({ state: 'detached' });
  });

  test('is noticed by a page that stands open, by its own clock', async () => {
    const { client, bookingId } = await cutOffSoon();
    const page = await (await h.signedIn(client, phone)).newPage();
    await page.clock.install();
    await page.goto(`/booking/${bookingId}/update`);
    await page.getByRole('button', { name: 'Cancel Booking' }).waitFor();
    await page.clock.fastForward(11 * MINUTE);
    await page.getByRole('button', { name: 'Cancel Booking' }).waitFor({ state: 'detached' });
  });

  test('that has passed is said instead of a picker', async () => {
    const { client, bookingId, pass } = await cutOffSoon();
    const page = await open(client, `/change-time/${bookingId}`);
    await page.getByText(/, currently /).waitFor();
    await pass();
    await page.getByRole('toolbar').last().getByRole('button').nth(1).click();
    await page.getByRole('button', { name: /^Ask for / }).click();
    await page.getByText(/can no longer be changed online\. Please contact /).waitFor();
    await page.reload();
    await page.getByText(/can no longer be changed online\. Please contact /).waitFor();
    await page.getByRole('button', { name: /^Ask for / }).waitFor({ state: 'detached' });
  });
});

describe('written in', () => {
  test('somebody who walks in is written in with three presses and a name', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId, { name: 'Beard trim', service_duration_minutes: 15 });
    const page = await open(professional, '/professional-dashboard');
    await page.getByRole('link', { name: 'Add booking' }).click();
    await page.getByRole('button', { name: 'Beard trim' }).click();
    await page.getByLabel('Name').fill('Tane Walker');
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.waitForURL(/\/booking-details\//);
    await page.getByText('Tane Walker').first().waitFor();
  });

  test('by phone, somebody known: six taps; moved on their word: three; who is in the way is named', async () => {
    const { professional, client } = await booked();
    const name = 'Zoë Adjei';
    const page = await open(professional, '/professional-dashboard');
    await page.getByRole('link', { name: 'Add booking' }).click();
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByRole('radio', { name: 'At another time' }).click();
    await page.getByRole('toolbar').last().getByRole('button').nth(4).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('list', { name: 'Known clients' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.waitForURL(/\/booking-details\//);
    await page.getByRole('link', { name: 'Change time' }).click();
    await page.getByRole('toolbar').last().getByRole('button').nth(5).click();
    await page.getByRole('button', { name: 'They agreed' }).click();
    await page.getByText(/^Moved to .*\.$/).waitFor();
    await expect.poll(async () => (await h.mailTo(client.email)).length, { timeout: 30_000 }).toBeGreaterThan(0);

    await page.goto(`/write-in?start=${new Date(ahead(3)).toISOString()}`);
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByText(/Zoë Adjei.? is booked, /).waitFor();
    await expectAccessible(page);
  });

  test('typing the number of somebody known finds them', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const service = await h.make.service(professional.professionalId, { service_duration_minutes: 30 });
    await writeIn(professional, service, 'Ngọc Trần');
    const page = await open(professional, `/write-in?start=${new Date(ahead(6)).toISOString()}`);
    await page.getByLabel('Phone number (optional)').fill('04123456');
    await page
      .getByRole('list', { name: 'Known clients' })
      .getByRole('button', { name: /Ngọc Trần/ })
      .click();
    await page.getByRole('button', { name: 'Change client' }).waitFor();
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.waitForURL(/\/booking-details\//);
  });

  test('what was added or moved is left at once, before the next screen is there', async () => {
    const { professional, bookingId } = await booked();
    const page = await open(professional, `/write-in?start=${new Date(ahead(6)).toISOString()}`);
    const held = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await held.promise;
      await route.fallback();
    };
    await page.route(chunkOf('routes/booking-details.tsx'), hold);
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByLabel('Name').fill('Ivy Green');
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.getByText('Booking added.').waitFor();
    await expect.poll(() => page.getByLabel('Name').count()).toBe(0);
    await page.goto(`/change-time/${bookingId}?start=${new Date(ahead(7)).toISOString()}`);
    await page.getByRole('button', { name: 'They agreed' }).click();
    await page.getByText(/^Moved to .*\.$/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'They agreed' }).count()).toBe(0);
    held.resolve();
    await page.getByRole('heading', { name: 'Booking Details' }).waitFor();
  });

  test('a guest with an address is mailed, without a page behind a login, and ends it in one press', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId);
    const email = `guest-${Date.now()}@example.com`;
    const page = await open(professional, `/write-in?start=${new Date(ahead(7)).toISOString()}`);
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByLabel('Name').fill('Bernadette Kelly');
    await page.getByLabel('Email (optional)').fill(email);
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.waitForURL(/\/booking-details\//);
    await page.getByRole('link', { name: 'Visits and notes of Bernadette Kelly' }).waitFor();

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

  test('a guest without an address is not said to be told of a cancellation, one with an address is', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const service = await h.make.service(professional.professionalId, { service_duration_minutes: 30 });
    async function cancelling(days: number, guest: { name: string; email?: string }) {
      const answer = await fetch(`${h.url}/bookings/walk-in`, {
        method: 'POST',
        headers: { authorization: `Bearer ${professional.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ start_time: new Date(ahead(days)).toISOString(), service_ids: [service], guest }),
      });
      const { id } = (await answer.json()) as { id: string };
      const page = await open(professional, `/booking/${id}/update`);
      await page.getByRole('button', { name: 'Cancel Booking' }).click();
      await page.getByLabel('Reason (optional)').waitFor();
      await expectAccessible(page);
      return page.getByRole('alertdialog', { name: 'Cancel this booking?' }).innerText();
    }
    const untold = await cancelling(5, { name: 'Tane Walker' });
    expect(untold).toContain('Tane Walker left no email address, so please tell them yourself.');
    expect(untold).not.toMatch(/let .* know|will read it/);
    const told = await cancelling(6, { name: 'Moana Reid', email: `moana-${Date.now()}@example.com` });
    expect(told).toContain("We'll let Moana Reid know.");
    expect(told).toContain('Moana Reid will read it.');
  });

  test('what is missing is said at its field', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId);
    const page = await open(professional, `/write-in?start=${new Date(ahead(6)).toISOString()}`);
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.getByText('Choose a service').waitFor();
    await page.getByText('Name is required').waitFor();
    const first = page.getByLabel('Name');
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
    const service = page.getByRole('group', { name: 'What' }).getByRole('button').first();

    // What the server says of a guest stands at the guest's fields, until they are edited.
    await service.click();
    expect(await page.getByText('Choose a service').count()).toBe(0);
    const [name, phone, email] = ['Name', 'Phone number (optional)', 'Email (optional)'].map((label) =>
      page.getByLabel(label),
    ) as [Locator, Locator, Locator];
    await name.fill('Tane');
    await phone.fill('12');
    await email.fill('tane');
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.getByText('Enter a valid number').waitFor();
    await page.getByText('Invalid email address').waitFor();
    const invalid = (field: Locator) => field.getAttribute('aria-invalid');
    expect([await invalid(name), await invalid(phone), await invalid(email)]).toEqual([null, 'true', 'true']);
    await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true);
    await phone.fill('0412345678');
    expect([await invalid(phone), await invalid(email)]).toEqual([null, 'true']);
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('tried again a minute after its answer was lost, Now is the same entry', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId);
    const page = await (await h.signedIn(professional)).newPage();
    await page.clock.install();
    await page.goto('/write-in');
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByLabel('Name').fill('Tane');
    await page.route(
      '**/trpc/bookings.writeIn',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const write = page.getByRole('button', { name: 'Add booking' });
    await write.click();
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.clock.fastForward(MINUTE);
    await write.click();
    await page.waitForURL('**/booking-details/**');
  });

  test('a refused time is said at its field, and of Now, which has none, at the end of the form', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    await h.make.service(professional.professionalId);
    const page = await open(professional, '/write-in');
    await page.getByRole('group', { name: 'What' }).getByRole('button').first().click();
    await page.getByLabel('Name').fill('Tane');
    const msg = 'Start time must be at most 2 hours ago';
    await intercept(page, 'bookings.writeIn', { status: 422, detail: [{ loc: ['body', 'start_time'], msg }] });
    const write = page.getByRole('button', { name: 'Add booking' });
    await write.click();
    const said = page.getByRole('alert').filter({ hasText: msg });
    await said.waitFor();
    await page.getByRole('radio', { name: 'At another time' }).click();
    const time = page.getByLabel('Start Time');
    await time.fill('11:59 pm');
    await write.click();
    await expect.poll(() => time.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => said.count()).toBe(1);
  });
});

describe('contacts', () => {
  test('a visit of another year says which', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const { clientId } = await h.make.client();
    const { professionalId } = professional;
    const start = ahead(-400);
    await h.make.booking({ professionalId, clientId, start, status: 'completed' });
    const page = await open(professional, '/my-contacts');
    await page.getByText(`Last ${formatShortDay(start, zone, Date.now())}`, { exact: true }).waitFor();
    await page.locator('main a.figure').first().click();
    await page
      .getByRole('definition')
      .getByText(formatShortMoment(start, zone, Date.now()), { exact: true })
      .waitFor();
  });

  test('a client is found, and notes are saved as they are typed', async () => {
    const { professional } = await booked();
    const page = await open(professional, '/my-contacts');
    const row = page.locator('main a.figure').first();
    await row.waitFor();
    await row.click();
    await page.getByLabel('Notes').fill('Tender scalp at the nape.');
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('Tender scalp at the nape.');
    expect(await page.getByRole('link', { name: '0400111222' }).getAttribute('href')).toBe('tel:0400111222');

    // A tab that crashes before anything is sent.
    await intercept(page, 'contacts.update', { status: 503, detail: 'Service temporarily unavailable' });
    await page.getByLabel('Notes').fill('Tender scalp at the nape. Tea with milk.');
    await page.getByText("They couldn't be saved yet.").waitFor();
    const address = page.url();
    const context = page.context();
    await page.close();
    const after = await context.newPage();
    await after.goto(address);
    await expect.poll(() => after.getByLabel('Notes').inputValue()).toBe('Tender scalp at the nape. Tea with milk.');
    await after.getByText('Saved.').waitFor();
    const stored = await h.db
      .selectFrom('contacts')
      .select('notes')
      .where('professional_id', '=', professional.professionalId)
      .execute();
    expect(stored.map(({ notes }) => notes)).toContain('Tender scalp at the nape. Tea with milk.');
  });

  test('of notes that are saved over a slow line what was typed last stays', async () => {
    const { professional, client } = await booked();
    const page = await open(professional, '/my-contacts');
    await page.locator(`a[href="/my-contact/${client.clientId}"]`).click();
    const held = Promise.withResolvers<void>();
    let [saves, saved] = [0, 0];
    await page.route('**/trpc/contacts.update*', async (route) => {
      saves += 1;
      if (saves === 1) await held.promise;
      await route.continue();
    });
    page.on('response', (answer) => void (answer.url().includes('contacts.update') && saved++));
    await page.getByLabel('Notes').fill('Likes it short');
    await expect.poll(() => saves).toBe(1);
    await page.getByLabel('Notes').fill('Likes it short, not shaved');
    // Longer than the pause after which notes are saved.
    await page.waitForTimeout(1_500);
    held.resolve();
    await expect.poll(() => saved, { timeout: 15_000 }).toBe(2);
    const stored = () =>
      h.db.selectFrom('contacts').select('notes').where('professional_id', '=', professional.professionalId).execute();
    expect(await stored()).toEqual([{ notes: 'Likes it short, not shaved' }]);

    // Whoever leaves at once has typed it all the same.
    await page.getByLabel('Notes').fill('Likes it long');
    await page.goBack();
    await expect.poll(stored).toEqual([{ notes: 'Likes it long' }]);
  });
});

test('the details of a guest begin with what was saved, however slow the line is', async () => {
  const professional = await h.make.professional({ time_zone: zone });
  const service = await h.make.service(professional.professionalId);
  await writeIn(professional, service, 'Tane Walker');
  const page = await open(professional, '/my-contacts');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Tane Walker/ })
    .click();
  const name = page.getByLabel('Name');
  await name.fill('Tane Waitiri');
  await page.route('**/trpc/contacts.byId*', async (route) => {
    await delay(1_000);
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Your clients' }).click();
  await main.getByRole('link', { name: /Tane/ }).click();
  expect(await name.inputValue()).toBe('Tane Waitiri');
});

describe('no-show', () => {
  test('a visit to which nobody came is marked while it runs, and the mark taken back', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const start = Math.floor(Date.now() / MINUTE) * MINUTE - 15 * MINUTE;
    const { bookingId } = await h.make.booking({
      professionalId: professional.professionalId,
      start,
      status: 'confirmed',
    });
    const page = await open(professional, `/booking-details/${bookingId}`);
    await page.getByRole('button', { name: 'No-show' }).click();
    await page.getByText("Didn't show up.").waitFor();
    await page.getByText('no-show', { exact: true }).waitFor();
    expect(await page.getByText(/^confirmed$|Happening now/).count()).toBe(0);
    await page.getByRole('button', { name: 'They came after all' }).click();
    await page.getByRole('button', { name: 'No-show' }).waitFor();
  });
});

describe('settings of bookings', () => {
  test('cut-off and policy are saved, and shown before booking', async () => {
    const professional = await h.make.professional({ time_zone: zone });
    const page = await open(professional, '/edit-professional-profile');
    await page.getByLabel('Clients can cancel online up to … hours before').fill('24');
    await page.getByLabel('Cancellation Policy').fill('Half the price within a day.');
    await page.getByLabel(/^Confirm bookings automatically/).check();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Profile updated successfully!').waitFor();
    const answer = await fetch(`${h.url}/professionals/${professional.professionalId}`);
    expect(await answer.json()).toMatchObject({
      instant_confirmation: true,
      cancellation_cutoff_hours: 24,
      cancellation_policy: 'Half the price within a day.',
    });
  });
});

/** An appointment, five days ahead, of somebody without an account. */
async function writeIn(professional: { token: string }, service: string, name: string): Promise<void> {
  const answer = await fetch(`${h.url}/bookings/walk-in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${professional.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      start_time: new Date(ahead(5)).toISOString(),
      service_ids: [service],
      guest: { name, phone_number: '0412345678' },
    }),
  });
  expect(answer.status).toBe(201);
}
