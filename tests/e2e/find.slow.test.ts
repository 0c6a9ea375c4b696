import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { rangeOfWhen } from '#shared/rules/slot-range.ts';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import { melbourne, phone, requested, zone } from './booking-people.ts';
import { chunkOf, expectAccessible, expectNoSideScroll, intercept, untilListed, useHarness } from './harness.ts';

const t = useHarness();
/** Nobody else of the shared marketplace works here; it is no place of the gazetteer's. */
const location = 'Quillmere Crossing';
const people = new Map<string, string>();
/** Two days on, 9:30 AM in Melbourne. */
const start = melbourne(2, '09:30');
const day = dayKey(start, zone);

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

  test('a price and a length range, and counts beside the categories', async () => {
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
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test('an empty result says which filter leaves it empty, and offers the nearest', async () => {
    const page = await open('/browse-services?search=quillwork&location=Thallon');
    await page.getByRole('link', { name: 'Quillwork braids by Nearby' }).waitFor();
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
    for (const viewport of [phone.viewport, { width: 1280, height: 900 }]) {
      const page = await open('/browse-services', { viewport });
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
    }
  });

  test('of places, understood as they are meant; a typing error is forgiven', async () => {
    const page = await open('/browse-professionals');
    await page.getByLabel('Location').click();
    await page.keyboard.type('thalon');
    await page.getByRole('option', { name: 'Thallon QLD 4497' }).click();
    await page.getByRole('link', { name: 'Quilla Nearby', exact: true }).waitFor();
    await expect.poll(() => address(page)).toEqual({ location: 'Thallon QLD 4497' });
    await expect.poll(() => cards(page).count()).toBe(1);
  });

  test('that are slow or fail hold up nothing: Enter searches what is typed', async () => {
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
  });

  test('whose code does not load leave a field like any other', async () => {
    const page = await open('/browse-services');
    await page.route(chunkOf('features/browse/suggestions.tsx'), (route) => route.abort());
    const field = page.getByLabel('Search services');
    await field.fill('quillwork');
    await field.press('Enter');
    // Near the capital of the viewer's zone.
    await page.waitForURL(/search=quillwork&location=Melbourne/);
    expect(await field.getAttribute('role')).toBeNull();
  });
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
