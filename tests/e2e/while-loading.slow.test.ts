import { expect, test } from 'vitest';
import { confirmPath, givePassword, logIn, phone, pickPath, stage } from './booking-people.ts';
import { chunkOf, useHarness } from './harness.ts';

const h = useHarness();

test('a private page has its title and its heading while its code is still loading', async () => {
  const client = await h.make.client();
  const page = await (await h.signedIn(client, { serviceWorkers: 'block' })).newPage();
  const held = Promise.withResolvers<void>();
  await page.route(chunkOf('routes/settings.tsx'), async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  await page.getByRole('status').getByText('Loading', { exact: true }).waitFor();
  expect(await page.title()).toBe('Settings · Saluni');
  const headings = page.getByRole('heading', { level: 1 });
  expect(await headings.allTextContents()).toEqual(['Settings']);
  held.resolve();
  await page.getByRole('status').getByText('Loading', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await headings.count()).toBe(1);
  expect(await page.title()).toBe('Settings · Saluni');
});

test('a screen whose code comes late has the focus in its heading: after a link, and after the login', async () => {
  const page = await (await h.visitor({ serviceWorkers: 'block' })).newPage();
  const isFocused = (name: string) =>
    page
      .getByRole('heading', { level: 1, name })
      .evaluate((heading) => heading === document.activeElement && document.querySelectorAll('h1').length === 1);
  async function late(route: string, press: () => Promise<void>) {
    const held = Promise.withResolvers<void>();
    await page.route(chunkOf(route), async (one) => {
      await held.promise;
      await one.fallback();
    });
    const asked = page.waitForRequest(chunkOf(route));
    await press();
    await asked;
    held.resolve();
  }
  await page.goto('/');
  // Not of the footer, which answers after the screen.
  await late('routes/browse-services.tsx', () => page.getByRole('link', { name: 'Services', exact: true }).click());
  await expect.poll(() => isFocused('Find a service that fits your hair')).toBe(true);

  const client = await h.make.client();
  await givePassword(h, client);
  await page.goto('/login?next=/settings');
  await late('routes/settings.tsx', () => logIn(page, client.email));
  await expect.poll(() => isFocused('Settings')).toBe(true);
});

test.each([
  [390, 664],
  [320, 568],
])(
  'a booking screen of %i by %i that is painted in part stays where it is when its end comes',
  async (width, height) => {
    const s = await stage(h);
    const page = await (await h.visitor({ viewport: { width, height } })).newPage();
    await page.goto(pickPath(s));
    await page.getByRole('button', { name: /^9:30 AM/ }).waitFor();
    const places = () =>
      page
        .locator('main nav, main h1, main h1 + p, main h2')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)));
    const whole = await places();
    expect(whole.length).toBeGreaterThan(3);
    await page.evaluate(() => document.querySelector('[data-sticky-bar]')?.remove());
    expect(await places()).toEqual(whole);
  },
);

test('the screen of a link that failed says when there is no connection, and is there once there is one', async () => {
  const context = await h.visitor({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const chunk = chunkOf('routes/terms-of-use.tsx');
  await page.route(chunk, (route) => route.abort());
  await page.goto('/browse-services');
  await context.setOffline(true);
  await page.evaluate(() => {
    history.pushState({}, '', '/terms-of-use');
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
  await page.getByText('try again once you are online').waitFor();
  await page.unroute(chunk);
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();
});

test('a mailed link that was opened without a connection says so', async () => {
  const context = await h.visitor({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/trpc/waitlist.verify*', async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.goto('/verify-email?token=abc');
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await page.getByText('There is no connection. Try again once you are online.').waitFor();
});

/** A page at `path` whose code does not come before `release`. */
async function withoutCode(path: string) {
  const page = await (await h.visitor(phone)).newPage();
  const held = Promise.withResolvers<void>();
  await page.route(chunkOf('index.html'), async (route) => {
    await held.promise;
    await route.fallback();
  });
  const answers = page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return {
    page,
    async release() {
      held.resolve();
      await answers;
    },
  };
}

test('a rendered page has its code fetched once it is painted, and its style not at all', async () => {
  const page = await (await h.visitor({ serviceWorkers: 'block' })).newPage();
  for (const path of ['/', '/browse-professionals', '/waitlist-signup', '/nowhere']) {
    await page.goto(path);
    const { painted, files } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      files: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
    }));
    const scripts = files.filter(({ name }) => name.endsWith('.js'));
    expect([path, scripts.filter(({ startTime }) => startTime < painted).length]).toEqual([path, 1]);
    expect(scripts.length).toBeGreaterThan(2);
    expect([path, files.filter(({ name }) => name.endsWith('.css'))]).toEqual([path, []]);
  }
});

test('what is pressed before the code has come is answered once it has', async () => {
  const { page, release } = await withoutCode('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  await release();
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
  await menu.click();
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
});

test('a form that is filled in and sent before the code has come is sent once it has', async () => {
  const { page, release } = await withoutCode('/waitlist-signup');
  const email = `early-${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Name').fill('Early Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Barber');
  await page.getByRole('button', { name: 'Reserve My Spot' }).click();
  expect(new URL(page.url()).search).toBe('');
  await release();
  const stored = () =>
    h.db.selectFrom('waitlist_entries').select(['name', 'role']).where('email', '=', email).execute();
  await expect.poll(stored).toEqual([{ name: 'Early Ada', role: 'Barber' }]);
});

test('on a phone the bar of a booking is as high while it loads as afterwards', async () => {
  const booked = await stage(h);
  const page = await (await h.signedIn(booked.client, phone)).newPage();
  const held = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => pathname.startsWith('/trpc/') && pathname !== '/trpc/auth.me',
    async (route) => {
      await held.promise;
      await route.fallback();
    },
  );
  await page.goto(confirmPath(booked));
  const bar = page.getByRole('complementary', { name: 'Your booking' });
  await bar.getByTestId('skeleton').waitFor();
  const heightOf = async () => (await bar.boundingBox())?.height ?? Number.NaN;
  const loading = await heightOf();
  held.resolve();
  await bar.getByRole('button', { name: 'Confirm Booking' }).waitFor();
  expect(Math.abs((await heightOf()) - loading)).toBeLessThanOrEqual(8);
});
