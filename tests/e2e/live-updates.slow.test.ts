import type { BrowserContext, Page, WebSocket } from 'playwright-core';
import { expect, test } from 'vitest';
import { socketPath } from '#shared/socket-codes.ts';
import { confirm, confirmPath, phone, requested, stage, zone } from './booking-people.ts';
import { useHarness } from './harness.ts';
import { writeNotifications } from './write-notifications.ts';

const t = useHarness({});
const desktop = { viewport: { width: 1280, height: 900 }, timezoneId: zone };

/** Opens pages that must not be loaded a second time, and collects the sockets of a browser. */
function follow(context: BrowserContext) {
  const sockets: { page: Page; socket: WebSocket }[] = [];
  context.on('page', (page) =>
    page.on('websocket', (socket) => socket.url().endsWith(socketPath) && sockets.push({ page, socket })),
  );
  return {
    async open(path: string) {
      const page = await context.newPage();
      await page.goto(path);
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      return page;
    },
    opened: () => sockets.length,
    standing: () => sockets.filter(({ page, socket }) => !page.isClosed() && !socket.isClosed()),
  };
}

const isSame = (page: Page) => page.evaluate(() => 'isSame' in window);
/** Waits until the bell counts so many unread notifications. */
const unread = (page: Page, count: number) =>
  page.getByRole('button', { name: `Notifications, ${count} unread` }).waitFor({ timeout: 15_000 });

test('F8: with two people and three tabs all arrives without a reload, and a restart of the server loses nothing', async () => {
  const s = await stage(t);
  const contexts = [await t.signedIn(s.professional, desktop), await t.signedIn(s.client, phone)] as const;
  for (const context of contexts) await context.clock.install();
  const forward = (ms: number) => Promise.all(contexts.map((context) => context.clock.fastForward(ms)));
  const [professional, client] = [follow(contexts[0]), follow(contexts[1])];
  const dashboard = await professional.open('/professional-dashboard?tab=bookings');
  const browsing = await professional.open('/browse-services');
  const booking = await client.open(confirmPath(s));
  await expect.poll(() => professional.standing().length).toBe(1);

  await confirm(booking).click();
  await requested(booking);
  await dashboard.getByText('Dry curl cut').first().waitFor();
  await unread(dashboard, 1);
  await unread(browsing, 1);

  await dashboard
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
  await booking
    .getByText(/^confirmed$/i)
    .first()
    .waitFor();
  await unread(booking, 1);

  await t.restart(async () => {
    const told = booking.getByRole('status').filter({ hasText: 'Reconnecting… This may be out of date.' });
    await expect.poll(() => client.standing().length).toBe(0);
    expect(await told.count()).toBe(0);
    // Long enough for a first try, which fails.
    await forward(11_000);
    await told.waitFor();
    await writeNotifications(t, s.professional, 20);
    await writeNotifications(t, s.client, 20);
  });
  const standing = async () => {
    await forward(8_000);
    return [professional.standing().length, client.standing().length];
  };
  await expect.poll(standing, { timeout: 30_000 }).toEqual([1, 1]);
  // A request that was answered is read.
  for (const page of [dashboard, browsing]) await unread(page, 20);
  await unread(booking, 21);
  await expect.poll(() => booking.getByText('Reconnecting').count()).toBe(0);
  await browsing.getByRole('button', { name: /^Notifications/ }).click();
  await browsing.getByText('News 20', { exact: true }).waitFor();
  for (let n = 1; n <= 20; n++) expect(await browsing.getByText(`News ${n}`, { exact: true }).count()).toBe(1);

  const cancelled = dashboard.getByText(/^cancelled$/i);
  const before = await cancelled.count();
  const [made] = await s.bookings();
  const answer = await fetch(`${t.url}/bookings/${made?.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${s.client.token}`, 'content-type': 'application/json' },
    body: '{"status":"cancelled"}',
  });
  expect(answer.status).toBe(200);
  await unread(dashboard, 21);
  await expect.poll(() => cancelled.count()).toBe(before + 1);
  for (const page of [dashboard, browsing, booking]) expect(await isSame(page)).toBe(true);
});

test('what is booked meanwhile is no free time of the dashboard any more, without a reload', async () => {
  const s = await stage(t);
  const page = await (await t.signedIn(s.professional, desktop)).newPage();
  await page.goto('/professional-dashboard', { waitUntil: 'networkidle' });
  const offered = `[{"start_time":"${new Date(s.first.start).toISOString()}"`;
  const timesAgain = page.waitForResponse(
    async (answer) => answer.url().includes('availability.ofProfessional') && !(await answer.text()).includes(offered),
  );
  const booking = await (await t.signedIn(s.client, phone)).newPage();
  await booking.goto(confirmPath(s));
  await confirm(booking).click();
  await requested(booking);
  await timesAgain;
});

test('F8: three tabs of a user have one connection; another takes over when its tab closes; a logout ends it', async () => {
  const client = await t.make.client();
  const browser = follow(await t.signedIn(client, desktop));
  const first = await browser.open('/thank-you');
  await expect.poll(browser.opened).toBe(1);
  const [second, third] = [await browser.open('/thank-you'), await browser.open('/thank-you')];
  await writeNotifications(t, client);
  for (const page of [first, second, third]) await unread(page, 1);
  expect(browser.opened()).toBe(1);

  await first.close();
  await expect.poll(() => browser.standing().length).toBe(1);
  await writeNotifications(t, client);
  for (const page of [second, third]) await unread(page, 2);
  expect(browser.opened()).toBe(2);

  // What is read in one tab is read in the other.
  await second.getByRole('button', { name: /^Notifications/ }).click();
  await second.getByRole('button', { name: 'Mark all as read' }).click();
  await third.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  await third.getByRole('button', { name: 'Profile', exact: true }).click();
  await third.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.poll(() => browser.standing().length).toBe(0);
  for (const page of [second, third])
    await page.getByRole('button', { name: /^Notifications/ }).waitFor({ state: 'detached' });
  expect(await isSame(second)).toBe(true);
});
