import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { dayKey, formatShortDay } from '#shared/time.ts';
import { cutTexts, expectAccessible, expectNoSideScroll, settled, useHarness } from './harness.ts';

const h = useHarness();
/** The visible part of a small phone, with the browser's bars, where its professional works: no time stands there twice. */
const smallPhone = { viewport: { width: 390, height: 664 }, timezoneId: 'Australia/Melbourne' };
const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function openDashboard(person: ProfessionalPerson, options: object, query = ''): Promise<Page> {
  const page = await (await h.signedIn(person, options)).newPage();
  await page.goto(`/professional-dashboard${query}`);
  await page.getByRole('tab', { name: 'Manage Services' }).waitFor();
  return page;
}

/** A professional whose next client has a number, a note and a visit before, with a request that waits. */
async function busyDay() {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { name: 'Cornrows with a very long name of its own' })];
  const { clientId } = await h.make.client({ first_name: 'Oluwaseun-Adébáyọ̀', phone_number: '0400111222' });
  await h.db.updateTable('clients').set({ notes: 'Tender headed' }).where('id', '=', clientId).execute();
  const made = { professionalId, clientId, serviceIds };
  await h.make.booking({ ...made, status: 'completed', start: start - 30 * DAY });
  await h.make.booking({ ...made, status: 'confirmed', start, notes: 'Six, straight back' });
  await h.make.booking({ ...made, start: start + 5 * HOUR });
  return professional;
}

test('at 390 by 664 who comes next, how to call them and what waits are in sight at once, above the bar', async () => {
  const page = await openDashboard(await busyDay(), smallPhone);
  const bar = page.getByRole('navigation', { name: 'Dashboard' });
  const call = page.getByRole('link', { name: /^Call Oluwaseun/ });
  await call.waitFor();
  const requests = page.getByRole('heading', { name: '1 request is waiting for your answer' });
  const top = (await boxOf(page.getByRole('banner'))).height;
  for (const part of [page.getByRole('heading', { level: 1 }), call, requests]) {
    const box = await boxOf(part);
    expect(box.y).toBeGreaterThanOrEqual(top);
    expect(box.y + box.height).toBeLessThanOrEqual((await boxOf(bar)).y);
  }
  const confirm = await boxOf(page.getByRole('button', { name: 'Confirm' }));
  expect(confirm.y + confirm.height).toBeLessThan((await boxOf(bar)).y);
  expect(await call.getAttribute('href')).toBe('tel:0400111222');
  await expectNoSideScroll(page);
});

test('at 390 by 844 what stands above the tabs is no taller than the phone, on a busy day and for a newcomer', async () => {
  const newcomer = await h.make.professional({ first_steps: 'open', is_active: false });
  for (const [person, sign] of [
    [await busyDay(), 'Never miss a request'],
    [newcomer, 'First steps'],
  ] as const) {
    const page = await (await h.signedIn(person, { ...smallPhone, viewport: { width: 390, height: 844 } })).newPage();
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
    await page.goto('/professional-dashboard');
    await page.getByRole('heading', { name: sign }).waitFor();
    await page.getByRole('region', { name: 'Today' }).waitFor();
    await settled(page);
    expect((await boxOf(page.getByRole('tablist', { name: 'Manage' }))).y).toBeLessThanOrEqual(844);
  }
});

test('the headline opens to the note, the number and the last visit of the next client', async () => {
  const page = await openDashboard(await busyDay(), smallPhone);
  const headline = page.getByRole('heading', { level: 1 }).getByRole('button');
  expect(await headline.getAttribute('aria-expanded')).toBe('false');
  await headline.click();
  await page.getByText('Six, straight back').waitFor();
  await page.getByText('Tender headed').waitFor();
  await page.getByRole('link', { name: '0400111222', exact: true }).waitFor();
  await page.getByRole('definition').getByText('Cornrows with a very long name').waitFor();
  await headline.press('Enter');
  await page.getByText('Tender headed').waitFor({ state: 'detached' });
});

test('on every page a bar leads to the five places, each with one tap, and says where one is', async () => {
  const page = await openDashboard(await busyDay(), smallPhone);
  const bar = page.getByRole('navigation', { name: 'Dashboard' });
  const way = (name: string) => bar.getByRole('link', { name, exact: true });
  const here = (name: string, current = 'page') =>
    expect.poll(() => way(name).getAttribute('aria-current')).toBe(current);
  for (const name of ['Today', 'Calendar', 'Clients', 'Services', 'More']) {
    expect((await boxOf(way(name))).height).toBeGreaterThanOrEqual(44);
    await way(name).click();
    await here(name);
    expect(await bar.locator('[aria-current]').count()).toBe(1);
  }
  await page.getByRole('link', { name: 'Hours', exact: true }).click();
  await page.waitForURL('**/set-hours');
  await here('More', 'true');
  await bar.getByRole('link', { name: 'Add booking' }).click();
  await page.waitForURL('**/write-in');
  // The form's own action is above the bar.
  await page.getByRole('button', { name: 'Add booking' }).waitFor();
  const action = await boxOf(page.getByRole('button', { name: 'Add booking' }));
  expect(action.y + action.height).toBeLessThanOrEqual((await boxOf(bar)).y);
  // The way to a booking is within it and covers nothing.
  const [add, all] = [await boxOf(bar.getByRole('link', { name: 'Add booking' })), await boxOf(bar)];
  expect([add.y >= all.y, add.y + add.height <= all.y + all.height]).toEqual([true, true]);
  expect(add.height).toBeGreaterThanOrEqual(44);
});

test('at 1280 px the day stands above the parts, and its calendar is one tap away and takes the whole width', async () => {
  const page = await openDashboard(await busyDay(), { viewport: { width: 1280, height: 900 } });
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: 'Open calendar' }).waitFor();
  const parts = page.getByRole('tab', { name: 'Manage Services', selected: true });
  for (const part of [page.getByRole('heading', { level: 1 }), today]) {
    const below = async () => (await boxOf(parts)).y - (await boxOf(part)).y - (await boxOf(part)).height;
    await expect.poll(below).toBeGreaterThanOrEqual(0);
  }
  const rail = await boxOf(page.getByRole('navigation', { name: 'Dashboard' }));
  expect(rail.x + rail.width).toBeLessThan((await boxOf(today)).x);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  const days = page.getByRole('main').getByRole('heading', { level: 2 });
  await days.nth(6).waitFor();
  const [first, last] = [await boxOf(days.first()), await boxOf(days.nth(6))];
  expect(last.x + last.width - first.x).toBeGreaterThan(1_000);
  expect(first.y).toBeLessThan(900);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

// The last is a window of 1280 px whose page is magnified twice.
const sizes: [number, number, string][] = [
  [320, 664, '200%'],
  [390, 664, '200%'],
  [640, 450, '100%'],
];

test.each(full ? sizes : sizes.slice(0, 1))(
  'at %i by %i px with text of %s the dashboard scrolls nowhere sideways, and nothing of it is cut',
  async (width, height, size) => {
    const professional = await busyDay();
    for (let day = 0; day < 3; day++)
      await h.make.window(professional.professionalId, start + day * DAY - 2 * HOUR, start + day * DAY + 6 * HOUR);
    const page = await openDashboard(professional, { viewport: { width, height } });
    await page.evaluate((given) => document.documentElement.style.setProperty('font-size', given), size);
    const noSideScroll = () => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const look = async () => {
      await noSideScroll();
      await expect.poll(() => cutTexts(page)).toEqual([]);
    };
    await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await page.getByText('Tender headed').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).first().waitFor();
    await look();
    await page.getByRole('tab', { name: 'Manage Availability' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).first().waitFor();
    await look();
    await page.getByRole('tab', { name: 'Manage Bookings' }).click();
    await page.getByRole('link', { name: 'View Details' }).first().waitFor();
    await look();
    // Kept for the pages that follow.
    await page.addInitScript((given) => {
      addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', given));
    }, size);
    for (const view of ['day', 'week']) {
      await page.goto(`/calendar?view=${view}&date=${dayKey(start, 'Australia/Melbourne')}`);
      // A visit in it is as high as it is long, and has all of its words in the list.
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
      await noSideScroll();
    }
  },
);

test('at 1280 px of many requests the first six are shown, so that the parts below stay near', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId)];
  for (let index = 0; index < 8; index++)
    await h.make.booking({ professionalId, serviceIds, start: start + index * 2 * HOUR });
  const page = await openDashboard(professional, { viewport: { width: 1280, height: 900 } });
  const requests = page.getByRole('region', { name: '8 requests are waiting for your answer' });
  const confirm = requests.getByRole('button', { name: 'Confirm' });
  await requests.waitFor();
  expect(await confirm.count()).toBe(6);
  await requests.getByRole('button', { name: '2 more', exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('waiting');
  await expect.poll(() => confirm.count()).toBe(8);
});

test('of a day of thirty visits the next ones are shown first, the rest when it is asked for', async () => {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { service_duration_minutes: 15 })];
  const noon = new Date();
  noon.setUTCDate(noon.getUTCDate() + 1);
  noon.setUTCHours(2, 0, 0, 0);
  for (let index = 0; index < 30; index++) {
    const at = noon.getTime() + (index - 10) * 15 * 60_000;
    await h.make.booking({ professionalId, serviceIds, status: 'confirmed', start: at });
  }
  const page = await (await h.signedIn(professional, { ...smallPhone, timezoneId: 'Australia/Melbourne' })).newPage();
  await page.clock.setFixedTime(noon.getTime() + 60_000);
  await page.goto('/professional-dashboard');
  const today = page.getByRole('region', { name: 'Today' });
  await expect.poll(() => today.getByRole('listitem').count()).toBe(12);
  expect(await today.getByRole('listitem').first().innerText()).toMatch(/^1:00 PM|^12:00 PM/);
  await today.getByRole('button', { name: 'Show all 30 of today' }).click();
  await expect.poll(() => today.getByRole('listitem').count()).toBe(30);
});

test('at 1280 px a client stands beside the list, which keeps its search, and the day beside the form of a window', async () => {
  const professional = await h.make.professional();
  for (const [index, first_name] of ['Hana', 'Zoë', 'Niamh'].entries()) {
    const { clientId } = await h.make.client({ first_name, last_name: 'Petrov' });
    const made = { professionalId: professional.professionalId, clientId, status: 'completed' as const };
    await h.make.booking({ ...made, start: start - (index + 10) * DAY });
  }
  const page = await (await h.signedIn(professional, { viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto('/my-contacts');
  const list = page.getByRole('main');
  await list.getByLabel('Search').fill('Z');
  await list.getByRole('link', { name: 'Hana Petrov' }).waitFor({ state: 'detached' });
  await list.getByRole('link', { name: 'Zoë Petrov' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zoë Petrov' }).waitFor();
  expect(await list.getByLabel('Search').inputValue()).toBe('Z');
  const [row, heading] = [
    await boxOf(list.getByRole('link', { name: 'Zoë Petrov' })),
    await boxOf(page.getByRole('heading', { level: 1 })),
  ];
  expect(heading.x).toBeGreaterThan(row.x + row.width);
  await expectAccessible(page);

  const day = dayKey(start, 'Australia/Melbourne');
  await page.goto('/set-availability');
  await page.getByLabel('Start Time').fill(`${day}T09:00`);
  await page.getByRole('region', { name: formatShortDay(start, 'Australia/Melbourne') }).waitFor();
});
