import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { budget, weigh } from '../../scripts/check-budget.ts';
import { builtClient } from '../../scripts/client-build.ts';
import { intercept, receiveShell, settled, untilListed, useHarness } from './harness.ts';

const h = useHarness();
/** A location that no other test file uses, because all share one marketplace. */
const location = 'Lumi Crossing';

beforeAll(async () => {
  const day = Math.floor(Date.now() / DAY) * DAY;
  const people: [name: string, specialization: number, days: number][] = [
    ['Lumi First', 5, 3],
    ['Lumi Second', 5, 2],
    ['Lumi Third', 5, 4],
    ['Lumi Fourth', 5, 5],
    ['Lumi Wigs', 9, 40],
  ];
  for (const [display_name, specialization, days] of people) {
    const { professionalId } = await h.make.professional({
      display_name,
      location,
      specializations: [specialization],
    });
    await h.make.service(professionalId, { price: 40 });
    await h.make.window(professionalId, day + days * DAY, day + days * DAY + 2 * HOUR);
  }
  await untilListed(h, `/professionals/?location=${encodeURIComponent(location)}`, 5);
});

async function open(path: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
  const context = await h.visitor({ reducedMotion });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
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

describe('landing page', () => {
  test('the first screen searches by hair and location: what is typed leads to the list that knows it', async () => {
    const page = await open('/');
    const results: [hair: string, path: string, query: Record<string, string>][] = [
      ['loctician', '/browse-professionals', { specialization_names: 'Loctician' }],
      ['Silk press', '/browse-professionals', { specialization_names: 'Silk Press Specialist' }],
      ['protective styles', '/browse-services', { category: 'Protective Styles' }],
      ['knotless', '/browse-services', { search: 'knotless' }],
      ['', '/browse-professionals', {}],
    ];
    for (const [hair, path, query] of results) {
      const find = page.getByRole('button', { name: 'Find times' });
      await settled(page);
      const box = await find.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(700);
      await page.getByLabel('Hair or service').fill(hair);
      await page.getByLabel('Suburb or city').fill(location);
      await find.click();
      await page.waitForURL(`**${path}?**`);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ ...query, location });
      await page.goto('/');
    }
  });

  test('Back from the results finds what was typed, and a reload does, too', async () => {
    const page = await open('/');
    for (const reload of [false, true]) {
      await page.getByLabel('Hair or service').fill('knotless');
      await page.getByLabel('Suburb or city').fill(location);
      await page.getByRole('button', { name: 'Find times' }).click();
      await page.waitForURL('**/browse-services?**');
      await page.getByRole('heading', { name: 'Find a service' }).waitFor();
      await page.goBack();
      if (reload) await page.reload();
      await page.getByRole('button', { name: 'Find times' }).waitFor();
      await expect.poll(() => page.getByLabel('Hair or service').inputValue()).toBe('knotless');
      await expect.poll(() => page.getByLabel('Suburb or city').inputValue()).toBe(location);
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  test('three professionals with their next free times follow; hair and location filter them at once, in the address', async () => {
    const page = await open('/');
    const band = page.getByRole('region', { name: 'Free soon' });
    async function shows(...names: string[]) {
      await expect.poll(() => band.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(names);
    }
    await page.getByLabel('Suburb or city').fill(location);
    const locs = page.getByRole('button', { name: 'Locs', exact: true });
    await locs.click();
    await shows('Lumi Second', 'Lumi First', 'Lumi Third');
    await expect.poll(() => locs.getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe(`?specialization_names=Loctician&location=${location.replaceAll(' ', '+')}`);
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

  test('while the professionals load there are three skeletons of their size, and a failure is told there alone', async () => {
    const page = await (await h.visitor()).newPage();
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
  });

  test('has the sections for clients and stylists, what comes next, the founder, and two invitations to the waitlist', async () => {
    const page = await open('/');
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

  test('the pictures move at 15 pixels a second until they are paused, at any width', async () => {
    const page = await open('/');
    await track(page).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const moving = await speed(page, 3000);
      expect(moving).toBeGreaterThan(14);
      expect(moving).toBeLessThan(16);
    }
    await page.getByRole('button', { name: 'Pause the pictures' }).click();
    await page.getByRole('button', { name: 'Play the pictures' }).waitFor();
    expect(await speed(page, 800)).toBe(0);
    await page.getByRole('button', { name: 'Play the pictures' }).click();
    await page.getByRole('button', { name: 'Pause the pictures' }).waitFor();
    expect(await speed(page, 800)).toBeGreaterThan(10);
  });

  test('with reduced motion the pictures do not move by themselves and can be scrolled by keyboard', async () => {
    const page = await open('/', 'reduce');
    await track(page).waitFor();
    const before = await leftOf(page);
    expect(await speed(page, 800)).toBe(0);
    await track(page).locator('..').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => leftOf(page)).toBeLessThan(before);
  });

  test('without pictures, or when they cannot be loaded, there are ornaments', async () => {
    for (const answer of [
      { json: { result: { data: [] } } },
      { status: 400, json: { error: { message: 'No', code: -32000, data: {} } } },
    ]) {
      const context = await h.visitor();
      const page = await context.newPage();
      await receiveShell(page);
      await page.route('**/trpc/images.list*', (route) => route.fulfill(answer));
      await page.goto('/');
      await track(page).waitFor();
      expect(await track(page).locator('svg[data-pattern]').count()).toBeGreaterThanOrEqual(8);
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  });

  test('shows the uploaded pictures, each once for screen readers', async () => {
    const context = await h.visitor();
    const page = await context.newPage();
    const picture = { url: '/uploaded.svg', width: 800, height: 600 };
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4v3z"/></svg>';
    await page.route('**/uploaded.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
    const data = ['Twists', 'A fade'].map((alt, number) => ({ ...picture, id: String(number), alt }));
    await receiveShell(page);
    await page.route('**/trpc/images.list*', (route) => route.fulfill({ json: { result: { data } } }));
    await page.goto('/');
    await track(page).waitFor();
    expect(
      await track(page)
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('alt'))),
    ).toEqual(['Twists', 'A fade']);
    expect(await track(page).locator('svg').count()).toBe(0);
    // The row repeats the pictures until it is longer than a screen.
    expect(await track(page).evaluate((list) => list.getBoundingClientRect().width / 2)).toBeGreaterThan(1280);
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
  const page = await open(path);
  const text = await page.getByRole('main').innerText();
  for (const said of ['1 August 2025', ...texts]) expect(text).toContain(said);
  expect(text).toMatch(/\S+@\S+/);
});

test('the JavaScript of every public page is within the budget', async () => {
  expect((await weigh(builtClient)).filter(({ bytes }) => bytes > budget)).toEqual([]);
});
