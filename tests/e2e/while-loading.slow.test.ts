import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmPath, givePassword, logIn, phone, pickPath, type Stage, stage } from './booking-people.ts';
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
  await page.getByText("try again once you're online").waitFor();
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
  await page.getByText("There's no connection. Try again once you're online.").waitFor();
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

test('what is typed and chosen before the code has come stays, and only then can the form be sent', async () => {
  const { page, release } = await withoutCode('/waitlist-signup');
  const email = `early-${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Name').fill('Early Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Barber');
  const send = page.getByRole('button', { name: 'Reserve My Spot' });
  expect(await send.isDisabled()).toBe(true);
  await release();
  await send.click();
  const stored = () =>
    h.db.selectFrom('waitlist_entries').select(['name', 'role']).where('email', '=', email).execute();
  await expect.poll(stored).toEqual([{ name: 'Early Ada', role: 'Barber' }]);

  const list = await withoutCode('/browse-services');
  const field = list.page.locator('input[name=search]');
  await field.fill('locs');
  await list.release();
  expect(await field.inputValue()).toBe('locs');
});

/** Ten seconds later, as far as code is concerned that has not come. */
const endWait = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && ['late', 'unscripted'].includes(animation.animationName))
        animation.finish();
  });

/** Buttons that somebody can press, but that only a script answers. */
const deadButtons = (page: Page) =>
  page
    .locator('button:enabled:visible')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !(button instanceof HTMLButtonElement && button.type === 'submit' && button.form))
        .map(({ outerHTML }) => outerHTML),
    );

test('a page whose code cannot be loaded has no dead button, says so, and is loaded again by a link', async () => {
  const s = await stage(h);
  const profile = `/public-professional-page/${s.professional.professionalId}`;
  const rendered = [
    '/',
    '/browse-services?category=Braids',
    '/browse-professionals',
    profile,
    `/service-details/${s.cut}`,
  ];
  const picker = `/pick-booking-time/${s.cut}/${s.professional.professionalId}`;
  for (const path of [...rendered, picker, '/waitlist-signup', '/nowhere', '/login']) {
    const page = await (await h.visitor(phone)).newPage();
    await page.route('**/assets/*.js', (route) => route.abort());
    // The harness would wait for the code.
    await page.evaluate((address) => void location.assign(address), new URL(path, h.url).href);
    await page.waitForURL(`**${path}`);
    const again = page.getByRole('link', { name: 'load it again' });
    expect(await again.isVisible()).toBe(false);
    await endWait(page);
    expect([path, await deadButtons(page)]).toEqual([path, []]);
    await page.unroute('**/assets/*.js');
    await again.click();
    await page.waitForFunction(() => document.documentElement.dataset.ready === '');
    expect([path, await again.isVisible()]).toEqual([path, false]);
    await page.close();
  }
});

test('a screen that cannot be shown, of which only a part of the code is missing or whose data is odd, leaves no dead button', async () => {
  const page = await (await h.visitor(phone)).newPage();
  await page.route(chunkOf('routes/browse-services.tsx'), (route) => route.abort());
  await page.evaluate((address) => void location.assign(address), new URL('/browse-services', h.url).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await endWait(page);
  expect(await deadButtons(page)).toEqual([]);
  expect(await page.getByRole('link', { name: 'load it again' }).isVisible()).toBe(true);

  const odd = await (await h.visitor(phone)).newPage();
  await odd.route('**/browse-professionals', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"results":[', '"results":[null,') });
  });
  await odd.goto('/browse-professionals');
  await odd.getByRole('button', { name: 'Try again' }).first().waitFor();
  const menu = odd.getByRole('button', { name: 'Menu' });
  await menu.click();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
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

const servicePath = ({ cut }: Stage) => `/service-details/${cut}/dry-curl-cut`;
const professionalPath = ({ professional }: Stage) =>
  `/public-professional-page/${professional.professionalId}/amara-okafor`;

test.each([
  { to: 'service', from: professionalPath, path: servicePath, calls: ['services.byId'] },
  // The page of a service has its professional already.
  { to: 'professional', from: servicePath, path: professionalPath, calls: ['services.ofProfessional'] },
])('hovering over a link to a $to loads its data; the click does not load it again', async ({ from, path, calls }) => {
  const s = await stage(h);
  const page = await (await h.visitor()).newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const counts = () => calls.map((call) => asked.filter((one) => one === `/trpc/${call}`).length);
  await page.goto(from(s));
  const link = page.getByRole('main').locator(`a[href="${path(s)}"]`);
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await link.hover();
  await expect.poll(counts).toEqual(calls.map(() => 1));
  await link.click();
  await page.waitForURL(({ pathname, search }) => `${pathname}${search}` === path(s));
  await page.getByRole('heading', { level: 1, name: /^(Dry curl cut|Amara Okafor)$/ }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(counts()).toEqual(calls.map(() => 1));
});
