import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  intercept,
  receiveShell,
  settled,
  untilListed,
  useHarness,
} from './harness.ts';

const h = useHarness();
/** A location that no other test file uses, because all share one marketplace. */
const location = 'Mount Ridley Junction';
const path = '/browse-professionals';
/** Three days from now, at 9:00 in Melbourne or an hour beside it. */
const zone = 'Australia/Melbourne';
const soon = Math.floor(Date.now() / DAY) * DAY + 3 * DAY + 22 * HOUR;

beforeAll(async () => {
  const given = { location, professional_type: 'hairdresser' as const };
  const { professionalId } = await h.make.professional({
    ...given,
    display_name: 'Aba Tane',
    specializations: [2, 5],
    experience_years: 1,
    bio: 'Braids on a quiet street.',
  });
  await h.make.service(professionalId, {
    name: 'Ridley cornrows',
    category: 'Braids',
    service_duration_minutes: 60,
    price: 80.5,
  });
  await h.make.service(professionalId, {
    name: 'Ridley treatment',
    category: 'Treatment',
    service_duration_minutes: 30,
    price: 95,
  });
  await h.make.window(professionalId, soon, soon + HOUR);
  await h.make.professional({
    ...given,
    display_name: 'Abe Haddad',
    professional_type: 'barber',
    specializations: [1],
    experience_years: 14,
  });
  for (let number = 0; number < 21; number++) {
    const letter = String.fromCharCode(65 + number);
    await h.make.professional({ display_name: `Cleo ${letter}`, location: 'Lake Perpetual', specializations: [7] });
  }
  await untilListed(h, `/professionals/?location=${encodeURIComponent(location)}`, 2);
  await untilListed(h, `/services/?location=${encodeURIComponent(location)}`, 2);
  await untilListed(h, '/professionals/?location=Lake%20Perpetual', 21);
});

async function open(query = '', reducedMotion: 'reduce' | 'no-preference' = 'reduce') {
  const context = await h.visitor({ reducedMotion });
  const page = await context.newPage();
  await page.goto(path + query);
  return page;
}
const cardOf = (page: Page, name: string) =>
  page.locator('li').filter({ has: page.getByRole('link', { name, exact: true }) });
const menuButton = (page: Page) => page.getByRole('button', { name: /^Specialities/ });
const locationBox = (page: Page) => page.getByLabel('Location');
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

describe('cards', () => {
  test('show name, location, bio, years and type, and link to the public page', async () => {
    const page = await open(`?location=${encodeURIComponent(location)}`);
    const first = cardOf(page, 'Aba Tane');
    await first.getByText('Braids on a quiet street.').waitFor();
    expect(await first.innerText()).toMatch(/\b1 year\b/);
    expect(await first.innerText()).toMatch(/Hairdresser\s·\s1 year/);
    expect(await first.innerText()).toContain(location);
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
  });

  test('say that the location is unknown', async () => {
    const context = await h.visitor();
    const page = await context.newPage();
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
});

describe('filters', () => {
  test('location, category and specialization combine, at once and as chips in the address; a chip takes its own away', async () => {
    const page = await open();
    const asked = calls(page);
    await filterBy(page, location);
    // Beside few results others are asked for, too.
    const filtered = () => asked.filter((call) => call !== 'professionals.list');
    const status = (text: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) });
    await status('2 professionals').waitFor();
    expect(filtered()).toEqual(['professionals.byLocation']);
    await choose(page, 'Loctician');
    await status('1 professional').waitFor();
    await page.getByLabel('Category').selectOption('Protective Styles');
    await cardOf(page, 'Aba Tane').waitFor();
    expect(filtered().at(-1)).toBe('professionals.bySpecializations');
    expect(new URL(page.url()).searchParams.toString()).toBe(
      new URLSearchParams({
        category: 'Protective Styles',
        specialization_names: 'Loctician',
        location,
      }).toString(),
    );
    await expect.poll(() => locationBox(page).inputValue()).toBe(location);
    await expect.poll(() => menuButton(page).innerText()).toBe('Specialities (1)');
    await page.getByLabel('Category').selectOption('Loc Services');
    await page.getByText('No professionals found.').waitFor();

    const chips = page.getByRole('group', { name: 'Chosen' }).getByRole('button');
    // What bar and menus say is not said again.
    expect(await chips.filter({ visible: true }).allInnerTexts()).toEqual([expect.stringContaining('Loctician')]);
    await page.getByLabel('Category').selectOption('All categories');
    await page.getByRole('button', { name: 'Remove Loctician' }).click();
    await status('2 professionals').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe(`?location=${location.replaceAll(' ', '+')}`);
    await chips.first().waitFor({ state: 'detached' });
    await filterBy(page, '');
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('services are found by words, location, category and specialization together', async () => {
    const page = await open();
    await page.goto('/browse-services');
    await page.getByLabel('Search services').fill('ridley');
    await locationBox(page).fill(location);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^2 services$/ })
      .waitFor();
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

  test('removing the last filter loads the full list; Reset does, too', async () => {
    const page = await open('?specialization_names=Barber');
    await cardOf(page, 'Abe Haddad').waitFor();
    const asked = calls(page);
    await choose(page, 'Barber');
    await cardOf(page, 'Aba Tane').waitFor();
    expect(asked).toEqual(['professionals.list']);
    await expect.poll(() => menuButton(page).innerText()).toBe('Specialities');

    await filterBy(page, 'Lake Perpetual');
    await cardOf(page, 'Cleo A').waitFor();
    await locationBox(page).fill('something else');
    await page.getByRole('button', { name: 'Reset' }).click();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => locationBox(page).inputValue()).toBe('');
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('filters survive a reload and Back', async () => {
    const page = await open();
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
  });

  test('the menu works by keyboard and returns the focus', async () => {
    const page = await open();
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
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => menuButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

test('Show more keeps the focus while it loads', async () => {
  const page = await open('?location=Lake+Perpetual');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  const release = await intercept(page, 'professionals.byLocation', 'hold');
  await more.press('Enter');
  await page.getByTestId('skeleton').first().waitFor({ state: 'attached' });
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  await more.press('Enter');
  release();
  await cardOf(page, 'Cleo U').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('pages')).toBe('2');
});

test('the same filter again adds nothing to the history', async () => {
  const page = await open();
  await filterBy(page, 'Lake Perpetual');
  await cardOf(page, 'Cleo A').waitFor();
  const before = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await cardOf(page, 'Cleo A').waitFor();
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('Show more loads the rest, and a reload shows as many', async () => {
  const page = await open('?location=Lake+Perpetual');
  await cardOf(page, 'Cleo A').waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await cardOf(page, 'Cleo U').waitFor();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).searchParams.get('pages')).toBe('2');
  await page.reload();
  await cardOf(page, 'Cleo U').waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(21);
});

test.each([
  { skip: 20, shows: 1, text: undefined },
  { skip: 200, shows: 0, text: 'Nothing on this page.' },
])('an address that begins after $skip of 21 leads to the first page', async ({ skip, shows, text }) => {
  const page = await open(`?location=Lake+Perpetual&skip=${skip}`);
  const first = page.getByRole('link', { name: 'To the first page' });
  await first.waitFor();
  await page.getByText('21 professionals').waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(shows);
  if (text) await page.getByText(text).waitFor();
  await first.click();
  await cardOf(page, 'Cleo A').waitFor();
  expect(new URL(page.url()).search).toBe('?location=Lake+Perpetual');
  expect(await first.count()).toBe(0);
});

test('a removed chip hands the focus on to the next one, the last one to the heading', async () => {
  const page = await open('?specialization_names=Barber,Braider,Loctician');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const chips = page.getByRole('group', { name: 'Chosen' }).getByRole('button');
  await expect.poll(() => chips.count()).toBe(3);
  await chips.nth(1).press('Enter');
  await expect.poll(() => chips.count()).toBe(2);
  expect(await focused()).toContain('Loctician');
  await page.keyboard.press('Enter');
  await expect.poll(() => chips.count()).toBe(1);
  expect(await focused()).toContain('Remove');
  await page.keyboard.press('Enter');
  await expect.poll(() => chips.count()).toBe(0);
  expect(await focused()).toBe(await page.getByRole('heading', { level: 1 }).textContent());
});

describe('states', () => {
  test('loading shows six skeletons, then the cards', async () => {
    const context = await h.visitor();
    const page = await context.newPage();
    const release = await intercept(page, 'professionals.list', 'hold');
    await page.goto(path);
    await page.getByTestId('skeleton').first().waitFor({ state: 'attached' });
    expect(await page.getByTestId('skeleton').count()).toBe(6);
    release();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => page.getByTestId('skeleton').count()).toBe(0);
  });

  test('an empty result says so and offers to reset the filters', async () => {
    const page = await open('?location=Atlantis');
    await page.getByText('No professionals found.', { exact: true }).waitFor();
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Show all professionals' }).click();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test.each([
    [{ status: 400, detail: 'The shop is closed.' }, 'The shop is closed.'],
    [{ status: 503, detail: 'Service temporarily unavailable' }, 'Service temporarily unavailable'],
  ])('the failure %o is shown, and Try again loads', async (answer, text) => {
    const context = await h.visitor();
    const page = await context.newPage();
    const release = await intercept(page, 'professionals.list', answer);
    await page.goto(path);
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    release();
    await page.getByRole('button', { name: 'Try again' }).click();
    await cardOf(page, 'Aba Tane').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('a failure without a message has a text of the screen', async () => {
    const context = await h.visitor();
    const page = await context.newPage();
    await receiveShell(page);
    await page.route('**/trpc/professionals.list*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.goto(path);
    await page.getByRole('alert').getByText('Failed to load professionals.', { exact: true }).waitFor();
  });

  test('cards and the open menu are accessible, and nothing scrolls sideways', async () => {
    const page = await open(`?location=${encodeURIComponent(location)}`);
    await cardOf(page, 'Aba Tane').waitFor();
    await expectNoSideScroll(page);
    await menuButton(page).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });
});
