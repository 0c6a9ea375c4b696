import { parse } from 'parse5';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { rangeOfWhen } from '#shared/rules/slot-range.ts';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import { budget, weigh } from '../../scripts/check-budget.ts';
import { builtClient } from '../../scripts/client-build.ts';
import { melbourne, phone, requested, zone } from './booking-people.ts';
import {
  chunkOf,
  expectAccessible,
  expectNoSideScroll,
  intercept,
  receiveShell,
  settled,
  untilListed,
  useHarness,
} from './harness.ts';

/** What everybody finds: the landing page, both lists with their search and filters, reviews, policies. */
const t = useHarness();
/** Nobody else of the shared marketplace works here; it is no place of the gazetteer's. */
const location = 'Quillmere Crossing';
const people = new Map<string, string>();
/** Two days on, 9:30 AM in Melbourne. */
const start = melbourne(2, '09:30');
const day = dayKey(start, zone);
const desktop = { viewport: { width: 1280, height: 900 } };

beforeAll(async () => {
  for (const [display_name, place, days] of [
    ['Quilla Adeyemi', location, 2],
    ['Quilla Benning', location, 5],
    ['Quilla Nearby', 'Thallon QLD', 2],
    ['Quilla Further', 'Dirranbandi QLD', 2],
  ] as const) {
    const { professionalId } = await t.make.professional({ display_name, location: place, specializations: [5] });
    await t.make.service(professionalId, {
      name: `Quillwork braids by ${display_name.split(' ')[1]}`,
      price: 40 + days,
      service_duration_minutes: 60,
      category: 'Braids',
    });
    await t.make.window(professionalId, melbourne(days, '09:30'), melbourne(days, '09:30') + 3 * HOUR);
    people.set(display_name, professionalId);
  }
  await untilListed(t, '/services/?search=quillwork', 4);
  await untilListed(t, `/professionals/?location=${encodeURIComponent(location)}`, 2);
});

/** Those that were found: what stands beside them has headings without a link. */
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .filter({ has: page.getByRole('link') });
const address = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const isFocused = (element: Element) => element === document.activeElement;
const statusOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) });
const weekday = (key: string) => new Date(`${key}T12:00:00Z`).toLocaleDateString('en-AU', { weekday: 'long' });

/** A phone has the filters in a sheet. */
async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).click();
  return page.getByRole('dialog', { name: 'Filters' });
}

async function open(path: string, options: object = phone) {
  const page = await (await t.visitor({ reducedMotion: 'reduce', ...options })).newPage();
  await page.goto(path);
  return page;
}

describe('what, where and when', () => {
  test('on a phone from the landing page to a booked slot in six taps, and back with everything as it was', async () => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client, { ...phone, reducedMotion: 'reduce' })).newPage();
    await page.goto('/');
    await page.getByLabel('Suburb or city').fill(location);
    await page.getByLabel('Hair or service').click();
    await page.keyboard.type('quillwork');
    await page.getByRole('option', { name: 'Quillwork braids by Adeyemi' }).click();
    // At once, however long the rest takes: a time that is chosen next is asked for together with it.
    expect(await page.getByLabel('Hair or service').inputValue()).toBe('Quillwork braids by Adeyemi');
    await page.getByLabel('When').selectOption(weekday(day));
    await page.waitForURL('**free_from=**');
    // The room of the suggestions goes a moment after them, and the button moves up.
    const room = page.locator('[role="listbox"]').first();
    await expect.poll(() => room.evaluate((list) => list.clientHeight)).toBe(0);
    await page.getByRole('button', { name: 'Find times' }).click();
    await page.waitForURL('**/browse-services?**');
    const found = page.url();
    await page
      .getByRole('link', { name: `9:30 AM ${formatShortDay(start, zone)}` })
      .first()
      .click();
    // A time on a card leads to its booking.
    await page.getByRole('heading', { level: 1, name: 'Confirm Your Appointment' }).waitFor();
    // Back to what was found, to the landing page, and forward again: nothing has to be typed anew.
    await page.goBack();
    await cards(page).first().waitFor();
    expect(page.url()).toBe(found);
    await page.goBack();
    await page.getByRole('button', { name: 'Find times' }).waitFor();
    await expect.poll(() => page.getByLabel('Hair or service').inputValue()).toBe('Quillwork braids by Adeyemi');
    await expect
      .poll(() => page.getByLabel('When').locator('option:checked').innerText())
      .toBe(formatShortDay(start, zone));
    await page.goForward();
    await page.goForward();
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await requested(page);
    const [booking] = await t.db
      .selectFrom('bookings')
      .select('start_time')
      .where('professional_id', '=', people.get('Quilla Adeyemi') ?? '')
      .execute();
    expect(Date.parse(String(booking?.start_time))).toBe(start);
    await page.goto(found);
    // Taken: the first time that is offered is a later one.
    await page
      .getByRole('link', { name: /^10:30 AM/ })
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^9:30 AM/ }).count()).toBe(0);
  });

  test('an address says all that is asked for, acts at once, and is the same for whoever opens it', async () => {
    const page = await open(`/browse-professionals?location=${encodeURIComponent(location)}`);
    await page.getByRole('status').filter({ hasText: '2 professionals' }).waitFor();
    const sheet = await openFilters(page);
    await sheet.getByLabel('Day', { exact: true }).fill(day);
    await sheet.getByRole('button', { name: 'Show 1 professional' }).waitFor();
    await sheet.getByLabel('Time of day').selectOption('Morning');
    await sheet.getByLabel('Sort by').selectOption('Soonest');
    await expect.poll(() => address(page)).toMatchObject({ location, sort: 'soonest' });
    await sheet.getByRole('button', { name: 'Show 1 professional' }).click();
    // All of the search is one line, which opens the bar; nothing says it again.
    const line = page.getByRole('button', { name: `${location} · ${formatShortDay(start, zone)}, morning` });
    await line.waitFor();
    expect(await page.getByRole('group', { name: 'Chosen' }).count()).toBe(0);
    const [first] = await cards(page).all();
    expect(await first?.evaluate((card) => card.getBoundingClientRect().bottom)).toBeLessThan(600);
    const shared = await open(page.url());
    await shared.getByRole('link', { name: 'Quilla Adeyemi', exact: true }).waitFor();
    await expect.poll(() => cards(shared).count()).toBe(1);
    await line.click();
    await page.getByLabel('When').selectOption('Any time');
    await page.getByRole('status').filter({ hasText: '2 professionals' }).waitFor();
    await page.getByRole('button', { name: location }).waitFor();
    await page.goBack();
    await page.getByRole('status').filter({ hasText: '1 professional' }).waitFor();
    await expectNoSideScroll(page);
  });

  test('a price and a length range, counts beside the categories; an empty result says which filter leaves it so, and the nearest', async () => {
    const page = await open('/browse-services?search=quillwork');
    await page.getByRole('status').filter({ hasText: '4 services' }).waitFor();
    const sheet = await openFilters(page);
    const category = sheet.getByLabel('Category').getByRole('option', { name: 'Protective Styles' });
    await expect.poll(() => category.getAttribute('label')).toBe('Protective Styles (4)');
    expect(await category.textContent()).toBe('Protective Styles');
    await sheet.getByLabel('Price from').fill('43');
    await sheet.getByLabel('Price up to').fill('46');
    await sheet.getByLabel('Price up to').press('Enter');
    await sheet.getByRole('button', { name: 'Show 1 service' }).click();
    await expect.poll(() => address(page)).toEqual({ search: 'quillwork', price_min: '43', price_max: '46' });
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await page.getByRole('button', { name: 'Remove $43.00 to $46.00' }).click();
    await (await openFilters(page)).getByLabel('Length').selectOption('Up to 30 min');
    await page.keyboard.press('Escape');
    await page.getByText('No services found for "quillwork".', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Any length: 4 services' }).click();
    await page.getByRole('status').filter({ hasText: '4 services' }).waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate(isFocused)).toBe(true);

    await page.goto('/browse-services?search=quillwork&location=Mungindi');
    await page.getByText('No services found for "quillwork".', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Anywhere: 4 services' }).waitFor();
    const nearest = page.getByRole('region', { name: /^None in Mungindi\. Nearest is [\d.]+ km away$/ });
    expect(await nearest.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Quillwork braids by Nearby',
      'Quillwork braids by Further',
    ]);
    expect(await nearest.getByText(/\d km/).count()).toBe(3);
    await expectNoSideScroll(page);
    await page.goto('/browse-services?search=quillwork%20nearby&location=Thallon');
    const similar = page.getByRole('region', { name: 'Similar ones' }).getByRole('listitem');
    await similar.getByRole('link', { name: 'Quillwork braids by Further' }).waitFor();
    const found = page.getByRole('listitem').filter({ hasText: 'by Nearby' });
    expect((await similar.first().boundingBox())?.x).toBe((await found.boundingBox())?.x);
  });

  test('without JavaScript the bar is a form, and a weekday leads to that day', async () => {
    const page = await open('/browse-professionals', { ...phone, javaScriptEnabled: false });
    await page.getByLabel('Location').fill(location);
    await page.getByLabel('When').selectOption(weekday(day));
    await page.getByRole('button', { name: 'Filter', exact: true }).first().click();
    await page.getByRole('link', { name: 'Quilla Adeyemi', exact: true }).waitFor();
    expect(await cards(page).count()).toBe(1);
    expect(address(page)).toMatchObject({ location, ...rangeOfWhen(weekday(day), Date.now()) });
    expect(address(page)).not.toHaveProperty('when');
  });
});

describe('near me', () => {
  const here = { latitude: -28.63456, longitude: 148.86543, accuracy: 10 };

  test('asks when pressed only, and writes two decimals into the address and nowhere else', async () => {
    const page = await open('/browse-services?search=quillwork', { ...phone, geolocation: here, permissions: [] });
    await page.evaluate(() => {
      const asked = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
      navigator.geolocation.getCurrentPosition = (...given) => {
        document.documentElement.dataset.asked = 'yes';
        asked(...given);
      };
    });
    await page.getByRole('status').filter({ hasText: '4 services' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined();
    await page.context().grantPermissions(['geolocation']);
    const sheet = await openFilters(page);
    await sheet.getByRole('button', { name: 'Near me' }).click();
    await expect.poll(() => address(page)).toEqual({ search: 'quillwork', near: '-28.63,148.87' });
    await page.getByText('Quillwork braids by Nearby').waitFor();
    await page.getByText('1.2 km · Thallon QLD').waitFor();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain('28.6');
    await sheet.getByLabel('Distance').selectOption('Within 200 km');
    await sheet.getByRole('button', { name: 'Show 2 services' }).click();
    await expect
      .poll(() => cards(page).allInnerTexts())
      .toEqual(['Quillwork braids by Nearby', 'Quillwork braids by Further']);
    await openFilters(page);
    await sheet.getByRole('button', { name: 'Near me', pressed: true }).click();
    await sheet.getByRole('button', { name: 'Show 4 services' }).click();
    await expect.poll(() => address(page)).toEqual({ search: 'quillwork' });
  });

  test('whoever refuses is told to type a place, in one line below the chips, which stay as they are', async () => {
    const page = await open('/', { ...phone, permissions: [] });
    await page.getByRole('button', { name: 'Near me' }).click();
    const said = page.getByText("We can't find you. Type a suburb instead.");
    await said.waitFor();
    expect((await said.boundingBox())?.height).toBeLessThan(30);
    const chip = page.getByRole('group', { name: 'Your hair' }).getByRole('button');
    expect(new Set(await chip.evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight)))).toEqual(
      new Set([44]),
    );
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('suggestions', () => {
  test('of services, people and kinds of hair by keyboard: arrows, Enter, Escape; axe finds nothing while they are open', async () => {
    const page = await open('/browse-services');
    const field = page.getByLabel('Search services');
    await field.focus();
    await page.keyboard.type('quill');
    await page.getByRole('option').first().waitFor();
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect.poll(() => field.getAttribute('role')).toBe('combobox');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true');
    expect(await field.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
    // People come last.
    await page
      .getByRole('option', { name: /^Quilla/ })
      .last()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    const active = async () => {
      const id = await field.getAttribute('aria-activedescendant');
      return id === null ? null : page.locator(`[id="${id}"]`).getAttribute('aria-selected');
    };
    await expect.poll(active).toBe('true');
    await page.getByText(/\d suggestions?, use the arrow keys/).waitFor({ state: 'attached' });
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false');
    expect(await field.inputValue()).toBe('quill');
    // Opened again by an arrow; the last ones are people.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/public-professional-page/**');
    await page.getByRole('heading', { level: 1, name: /^Quilla/ }).waitFor();
  });

  test('of places, understood as they are meant, a typing error too; slow, failing or without their code they hold up nothing', async () => {
    const places = await open('/browse-professionals');
    await places.getByLabel('Location').click();
    await places.keyboard.type('thalon');
    await places.getByRole('option', { name: 'Thallon QLD 4497' }).click();
    await places.getByRole('link', { name: 'Quilla Nearby', exact: true }).waitFor();
    await expect.poll(() => address(places)).toEqual({ location: 'Thallon QLD 4497' });
    await expect.poll(() => cards(places).count()).toBe(1);

    for (const answer of ['hold', { status: 500, detail: 'Internal server error' }] as const) {
      const page = await open('/');
      await intercept(page, 'localities.list', answer);
      await page.route('**/trpc/professionals.list*limit%22%3A3*', (route) =>
        answer === 'hold' ? undefined : route.fulfill({ status: 500, body: 'no' }),
      );
      await page.getByLabel('Suburb or city').click();
      await page.keyboard.type(location);
      await page.getByLabel('Hair or service').click();
      await page.keyboard.type('quillwork');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/browse-services?**');
      expect(address(page)).toEqual({ search: 'quillwork', location });
      await page.getByRole('link', { name: 'Quillwork braids by Adeyemi' }).waitFor();
    }

    const plain = await open('/browse-services');
    await plain.route(chunkOf('features/browse/suggestions.tsx'), (route) => route.abort());
    const field = plain.getByLabel('Search services');
    await field.fill('quillwork');
    await field.press('Enter');
    // Near the capital of the viewer's zone.
    await plain.waitForURL(/search=quillwork&location=Melbourne/);
    expect(await field.getAttribute('role')).toBeNull();
  });
});

describe('the list of professionals', () => {
  /** A location that no other test uses, because all share one marketplace. */
  const ridley = 'Mount Ridley Junction';
  const perpetual = '?location=Lake+Perpetual';
  const path = '/browse-professionals';
  /** Three days from now, at 9:00 in Melbourne or an hour beside it. */
  const soon = Math.floor(Date.now() / DAY) * DAY + 3 * DAY + 22 * HOUR;

  beforeAll(async () => {
    const given = { location: ridley, professional_type: 'hairdresser' as const };
    const { professionalId } = await t.make.professional({
      ...given,
      display_name: 'Aba Tane',
      specializations: [2, 5],
      experience_years: 1,
      bio: 'Braids on a quiet street.',
    });
    await t.make.service(professionalId, {
      name: 'Ridley cornrows',
      category: 'Braids',
      service_duration_minutes: 60,
      price: 80.5,
    });
    await t.make.service(professionalId, {
      name: 'Ridley treatment',
      category: 'Treatment',
      service_duration_minutes: 30,
      price: 95,
    });
    await t.make.window(professionalId, soon, soon + HOUR);
    await t.make.professional({
      ...given,
      display_name: 'Abe Haddad',
      professional_type: 'barber',
      specializations: [1],
      experience_years: 14,
    });
    for (let number = 0; number < 21; number++) {
      const letter = String.fromCharCode(65 + number);
      await t.make.professional({ display_name: `Cleo ${letter}`, location: 'Lake Perpetual', specializations: [7] });
    }
    await untilListed(t, `/professionals/?location=${encodeURIComponent(ridley)}`, 2);
    await untilListed(t, `/services/?location=${encodeURIComponent(ridley)}`, 2);
    await untilListed(t, '/professionals/?location=Lake%20Perpetual', 21);
  });

  const list = (query = '') => open(path + query, desktop);
  const cardOf = (page: Page, name: string) =>
    page.locator('li').filter({ has: page.getByRole('link', { name, exact: true }) });
  const menuButton = (page: Page) => page.getByRole('button', { name: /^Specialities/ });
  const locationBox = (page: Page) => page.getByLabel('Location');
  const search = (page: Page) => new URL(page.url()).search;
  const calls = (page: Page) => {
    const seen: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/trpc/professionals.')) seen.push(pathname.slice('/trpc/'.length));
    });
    return seen;
  };
  async function filterBy(page: Page, location: string) {
    await locationBox(page).fill(location);
    await page.getByRole('button', { name: 'Filter' }).click();
  }
  async function choose(page: Page, ...names: string[]) {
    await menuButton(page).click();
    for (const name of names) await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
    await page.keyboard.press('Escape');
  }

  test('cards show name, location, bio, years and type, and link to the public page', async () => {
    const page = await list(`?location=${encodeURIComponent(ridley)}`);
    const first = cardOf(page, 'Aba Tane');
    await first.getByText('Braids on a quiet street.').waitFor();
    expect(await first.innerText()).toMatch(/\b1 year\b/);
    expect(await first.innerText()).toMatch(/Hairdresser\s·\s1 year/);
    expect(await first.innerText()).toContain(ridley);
    expect(await first.innerText()).toContain('Braider, Loctician');
    expect(await first.innerText()).toContain('from $80.50');
    // The soonest time for the shortest service, in the professional's zone.
    expect(await first.innerText()).toContain(`${formatShortDay(soon, zone)}, ${formatSlotTime(soon, zone)}`);
    const height = async (card: typeof first) => (await card.boundingBox())?.height ?? Number.NaN;
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    // With two rows of times to book at once.
    expect(await height(first)).toBeLessThanOrEqual(150);
    await page.setViewportSize({ width: 1280, height: 900 });
    const second = cardOf(page, 'Abe Haddad');
    expect(await second.innerText()).toMatch(/\b14 years\b/);
    expect(await second.innerText()).toContain('Barber');
    await second.getByText('No bio available.').waitFor();
    await second.getByText('No free time in the next 14 days').waitFor();
    await first
      .getByRole('link', { name: /Aba Tane/ })
      .first()
      .click();
    await page.waitForURL('**/public-professional-page/*/aba-tane');
    await page.getByRole('heading', { level: 1, name: 'Aba Tane' }).waitFor();

    // The database requires a location, but the screen does not rely on that.
    await receiveShell(page);
    await page.route('**/trpc/professionals.list*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { result: { data: { results: object[] } } };
      const results = body.result.data.results.map((professional) => ({ ...professional, location: '' }));
      return route.fulfill({ json: { result: { data: { ...body.result.data, results } } } });
    });
    await page.goto(path);
    await cardOf(page, 'Aba Tane').getByText('No location available.', { exact: true }).waitFor();
  });

  test('location, category and specialization combine, at once and as chips in the address; a chip takes its own away', async () => {
    const page = await list();
    const asked = calls(page);
    await filterBy(page, ridley);
    // Beside few results others are asked for, too.
    const filtered = () => asked.filter((call) => call !== 'professionals.list');
    await statusOf(page, '2 professionals').waitFor();
    expect(filtered()).toEqual(['professionals.byLocation']);
    await choose(page, 'Loctician');
    await statusOf(page, '1 professional').waitFor();
    await page.getByLabel('Category').selectOption('Protective Styles');
    await cardOf(page, 'Aba Tane').waitFor();
    expect(filtered().at(-1)).toBe('professionals.bySpecializations');
    expect(new URL(page.url()).searchParams.toString()).toBe(
      new URLSearchParams({
        category: 'Protective Styles',
        specialization_names: 'Loctician',
        location: ridley,
      }).toString(),
    );
    await expect.poll(() => locationBox(page).inputValue()).toBe(ridley);
    await expect.poll(() => menuButton(page).innerText()).toBe('Specialities (1)');
    await page.getByLabel('Category').selectOption('Loc Services');
    await page.getByText('No professionals found.').waitFor();

    const chips = page.getByRole('group', { name: 'Chosen' }).getByRole('button');
    // What bar and menus say is not said again.
    expect(await chips.filter({ visible: true }).allInnerTexts()).toEqual([expect.stringContaining('Loctician')]);
    await page.getByLabel('Category').selectOption('All categories');
    await page.getByRole('button', { name: 'Remove Loctician' }).click();
    await statusOf(page, '2 professionals').waitFor();
    await expect.poll(() => search(page)).toBe(`?location=${ridley.replaceAll(' ', '+')}`);
    await chips.first().waitFor({ state: 'detached' });
    await filterBy(page, '');
    await expect.poll(() => search(page)).toBe('');
  });

  test('services are found by words, location, category and specialization together', async () => {
    const page = await open('/browse-services', desktop);
    await page.getByLabel('Search services').fill('ridley');
    await locationBox(page).fill(ridley);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await statusOf(page, '2 services').waitFor();
    await page.getByLabel('Category').selectOption('Protective Styles');
    await cardOf(page, 'Ridley cornrows').waitFor();
    await choose(page, 'Barber');
    await page.getByText('No services found for "ridley".', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Barber' }).click();
    const card = await cardOf(page, 'Ridley cornrows').innerText();
    expect(card).toContain('Offered by Aba Tane');
    expect(card).toContain('$80.50');
    expect(card).toContain('60 minutes (1 h)');
    expect(card).toMatch(/(9|8|10):00 AM/);
    await expectNoSideScroll(page);
  });

  test('filters survive a reload and Back; the same one again adds nothing to the history; Reset takes all away', async () => {
    const page = await list();
    await choose(page, 'Braider', 'Scalp Care Specialist');
    await cardOf(page, 'Aba Tane').waitFor();
    await page.reload();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => menuButton(page).innerText()).toBe('Specialities (2)');
    await filterBy(page, 'Lake Perpetual');
    // The card was there before: the address tells that the location is asked for.
    await page.waitForURL('**location=Lake+Perpetual**');
    await page.goBack();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => menuButton(page).innerText()).toBe('Specialities (2)');
    await expect.poll(() => locationBox(page).inputValue()).toBe('');
    await page.goForward();
    await cardOf(page, 'Cleo A').waitFor();
    await expect.poll(() => locationBox(page).inputValue()).toBe('Lake Perpetual');
    const before = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await cardOf(page, 'Cleo A').waitFor();
    expect(await page.evaluate(() => history.length)).toBe(before);
    await locationBox(page).fill('something else');
    await page.getByRole('button', { name: 'Reset' }).click();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => locationBox(page).inputValue()).toBe('');
    await expect.poll(() => search(page)).toBe('');
  });

  test('by keyboard the menu is chosen from; it, and a chip that goes, hand the focus on; the last filter leaves the full list', async () => {
    const page = await list();
    await cardOf(page, 'Aba Tane').waitFor();
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    // An opened menu has the focus on its first item.
    const menu = page.getByRole('menu');
    await expect.poll(() => menu.evaluate((list) => list.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('menuitemcheckbox', { checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => menuButton(page).evaluate(isFocused)).toBe(true);

    await page.goto(`${path}?specialization_names=Barber,Braider,Loctician`);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const chips = page.getByRole('group', { name: 'Chosen' }).getByRole('button');
    await expect.poll(() => chips.count()).toBe(3);
    const asked = calls(page);
    await chips.nth(1).press('Enter');
    await expect.poll(() => chips.count()).toBe(2);
    expect(await focused()).toContain('Loctician');
    await page.keyboard.press('Enter');
    await expect.poll(() => chips.count()).toBe(1);
    expect(await focused()).toContain('Remove');
    await page.keyboard.press('Enter');
    await expect.poll(() => chips.count()).toBe(0);
    expect(await focused()).toBe(await page.getByRole('heading', { level: 1 }).textContent());
    await expect.poll(() => asked.at(-1)).toBe('professionals.list');
    await expect.poll(() => menuButton(page).innerText()).toBe('Specialities');
    await menuButton(page).click();
    await menu.waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });

  test('Show more keeps the focus while it loads the rest, a reload shows as many; later addresses lead to the first page', async () => {
    const page = await list(perpetual);
    const items = page.getByRole('main').getByRole('listitem');
    const more = page.getByRole('button', { name: 'Show more' });
    await cardOf(page, 'Cleo A').waitFor();
    expect(await items.count()).toBe(20);
    const release = await intercept(page, 'professionals.byLocation', 'hold');
    await more.press('Enter');
    await page.getByTestId('skeleton').first().waitFor({ state: 'attached' });
    expect(await more.evaluate(isFocused)).toBe(true);
    await more.press('Enter');
    release();
    await cardOf(page, 'Cleo U').waitFor();
    await more.waitFor({ state: 'detached' });
    await expect.poll(() => address(page).pages).toBe('2');
    await page.reload();
    await cardOf(page, 'Cleo U').waitFor();
    expect(await items.count()).toBe(21);

    const first = page.getByRole('link', { name: 'To the first page' });
    await page.goto(`${path}${perpetual}&skip=200`);
    await page.getByText('Nothing on this page.').waitFor();
    for (const shows of [0, 1]) {
      await first.waitFor();
      await page.getByText('21 professionals').waitFor();
      expect(await items.count()).toBe(shows);
      if (shows === 0) await page.goto(`${path}${perpetual}&skip=20`);
    }
    await first.click();
    await cardOf(page, 'Cleo A').waitFor();
    expect(search(page)).toBe(perpetual);
    expect(await first.count()).toBe(0);
  });

  test('loading shows six skeletons, a failure its text and Try again, an empty result how to see everybody', async () => {
    const page = await (await t.visitor(desktop)).newPage();
    const release = await intercept(page, 'professionals.list', 'hold');
    await page.goto(path);
    const skeletons = page.getByTestId('skeleton');
    await skeletons.first().waitFor({ state: 'attached' });
    expect(await skeletons.count()).toBe(6);
    release();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => skeletons.count()).toBe(0);
    const alert = page.getByRole('alert');
    for (const [status, text] of [
      [400, 'The shop is closed.'],
      [503, 'Service temporarily unavailable'],
    ] as const) {
      const mend = await intercept(page, 'professionals.list', { status, detail: text });
      await page.reload();
      await alert.getByText(text, { exact: true }).waitFor();
      mend();
      await page.getByRole('button', { name: 'Try again' }).click();
      await cardOf(page, 'Aba Tane').waitFor();
      await expect.poll(() => alert.count()).toBe(0);
    }
    await page.route('**/trpc/professionals.list*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.reload();
    await alert.getByText('Failed to load professionals.', { exact: true }).waitFor();
    await page.unroute('**/trpc/professionals.list*');

    await page.goto(`${path}?location=Atlantis`);
    await page.getByText('No professionals found.', { exact: true }).waitFor();
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Show all professionals' }).click();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate(isFocused)).toBe(true);
  });

  test('Show more while the list changes shows everybody once: a new first one, and one of the first page gone', async () => {
    const place = 'Tallawong Reach';
    const made = new Map<string, string>();
    for (let index = 0; index < 43; index++) {
      const display_name = `Tally ${String.fromCharCode(66 + Math.floor(index / 22))}${String.fromCharCode(65 + (index % 22))}`;
      made.set(display_name, (await t.make.professional({ display_name, location: place })).professionalId);
    }
    const list = `/professionals/?location=${encodeURIComponent(place)}`;
    const total = async () => ((await (await fetch(t.url + list)).json()) as { total: number }).total;
    await untilListed(t, list, 43);
    const page = await (await t.visitor()).newPage();
    await page.goto(`/browse-professionals?location=${encodeURIComponent(place)}`);
    const shown = () => cards(page).allTextContents();
    await expect.poll(async () => (await shown()).length).toBe(20);
    const more = page.getByRole('button', { name: 'Show more' });

    await t.make.professional({ display_name: 'Tally AA', location: place });
    await untilListed(t, list, 44);
    await more.click();
    await expect.poll(async () => (await shown()).length).toBe(40);
    expect(new Set(await shown()).size).toBe(40);

    const [gone = '', id = ''] = [...made][3] ?? [];
    await t.db.updateTable('professionals').set({ is_active: false }).where('id', '=', id).execute();
    await expect.poll(total, { timeout: 20_000 }).toBe(43);
    await more.click();
    const everybody = ['Tally AA', ...made.keys()].filter((name) => name !== gone).sort();
    await expect.poll(async () => (await shown()).sort()).toEqual(everybody);
  });
});

describe('the landing page', () => {
  const crossing = 'Lumi Crossing';
  beforeAll(async () => {
    const midnight = Math.floor(Date.now() / DAY) * DAY;
    const lumis: [name: string, specialization: number, days: number][] = [
      ['Lumi First', 5, 3],
      ['Lumi Second', 5, 2],
      ['Lumi Third', 5, 4],
      ['Lumi Fourth', 5, 5],
      ['Lumi Wigs', 9, 40],
    ];
    for (const [display_name, specialization, days] of lumis) {
      const { professionalId } = await t.make.professional({
        display_name,
        location: crossing,
        specializations: [specialization],
      });
      await t.make.service(professionalId, { price: 40 });
      await t.make.window(professionalId, midnight + days * DAY, midnight + days * DAY + 2 * HOUR);
    }
    await untilListed(t, `/professionals/?location=${encodeURIComponent(crossing)}`, 5);
  });

  const land = async (reducedMotion: 'reduce' | 'no-preference' = 'no-preference') => {
    const page = await open('/', { ...desktop, reducedMotion });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const track = (page: Page) => page.getByRole('region', { name: 'Pictures', exact: true }).locator('ul');
  const leftOf = (page: Page) => track(page).evaluate((list) => list.getBoundingClientRect().left);
  /** The speed of the pictures to the left over `ms` of the page's clock, CSS pixels a second. */
  async function speed(page: Page, milliseconds: number) {
    return track(page).evaluate(async (list, duration) => {
      const from = { time: performance.now(), left: list.getBoundingClientRect().left };
      await new Promise((resolve) => setTimeout(resolve, duration));
      await new Promise(requestAnimationFrame);
      return ((from.left - list.getBoundingClientRect().left) * 1000) / (performance.now() - from.time);
    }, milliseconds);
  }

  test('its first screen searches: what is typed leads to the list that knows it, and is there after Back and a reload', async () => {
    const page = await land();
    const find = page.getByRole('button', { name: 'Find times' });
    const [hair, place] = [page.getByLabel('Hair or service'), page.getByLabel('Suburb or city')];
    await settled(page);
    const box = await find.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(700);
    const results: [hair: string, path: string, query: Record<string, string>][] = [
      ['loctician', '/browse-professionals', { specialization_names: 'Loctician' }],
      ['Silk press', '/browse-professionals', { specialization_names: 'Silk Press Specialist' }],
      ['protective styles', '/browse-services', { category: 'Protective Styles' }],
      ['', '/browse-professionals', {}],
      ['knotless', '/browse-services', { search: 'knotless' }],
    ];
    for (const [words, path, query] of results) {
      await page.goto('/');
      await hair.fill(words);
      await place.fill(crossing);
      await find.click();
      await page.waitForURL(`**${path}?**`);
      expect(address(page)).toEqual({ ...query, location: crossing });
    }
    await page.getByRole('heading', { name: 'Find a service' }).waitFor();
    await page.goBack();
    await find.waitFor();
    await expect.poll(() => hair.inputValue()).toBe('knotless');
    await page.reload();
    await expect.poll(() => hair.inputValue()).toBe('knotless');
    await expect.poll(() => place.inputValue()).toBe(crossing);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('three professionals with their next free times follow; hair and location filter them at once, in the address', async () => {
    const page = await land();
    const band = page.getByRole('region', { name: 'Free soon' });
    async function shows(...names: string[]) {
      await expect.poll(() => band.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(names);
    }
    await page.getByLabel('Suburb or city').fill(crossing);
    const locs = page.getByRole('button', { name: 'Locs', exact: true });
    await locs.click();
    await shows('Lumi Second', 'Lumi First', 'Lumi Third');
    await expect.poll(() => locs.getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe(`?specialization_names=Loctician&location=${crossing.replaceAll(' ', '+')}`);
    expect(await band.getByRole('listitem').first().innerText()).toMatch(/\d{1,2}:00 [AP]M[\s\S]*from \$40\.00/);
    await page.reload();
    await shows('Lumi Second', 'Lumi First', 'Lumi Third');
    await band.getByRole('link', { name: 'All professionals' }).click();
    await page.getByRole('status').filter({ hasText: '4 professionals' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Wigs and weaves' }).click();
    await page.getByRole('button', { name: 'Locs', exact: true }).click();
    await band.getByText('Nobody like that is free in the next 14 days.').waitFor();
    await band.getByRole('button', { name: 'Show everybody' }).click();
    await band.getByText('Nobody like that').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => page.getByRole('search').getByRole('button', { pressed: true }).count()).toBe(0);
  });

  test('Free soon shows the soonest of all, and the times that are asked for', async () => {
    const page = await open(`/?location=${encodeURIComponent(location)}`);
    const band = page.getByRole('region', { name: 'Free soon' });
    const names = () => band.getByRole('heading', { level: 3 }).allInnerTexts();
    await expect.poll(names).toEqual(['Quilla Adeyemi', 'Quilla Benning']);
    await page.getByLabel('When').selectOption(weekday(addDays(day, 3)));
    await expect.poll(names).toEqual(['Quilla Benning']);
    const later = start + 3 * DAY;
    await band.getByRole('link', { name: `${formatSlotTime(later, zone)} ${formatShortDay(later, zone)}` }).click();
    // A visitor comes in first.
    await page.waitForURL(/\/login\?/);
    expect(address(page).next).toContain(`slot_start=${new Date(later).toISOString()}`);
  });

  test('while its professionals load there are three skeletons, a failure is told there alone; its sections, founder, invitations', async () => {
    const page = await (await t.visitor(desktop)).newPage();
    const release = await intercept(page, 'professionals.list', 'hold');
    await page.goto('/');
    const band = page.getByRole('region', { name: 'Free soon' });
    await band.getByTestId('skeleton').first().waitFor({ state: 'attached' });
    expect(await band.getByTestId('skeleton').count()).toBe(3);
    release();
    await band.getByRole('listitem').first().waitFor();
    const mend = await intercept(page, 'professionals.list', { status: 500, detail: 'Internal server error' });
    await page.reload();
    await band.getByText('Failed to load who is free soon.').waitFor();
    await page.getByRole('link', { name: 'Apply for Early Access' }).waitFor();
    mend();
    await band.getByRole('button', { name: 'Try again' }).click();
    await band.getByRole('listitem').first().waitFor();

    for (const name of ['For clients', 'For stylists']) {
      expect(await page.getByRole('region', { name }).getByRole('listitem').count()).toBe(3);
    }
    const next = await page.getByRole('region', { name: 'What is here, and what comes next' }).innerText();
    for (const item of [
      'Client history and notes',
      'Specialization-based booking',
      'No-show prevention with deposits and reminders',
      'Waitlist and cancellation management',
    ]) {
      expect(next).toContain(item);
    }
    const said = page.getByRole('figure').filter({ has: page.getByRole('blockquote') });
    expect(await said.innerText()).toContain('the people who make Saluni');
    for (const name of ['Apply for Early Access', 'Claim Your Spot']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL('**/waitlist-signup');
      await page.getByRole('heading', { level: 1, name: /^Join the Beta/ }).waitFor();
      await page.goBack();
    }
  });

  test('the pictures move at 15 pixels a second until they are paused; with reduced motion not by themselves, but by keyboard', async () => {
    const page = await land();
    await track(page).waitFor();
    const moving = await speed(page, 3000);
    expect(moving).toBeGreaterThan(14);
    expect(moving).toBeLessThan(16);
    await page.getByRole('button', { name: 'Pause the pictures' }).click();
    await page.getByRole('button', { name: 'Play the pictures' }).waitFor();
    expect(await speed(page, 800)).toBe(0);
    await page.getByRole('button', { name: 'Play the pictures' }).click();
    await page.getByRole('button', { name: 'Pause the pictures' }).waitFor();
    expect(await speed(page, 800)).toBeGreaterThan(10);

    const still = await land('reduce');
    await track(still).waitFor();
    const before = await leftOf(still);
    expect(await speed(still, 800)).toBe(0);
    await track(still).locator('..').focus();
    await still.keyboard.press('ArrowRight');
    await expect.poll(() => leftOf(still)).toBeLessThan(before);
  });

  test('shows the uploaded pictures, each once for screen readers; without any, or when they do not load, ornaments', async () => {
    const page = await (await t.visitor(desktop)).newPage();
    await receiveShell(page);
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4v3z"/></svg>';
    await page.route('**/uploaded.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
    const picture = { url: '/uploaded.svg', width: 800, height: 600 };
    const data = ['Twists', 'A fade'].map((alt, number) => ({ ...picture, id: String(number), alt }));
    const answers = [
      { json: { result: { data: [] } } },
      { status: 400, json: { error: { message: 'No', code: -32000, data: {} } } },
      { json: { result: { data } } },
    ];
    for (const answer of answers) {
      await page.route('**/trpc/images.list*', (route) => route.fulfill(answer));
      await page.goto('/');
      await track(page).waitFor();
      if (answer === answers[2]) continue;
      expect(await track(page).locator('svg[data-pattern]').count()).toBeGreaterThanOrEqual(8);
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    const texts = track(page).getByRole('img');
    expect(await texts.evaluateAll((images) => images.map((image) => image.getAttribute('alt')))).toEqual([
      'Twists',
      'A fade',
    ]);
    expect(await track(page).locator('svg').count()).toBe(0);
    // The row repeats the pictures until it is longer than a screen.
    expect(await track(page).evaluate((list) => list.getBoundingClientRect().width / 2)).toBeGreaterThan(1280);
  });

  test('the JavaScript of it and every other public page is within the budget', async () => {
    expect((await weigh(builtClient)).filter(({ bytes }) => bytes > budget)).toEqual([]);
  });
});

test.each([
  [
    'the terms',
    '/terms-of-use',
    [
      '18 years or older',
      'non-refundable',
      'Intellectual property',
      'past 12 months',
      'law of Victoria, Australia',
      'Termination',
      'Disclaimers',
    ],
  ],
  [
    'the privacy policy',
    '/privacy-policy',
    [
      'Personal information',
      'Business information',
      'Technical information',
      'legal authorities',
      'never sell',
      'Cookies',
      'Retention',
      'Security',
      'Your rights',
      'Changes',
    ],
  ],
])('policies: %s at %s have the required contents', async (_what, path, texts) => {
  const html = await (await fetch(t.url + path)).text();
  const text = html.slice(html.indexOf('<main')).replaceAll(/<[^>]+>/g, '');
  for (const said of ['1 August 2025', ...texts]) expect(text).toContain(said);
  expect(text).toMatch(/\S+@\S+/);
});

/** Markup, a mark that turns the direction round, and as many emoji as fit. */
const hostile = '</script><img src=x onerror="document.title=1"><b>Neat</b> \u202Eevil\u202C ';
const longest = hostile + '🧡'.repeat((2_000 - hostile.length) / 2);

async function dataOf(path: string) {
  const html = await (await fetch(t.url + path)).text();
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return { html, data: found.map(([, text = '']) => JSON.parse(text) as Record<string, unknown>) };
}

test('reviews show as text on every page, in mails and to search engines, whose numbers are those of the page', async () => {
  const amara = await t.make.professional({ display_name: 'Amara Okafor' });
  const cut = await t.make.service(amara.professionalId);
  const people = await Promise.all(Array.from({ length: 23 }, () => t.make.client({ first_name: '<i>Zuri</i>' })));
  const profile = `/public-professional-page/${amara.professionalId}`;
  const service = `/service-details/${cut}`;
  expect((await dataOf(profile)).html).not.toContain('ggregateRating');
  const booked = await Promise.all(
    people.map(({ clientId }, index) =>
      t.make.booking({
        professionalId: amara.professionalId,
        clientId,
        serviceIds: [cut],
        start: Date.now() - DAY - index * 2 * HOUR,
        status: 'completed',
      }),
    ),
  );
  for (const [index, { bookingId }] of booked.entries()) {
    const written = await fetch(`${t.url}/bookings/${bookingId}/review`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${people[index]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stars: 3 + (index % 3), text: index === 22 ? longest : `Number ${index}` }),
    });
    expect(written.status).toBe(201);
  }

  const { data } = await dataOf(profile);
  const [salon] = data.filter((one) => one.aggregateRating) as {
    aggregateRating: object;
    review: { reviewBody: string }[];
  }[];
  expect(salon?.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 23, bestRating: 5 });
  expect(salon?.review.map(({ reviewBody }) => reviewBody).slice(0, 2)).toEqual([longest, 'Number 21']);
  expect(salon?.review).toHaveLength(10);
  for (const path of [service, '/browse-professionals', '/browse-services', '/'])
    expect([path, (await dataOf(path)).data.filter((one) => 'aggregateRating' in one || 'review' in one)]).toEqual([
      path,
      [],
    ]);

  const page = await (await t.visitor(phone)).newPage();
  await page.goto(profile);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByText('4.0', { exact: true }).waitFor();
  await reviews.getByText('from 23 clients').waitFor();
  const words = reviews.getByText(/^(Number \d+|<\/script>.*)$/s);
  expect(await words.count()).toBe(10);
  expect(await words.first().textContent()).toBe(longest);
  await reviews.getByText('<i>Zuri</i>').first().waitFor();
  for (const count of [20, 23]) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => words.count()).toBe(count);
  }
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });

  const own = await (await t.signedIn(amara, phone)).newPage();
  await own.goto('/my-reviews');
  expect(await own.getByText('</script>').first().textContent()).toBe(longest);
  await own.goto('/notifications');
  await own.getByText('</script><img').first().waitFor();
  for (const seen of [page, own]) expect(await seen.locator('img[src="x"]').count()).toBe(0);

  const mailed = async () => (await t.mailTo(amara.email)).find(({ text }) => text.includes('</script><img'));
  await expect.poll(mailed, { timeout: 30_000 }).toBeDefined();
  const { html = '' } = (await mailed()) ?? {};
  const tags: string[] = [];
  const walk = (node: { nodeName: string; childNodes?: unknown[] }) => {
    tags.push(node.nodeName);
    for (const child of node.childNodes ?? []) walk(child as never);
  };
  walk(parse(html) as never);
  expect(tags).not.toContain('b');
  expect(html).toContain('&lt;b&gt;Neat');
});
