import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socketPath } from '#shared/socket-codes.ts';
import { buildClient, builtClient, builtServer } from '../../scripts/client-build.ts';
import { confirm, confirmPath, phone, requested, type Stage, stage, zone } from './booking-people.ts';
import { useHarness } from './harness.ts';
import { writeNotifications } from './write-notifications.ts';

/** What open pages hear of: what others do, a server that is started anew, and another build of the client. */
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

describe('another build', () => {
  let folder = '';
  let s: Stage;
  /** The build that is served, and the other one; each has other words in its login and its terms. */
  let [served, other] = [
    { client: builtClient, rendering: builtServer, login: 'Welcome Back', terms: 'Effective 1 August 2025' },
    { client: '', rendering: '', login: 'Welcome Back anew', terms: 'Effective 2 August 2025' },
  ];

  /** Builds changed sources: a module that every screen needs exports more, and the server renders another text. */
  beforeAll(async () => {
    s = await stage(t);
    await t.make.booking({
      professionalId: s.professional.professionalId,
      clientId: s.client.clientId,
      serviceIds: [s.cut],
      start: s.first.start,
      status: 'confirmed',
    });
    folder = await mkdtemp(join(tmpdir(), 'saluni-another-build-'));
    for (const name of ['src', 'scripts', 'vite.config.ts', 'package.json'])
      await cp(name, join(folder, name), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const change = async (file: string, from: string, to: string) => {
      const path = join(folder, 'src/client', file);
      const before = await readFile(path, 'utf8');
      const after = before.replace(from, to);
      expect(after, file).not.toBe(before);
      await writeFile(path, after);
    };
    await change('ui/page.tsx', 'interface', `export const welcome = '${other.login}';\n\ninterface`);
    await change('routes/login.tsx', '{ Page, PageHeading }', '{ Page, PageHeading, welcome }');
    await change('routes/login.tsx', '>Welcome Back<', '>{welcome}<');
    await change('features/legal/legal-page.tsx', other.terms.replace('2', '1'), other.terms);
    Object.assign(other, { client: join(folder, 'client'), rendering: join(folder, 'server') });
    await buildClient(folder, other.client, other.rendering, new AbortController().signal);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Deploys the other build, with or without the files of the one before. */
  async function deploy({ keepsFiles }: { keepsFiles: boolean }) {
    [served, other] = [other, served];
    await t.restart(async (client, rendering) => {
      await rm(`${client}-before`, { recursive: true, force: true });
      if (keepsFiles) await rename(client, `${client}-before`);
      for (const [made, target] of [
        [served.client, client],
        [served.rendering, rendering],
      ] as const) {
        await rm(target, { recursive: true, force: true });
        await cp(made, target, { recursive: true });
      }
    });
  }

  /** A page at a path, and how often it was loaded. */
  async function open(path: string, options?: BrowserContextOptions) {
    const page = await (await t.visitor(options)).newPage();
    const loads: string[] = [];
    page.on('domcontentloaded', () => void loads.push(new URL(page.url()).pathname));
    await page.goto(path);
    return { page, loads };
  }

  async function typing() {
    const opened = await open('/waitlist-signup');
    await opened.page.getByLabel('Name').fill('Ada');
    return opened;
  }

  const login = (page: Page) => page.getByRole('link', { name: 'Log in' }).first();
  const loginHead = (page: Page, { login: name }: typeof served) =>
    page.getByRole('heading', { level: 1, name, exact: true });
  const profilePath = () => `/public-professional-page/${s.professional.professionalId}`;
  const seeTimes = (page: Page) => page.getByRole('button', { name: 'See available times' }).first();

  test('what two builds have under the same name is the same', async () => {
    const [ours, theirs] = await Promise.all([served, other].map(({ client }) => readdir(join(client, 'assets'))));
    const both = ours?.filter((file) => theirs?.includes(file)) ?? [];
    expect(both.length).toBeLessThan(ours?.length ?? 0);
    for (const file of both) {
      const [one, another] = await Promise.all(
        [served, other].map(({ client }) => readFile(join(client, 'assets', file))),
      );
      expect(another?.equals(one ?? Buffer.alloc(0)), file).toBe(true);
    }
  });

  test('a page of the build before goes on with its files, and the next page is of the new one', async () => {
    const terms = () => fetch(`${t.url}/terms-of-use`, { headers: { 'if-none-match': etag } });
    let etag = '';
    etag = (await terms()).headers.get('etag') ?? '';
    expect((await terms()).status).toBe(304);
    const { page, loads } = await typing();
    const profile = await open(profilePath());
    await deploy({ keepsFiles: true });
    expect(await (await terms()).text()).toContain(served.terms);
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
    await login(page).click();
    await loginHead(page, other).waitFor();
    expect(loads).toHaveLength(1);
    await seeTimes(profile.page).click();
    await profile.page.getByRole('dialog').waitFor();
    expect(profile.loads).toHaveLength(1);
    await page.goto('/terms-of-use');
    await page.getByText(served.terms).waitFor();
    await login(page).click();
    await loginHead(page, served).waitFor();
  });

  test('after one visit to the new build it is what is there without a connection', async () => {
    const context = await t.signedIn(s.client, { serviceWorkers: 'allow' });
    const page = await context.newPage();
    /** Which of the worker's stores there are, and how many of the page's files are in none of them. */
    const kept = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const files = performance
          .getEntriesByType('resource')
          .filter(({ name }) => new URL(name).pathname.startsWith('/assets/'));
        const found = await Promise.all(files.map(({ name }) => caches.match(name)));
        return { names, missing: found.filter((one) => one === undefined).length };
      });
    await page.goto('/client-profile');
    await page.getByText('Amara Okafor').first().waitFor();
    await expect.poll(async () => (await kept()).names.length).toBe(1);
    const [before] = (await kept()).names;
    await deploy({ keepsFiles: true });
    await page.goto('/client-profile');
    await page.getByText('Amara Okafor').first().waitFor();
    await expect.poll(async () => (await kept()).names).not.toContain(before);
    await expect.poll(async () => (await kept()).missing).toBe(0);
    await context.setOffline(true);
    await page.goto('/client-profile');
    const coming = page.getByRole('region', { name: 'Your next bookings' });
    await coming.getByText('Amara Okafor').first().waitFor();
    await context.setOffline(false);
  });

  test('without those files what is typed stays, and the screen that is gone to is loaded once with its page', async () => {
    const { page, loads } = await typing();
    await deploy({ keepsFiles: false });
    let missing = 0;
    page.on('response', (response) => void (response.status() === 404 && missing++));
    // Each time that it is pointed at.
    const pointAt = async () => {
      await page.mouse.move(0, 0);
      await login(page).hover();
      return missing;
    };
    await expect.poll(pointAt).toBeGreaterThan(0);
    expect([await page.getByLabel('Name').inputValue(), loads.length]).toEqual(['Ada', 1]);
    await login(page).click();
    await loginHead(page, served).waitFor();
    expect(loads).toEqual(['/waitlist-signup', '/login']);
  });

  test('without those files a part that is asked for by a press, or comes with a screen, is loaded once with its page', async () => {
    const profile = await open(profilePath());
    const browse = await open('/browse-services');
    const specializations = await open('/browse-professionals');
    const searching = await open('/browse-services');
    await searching.page.getByLabel('Search services').fill('fade');
    // The browser keeps the code of the landing page, but not of a notice that it has not shown.
    const signup = await open('/');
    await signup.page.goto('/waitlist-signup');
    await signup.page.getByLabel('Name').fill('Ada');
    await signup.page.getByLabel('Email').fill(`ada-${Date.now()}@example.com`);
    await signup.page.getByLabel('Role').selectOption('Hairdresser');
    await deploy({ keepsFiles: false });
    for (const { opened, button, shown } of [
      { opened: profile, button: seeTimes(profile.page), shown: profile.page.getByRole('dialog') },
      {
        opened: browse,
        button: browse.page.getByRole('button', { name: 'Refine' }),
        shown: browse.page.getByRole('group', { name: 'Refine' }),
      },
      {
        opened: specializations,
        button: specializations.page.getByRole('button', { name: /^Specialities/ }),
        shown: specializations.page.getByRole('menu'),
      },
    ]) {
      await button.click();
      await expect.poll(() => opened.loads.length).toBe(2);
      await opened.page.waitForFunction(() => document.documentElement.dataset.ready === '');
      await button.click();
      await shown.waitFor();
      expect(opened.loads).toHaveLength(2);
    }
    await signup.page.getByRole('button', { name: 'Reserve My Spot' }).click();
    await signup.page.getByText("We've emailed").first().waitFor();
    expect(signup.loads).toEqual(['/', '/waitlist-signup', '/']);

    const missing = searching.page.waitForEvent('console', (message) => message.text().includes('TypeError'));
    await Promise.all([missing, searching.page.getByRole('button', { name: 'Refine' }).click()]);
    expect([await searching.page.getByLabel('Search services').inputValue(), searching.loads.length]).toEqual([
      'fade',
      1,
    ]);
  });
});
