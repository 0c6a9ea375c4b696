import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { dayKey, formatTimeWithZone, fromLocalInput } from '#shared/time.ts';
import { confirm, confirming, confirmPath, logIn, phone, pickPath, requested, stage, zone } from './booking-people.ts';
import { chunkOf, expectAccessible, intercept, useHarness } from './harness.ts';
import { fitsAt } from './looks.ts';

/** What follows a press: where one is and what has the focus, what moves, what Back does, what changed meanwhile. */
const t = useHarness();
/** Of the week after this one. */
const monday = addDays(weekOf(dayKey(Date.now(), zone))[0] ?? '', 7);
const at = (day: string, clock: string) => fromLocalInput(`${day}T${clock}`, zone) ?? Number.NaN;
const isFocused = (part: Locator) => part.evaluate((one) => one === document.activeElement);

async function professionalOnPhone() {
  const professional = await t.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds: string[] = [];
  for (const name of ['Cornrows', 'Locs', 'Twists', 'Knots', 'Waves', 'Curls'])
    serviceIds.push(await t.make.service(professionalId, { name, service_duration_minutes: 60 }));
  await t.make.window(professionalId, at(monday, '09:00'), at(monday, '17:00'));
  const { clientId } = await t.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
  const { bookingId } = await t.make.booking({
    professionalId,
    clientId,
    serviceIds: serviceIds.slice(0, 1),
    status: 'confirmed',
    start: at(monday, '09:00'),
  });
  const page = await (await t.signedIn(professional, { ...phone, hasTouch: true })).newPage();
  return { page, professionalId, bookingId };
}

/** Between the header and whatever bars stand at the bottom. */
async function expectInSight(page: Page, what: Locator) {
  const bars = page.locator('[data-sticky-bar], nav[aria-label="Dashboard"]');
  await expect
    .poll(async () => {
      const box = await what.boundingBox();
      const tops = await bars.evaluateAll((found) => found.map((bar) => bar.getBoundingClientRect().top));
      return box !== null && box.y >= 64 && box.y + box.height <= Math.min(844, ...tops);
    })
    .toBe(true);
}

async function expectFocused(page: Page, what: Locator) {
  await expect.poll(() => isFocused(what)).toBe(true);
  await expectInSight(page, what);
}

test('after saving one is at what changed: a new window, the profile, the day, the time off, the appointment that moved', async () => {
  const { page, professionalId, bookingId } = await professionalOnPhone();
  await page.goto('/set-availability');
  await page.getByLabel('Start Time').fill(`${monday}T19:00`);
  await page.getByLabel('End Time').fill(`${monday}T21:00`);
  await page.getByRole('button', { name: 'Create', exact: true }).tap();
  await expectFocused(page, page.locator(`[data-start="${at(monday, '19:00')}"]`));

  await page.goto('/edit-professional-profile');
  await page.getByLabel('Bio').fill('Braids since I was nine.');
  await page.getByRole('button', { name: 'Save Changes' }).tap();
  await page.getByText('Waves').waitFor();
  await expectFocused(page, page.getByRole('complementary', { name: 'Your profile' }).getByRole('button').first());

  await t.make.window(professionalId, at(addDays(monday, 9), '09:00'), at(addDays(monday, 9), '17:00'));
  await page.goto(`/calendar?date=${monday}`);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 2 }).first().getByRole('button').tap();
  await expectFocused(page, page.locator(`#bookings-${monday}`));

  const ground = page.getByRole('button', { name: /^Block or add time on/ });
  await ground.tap({ position: { x: 40, y: ((await ground.boundingBox())?.height ?? 0) * 0.8 } });
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Block time' }).tap();
  await expectFocused(page, page.getByRole('button', { name: /^Time off / }));
  await page.getByRole('button', { name: /^Time off / }).tap();
  await sheet.getByLabel('Reason').fill('Yoga');
  await sheet.getByRole('button', { name: 'Save' }).tap();
  await expectFocused(page, page.getByRole('button', { name: /^Time off .*Yoga/ }));

  await main.locator(`a[href$="${bookingId}"]`).tap();
  await sheet.getByRole('link', { name: 'Change time' }).tap();
  await page.getByRole('button', { name: 'Next week' }).tap();
  await page.locator(`[data-day="${addDays(monday, 9)}"]`).tap();
  await page.getByRole('toolbar').last().getByRole('button').nth(2).tap();
  await page.getByRole('button', { name: 'They agreed' }).tap();
  await page.waitForURL(`**/calendar?date=${addDays(monday, 9)}&view=day`);
  await expectFocused(page, main.locator(`a[href*="${bookingId}"]`));
});

test('a booking half added survives a reload, the nearest time that was chosen and a refusal are in sight', async () => {
  const { page } = await professionalOnPhone();
  await page.goto('/write-in');
  await page.getByRole('button', { name: 'Cornrows' }).tap();
  await page.getByText('At another time').tap();
  await page.getByText(/^Another time on/).tap();
  await page.getByLabel('Start Time').fill('9:20 am');
  await page.getByText('Kofi Mensah is booked, 9:00 AM to 10:00 AM.').waitFor();
  await page.getByRole('list', { name: 'Nearest free times' }).getByRole('button').first().tap();
  const chosen = page.getByRole('toolbar').last().locator('[aria-pressed="true"]');
  await expectFocused(page, chosen);
  const time = await chosen.innerText();
  await page.getByLabel('Name').fill('Mrs Papadopoulos');
  await page.getByText('Price, deposit and notes').tap();
  await page.getByLabel('Price ($)').fill('77');
  await page.reload();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Mrs Papadopoulos');
  expect(await page.getByRole('button', { name: 'Cornrows' }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => chosen.innerText()).toBe(time);
  await page.getByText('Price, deposit and notes').tap();
  expect(await page.getByLabel('Price ($)').inputValue()).toBe('77');

  await page.evaluate(() => scrollTo(0, 0));
  await intercept(page, 'bookings.writeIn', { status: 503, detail: 'Service temporarily unavailable' });
  await page.getByRole('main').getByRole('button', { name: 'Add booking' }).tap();
  await expectInSight(page, page.getByRole('main').getByRole('alert'));
});

/** In a browser that does not tell of Back. */
async function withoutWatcher(page: Page) {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CloseWatcher'));
}

test('Back closes what is open, one after the other, and then leaves the page; a link in a menu leads on and back', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, phone)).newPage();
  await withoutWatcher(page);
  await page.goto('/client-profile');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.goBack();
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await menu.click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(`${t.url}/settings`);
  // One dialog in the place of another leaves one entry, one that Esc closes none.
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const keep = page.getByRole('dialog').getByRole('button', { name: 'Keep my account' });
  await keep.waitFor();
  await page.goBack();
  await keep.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/client-profile');
});

/** Axe sees what opens over a page here alone: the walk through every page leaves it shut. */
test('Back closes what opens over a page before it leaves the page; axe finds nothing in it, on a phone and a desktop', async () => {
  const professional = await t.make.professional({ time_zone: zone });
  const { professionalId } = professional;
  const serviceIds = [await t.make.service(professionalId, { name: 'Cornrows' })];
  await t.make.picture(professionalId);
  const { clientId } = await t.make.client({ first_name: 'Kofi', phone_number: '0400111222' });
  const start = fromLocalInput(`${dayKey(Date.now() + 2 * DAY, zone)}T10:00`, zone) ?? 0;
  const of = { professionalId, clientId, serviceIds };
  const { bookingId } = await t.make.booking({ ...of, status: 'confirmed', start });
  await t.make.booking({ ...of, start: start + 5 * HOUR });
  await t.make.timeOff(professionalId, start + DAY, start + DAY + 3 * HOUR);
  const day = (at: number) => `/calendar?view=day&date=${dayKey(at, zone)}`;
  const button = (name: string | RegExp) => (page: Page) =>
    page.getByRole('main').getByRole('button', { name }).first();
  const anywhere = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
  const ways: [string, (page: Page) => Locator][] = [
    [day(start), (page) => page.locator(`main a[href*="${bookingId}"]`)],
    [day(start), button(/^Block or add time on/)],
    [day(start + DAY), button(/^Time off/)],
    ['/professional-dashboard', button('Decline')],
    ['/professional-dashboard', button('Delete')],
    ['/my-contacts', button('Add client')],
    ['/more', button('Share your page')],
    ['/more', anywhere(/^Notifications/)],
    ['/more', anywhere('Give feedback')],
    ['/set-hours', button(/^Monday/)],
    ['/set-hours', button('From … to')],
    ['/my-pictures', button(/^Edit Picture 1 /)],
    ['/my-pictures', button(/^Delete Picture 1 /)],
    [`/public-professional-page/${professionalId}`, anywhere(/^Picture 1 of/)],
  ];
  const options = { ...phone, timezoneId: zone, reducedMotion: 'reduce' } as const;
  const page = await (await t.signedIn(professional, options)).newPage();
  await withoutWatcher(page);
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]');
  const opened = dialog.or(page.getByRole('heading', { name: 'Your feedback' }));
  const found: string[] = [];
  for (const [path, opener] of ways) {
    await page.goto(path);
    const before = page.url();
    await opener(page).press('Enter');
    await opened.waitFor();
    for (const viewport of [{ width: 1280, height: 900 }, phone.viewport]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page).catch((error: Error) => found.push(`${viewport.width}, ${path}: ${error.message}`));
    }
    // A visit in a calendar is as high as it is long.
    if (!path.startsWith('/calendar')) found.push(...(await fitsAt([320, 700])(page)).map((one) => `${path}: ${one}`));
    await page.goBack();
    await opened.waitFor({ state: 'detached' });
    expect(page.url()).toBe(before);
  }
  expect(found).toEqual([]);
}, 240_000);

type Moved = { part: string; duration: number };

/** Notes every motion of the page that has an end, from its first screen on: of what, and how many milliseconds. */
async function noteMotions(page: Page) {
  await page.addInitScript(() => {
    const motions: Moved[] = [];
    Object.assign(window, { motions });
    addEventListener('animationstart', ({ target, animationName, pseudoElement }) => {
      if (!(target instanceof Element)) return;
      const style = getComputedStyle(target, pseudoElement || null);
      const index = style.animationName.split(', ').indexOf(animationName);
      if (style.animationIterationCount.split(', ')[index] === 'infinite') return;
      const part =
        pseudoElement.replace(/\(.*/, '') ||
        (target.hasAttribute('data-closing') ? 'closing' : (target.role ?? target.tagName));
      motions.push({ part, duration: Number.parseFloat(style.animationDuration.split(', ')[index] ?? '') * 1000 });
    });
    addEventListener('transitionrun', ({ target, propertyName }) => {
      if (!(target instanceof Element)) return;
      // As it is declared: one that turns back half-way takes less.
      const durations = getComputedStyle(target)
        .transitionDuration.split(', ')
        .map((seconds) => Number.parseFloat(seconds) * 1000);
      motions.push({ part: `${target.tagName} ${propertyName}`, duration: Math.max(...durations) });
    });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const duration = Number(typeof options === 'object' ? options.duration : options);
      motions.push({ part: this.tagName, duration });
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { motions: Moved[] }).motions.splice(0));
}

/** Nearly stops all motion, or lets it run again. */
async function motionSlower(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  return (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
}

/** A professional's profile, come to by a link from a service. */
async function profileOf(options: BrowserContextOptions = {}) {
  const s = await stage(t);
  const page = await (await t.visitor({ ...phone, ...options })).newPage();
  const motions = await noteMotions(page);
  await page.goto(`/service-details/${s.cut}`, { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: 'Amara Okafor' }).first();
  await link.hover();
  await page.waitForLoadState('networkidle');
  const see = page.getByRole('button', { name: 'See available times' });
  const sheet = page.getByRole('dialog', { name: 'Choose a service' });
  return { page, motions, link, see, sheet, heading: page.getByRole('heading', { level: 1, name: 'Amara Okafor' }) };
}

test.each(['no-preference', 'reduce'] as const)(
  'pages, sheets and menus come and go in 150 to 250 ms, and not at all with reduced motion: %s',
  async (reducedMotion) => {
    const { page, motions, link, see, sheet, heading } = await profileOf({ reducedMotion });
    await motions();

    await link.click();
    await heading.waitFor();
    await see.click();
    await sheet.waitFor();
    // Closed before its first frame, it would not have moved.
    await sheet.evaluate((opened) => Promise.all(opened.getAnimations().map(({ finished }) => finished)));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-closing]').count(), { timeout: 10_000 }).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Menu' }).waitFor({ state: 'hidden' });

    const moved = (await motions()).filter(({ duration }) => duration > 0.01);
    if (reducedMotion === 'reduce') return expect(moved).toEqual([]);
    expect(moved.filter(({ duration }) => duration < 150 || duration > 250)).toEqual([]);
    const parts = moved.map(({ part }) => part);
    for (const part of ['::view-transition-old', 'MAIN', 'dialog', 'closing', 'NAV opacity'])
      expect(parts).toContain(part);
  },
);

test('while an old screen or a sheet leaves, what is below can be pressed and has the focus; Back scrolls where it was', async () => {
  const { page, link, see, sheet, heading } = await profileOf();
  await page.evaluate(() => document.body.style.setProperty('padding-bottom', '1000px'));
  await page.evaluate(() => window.scrollTo(0, 120));
  const setPace = await motionSlower(page);
  await setPace(0.001);
  await link.click();
  await heading.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // A picture of the old screen, and of nothing else.
  const pictures = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
        .filter(Boolean),
    );
  await expect.poll(pictures).toEqual([expect.stringMatching(/^::view-transition-old/)]);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click({ force: true });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await see.click({ force: true });
  expect(await pictures()).toHaveLength(1);
  // The sheet's code may have to be shown by a second rendering, which waits for the picture to have left.
  await setPace(1);
  await sheet.waitFor();

  await page.evaluate(() => window.scrollTo(0, 60));
  const scrolled = await page.evaluate(() => window.scrollY);
  await setPace(0.001);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-closing]').count()).toBe(2);
  expect(await sheet.count()).toBe(0);
  await expect.poll(() => isFocused(see)).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  // Beneath the picture.
  await see.click({ force: true });
  await sheet.waitFor();
  await setPace(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-closing]').count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Dry curl cut' }).waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);
});

test('a link loads its data once, when it is hovered over, and says that it is busy while the code is on its way', async () => {
  const s = await stage(t);
  const page = await (await t.visitor()).newPage();
  let asked = 0;
  page.on('request', (request) => void (request.url().includes('/trpc/services.byId') && asked++));
  await page.goto(`/public-professional-page/${s.professional.professionalId}/amara-okafor`, {
    waitUntil: 'networkidle',
  });
  const link = page.getByRole('main').locator(`a[href="/service-details/${s.cut}/dry-curl-cut"]`);
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.fallback();
  });
  asked = 0;
  await link.hover();
  await expect.poll(() => asked).toBe(1);
  await link.click();
  await expect.poll(() => link.getAttribute('aria-busy')).toBe('true');
  code.resolve();
  await page.getByRole('heading', { level: 1, name: 'Dry curl cut' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);
});

test('a screen whose code comes late has the focus in its only heading: after a link, the login, and a booking', async () => {
  const page = await (await t.visitor()).newPage();
  async function late(route: string, name: string, press: () => Promise<void>, meanwhile = async () => {}) {
    const held = Promise.withResolvers<void>();
    await page.route(chunkOf(route), async (one) => {
      await held.promise;
      await one.fallback();
    });
    const asked = page.waitForRequest(chunkOf(route));
    await press();
    await asked;
    await meanwhile();
    held.resolve();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(async () => [await heading.allTextContents(), await isFocused(heading)]).toEqual([[name], true]);
  }
  await page.goto('/');
  // Not of the footer, which answers after the screen.
  await late('routes/browse-services.tsx', 'Find a service that fits your hair', () =>
    page.getByRole('link', { name: 'Services', exact: true }).click(),
  );
  const client = await t.make.client();
  await t.make.password(client);
  await page.goto('/login?next=/settings');
  await late('routes/settings.tsx', 'Settings', () => logIn(page, client.email));
  await page.goto(confirmPath(await stage(t)));
  const press = () => confirm(page).click();
  await late('routes/booking-confirmed.tsx', 'Request sent', press, async () => {
    await page.waitForURL(/booking-confirmed/, { waitUntil: 'commit' });
    // Nothing to press again.
    await page.getByRole('button', { name: 'Booking...' }).waitFor();
    expect(await confirm(page).count()).toBe(0);
  });
});

test('F7: for a slot that was taken the screen says so, keeps the notes, offers the nearest times and reloads', async () => {
  const s = await stage(t);
  const rival = await t.make.client();
  const [mine, theirs] = [
    await (await t.signedIn(s.client, phone)).newPage(),
    await (await t.signedIn(rival, phone)).newPage(),
  ];
  await mine.goto(pickPath(s));
  await mine.getByRole('button', { name: /^10:00 AM/ }).click();
  await mine.getByRole('button', { name: 'Continue to Booking' }).click();
  await mine.getByLabel('Add any special notes (optional):').fill('My notes stay');
  await theirs.goto(confirmPath(s, 30));
  await confirm(theirs).click();
  await requested(theirs);

  await confirm(mine).click();
  const told = mine.getByRole('alert').getByText('That time is no longer available.');
  await told.waitFor();
  await expect.poll(async () => (await told.boundingBox())?.y).toBeGreaterThan(0);
  expect(await mine.getByLabel('Add any special notes (optional):').inputValue()).toBe('My notes stay');
  const near = mine.getByRole('list', { name: 'Nearest free times' }).getByRole('button');
  // The rival's booking lasts from 10:00 to 11:00: starts from 9:30 to 10:30 would overlap it.
  const next = s.first.start + 90 * MINUTE;
  await expect.poll(() => near.first().textContent()).toContain(formatTimeWithZone(next, zone));

  await mine.getByRole('link', { name: 'Pick another time' }).click();
  await mine.getByRole('button', { name: /^11:00 AM/ }).waitFor();
  await expect.poll(() => mine.getByRole('button', { name: /^10:00 AM/ }).count()).toBe(0);
  await mine.goBack();
  expect(await mine.getByLabel('Add any special notes (optional):').inputValue()).toBe('My notes stay');
  await confirm(mine).click();
  await near.first().click();
  await mine.getByText(formatTimeWithZone(next, zone)).first().waitFor();
  await confirm(mine).click();
  await requested(mine);
  const own = (await s.bookings()).filter(({ client_id }) => client_id === s.client.clientId);
  expect(own).toMatchObject([{ notes: 'My notes stay' }]);
  expect(Date.parse(String(own[0]?.start_time))).toBe(next);
});

test('a time that is gone before its details are seen is said to be, with the nearest ones', async () => {
  const s = await stage(t);
  await t.make.booking({ professionalId: s.professional.professionalId, serviceIds: [s.cut], start: s.first.start });
  const page = await t.open(confirmPath(s), s.client, phone);
  await page.getByText('That time is no longer available. Please choose another one.').waitFor();
  await page.getByRole('list', { name: 'Nearest free times' }).getByRole('button').first().click();
  await page.getByText('That time is no longer available.').waitFor({ state: 'detached' });
  await confirm(page).click();
  await requested(page);
});

test('a price that changed meanwhile is shown before the booking is made', async () => {
  const { s, page } = await confirming(t);
  await page.getByText('$95.00').first().waitFor();
  await t.make.change('services', s.cut, { price_cents: 10_100 });
  await confirm(page).click();
  await page.getByRole('alert').getByText('The price has changed. Please review your booking.').waitFor();
  await page.getByText('$101.00').first().waitFor();
  expect(await s.bookings()).toEqual([]);
  await confirm(page).click();
  await requested(page);
  expect(await s.bookings()).toMatchObject([{ total_price_cents: 10_100 }]);
});

test('a profile and a service that are saved keep what another device changed of them meanwhile', async () => {
  const client = await t.make.client();
  const professional = await t.make.professional();
  const id = await t.make.service(professional.professionalId, { price: 95 });
  /** The form of one person opened on two devices, and saved on the second first. */
  async function onTwo(person: { token: string }, path: string, save: string, to: string, fills: Fill[]) {
    const pages: Page[] = [];
    for (const fill of fills) {
      const page = await (await t.signedIn(person, phone)).newPage();
      pages.push(page);
      await page.goto(path);
      await page.locator('form').getByRole('textbox').first().waitFor();
      await fill(page);
    }
    for (const page of pages.reverse()) {
      await page.getByRole('button', { name: save }).click();
      await page.waitForURL(to);
    }
  }
  await onTwo(client, '/edit-client-profile', 'Save Changes', '**/client-profile', [
    (page) => page.getByLabel('Phone Number').fill('0400 000 001'),
    (page) => page.getByLabel('Notes').fill('Allergic to latex'),
  ]);
  const ofClient = t.db.selectFrom('clients').select(['notes', 'phone_number']).where('id', '=', client.clientId);
  expect(await ofClient.execute()).toEqual([{ notes: 'Allergic to latex', phone_number: '0400000001' }]);
  await onTwo(professional, `/edit-service/${id}`, 'Update Service', '**/professional-dashboard', [
    async (page) => {
      await page.getByLabel('Description').fill('With a wash');
      await page.getByLabel('Active').uncheck();
    },
    (page) => page.getByLabel('Price ($)').fill('120'),
  ]);
  const ofService = t.db
    .selectFrom('services')
    .select(['price_cents', 'description', 'is_active'])
    .where('id', '=', id);
  expect(await ofService.execute()).toEqual([{ price_cents: 12_000, description: 'With a wash', is_active: false }]);
});
type Fill = (page: Page) => Promise<unknown>;
