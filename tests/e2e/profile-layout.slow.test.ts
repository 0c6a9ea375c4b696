import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { menus } from '#server/seed/menus.ts';
import { professionals } from '#server/seed/professionals.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { expectNoSideScroll, settled, upload, useHarness } from './harness.ts';

const t = useHarness();
/** The visible part of a small phone, with the browser's bars. */
const smallPhone = { viewport: { width: 390, height: 664 } };

const longest = (texts: readonly string[]) => [...texts].sort((one, other) => other.length - one.length)[0] ?? '';
const services = Object.values(menus).flat();
/** What the demo's longest texts are. */
const long = {
  name: longest(professionals.map(({ name }) => name)),
  location: longest(professionals.map(({ location }) => location)),
  bio: longest(professionals.map(({ bio }) => bio)),
  service: longest(services.map(({ name }) => name)),
  description: longest(services.map(({ description }) => description)),
};

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function person(given: { pictures?: number; bio?: string; profile_picture?: string } = {}) {
  const { pictures = 3, ...rest } = given;
  const made = await t.make.professional({ display_name: long.name, location: long.location, bio: long.bio, ...rest });
  const { professionalId } = made;
  await t.make.service(professionalId, {
    name: long.service,
    description: long.description,
    service_duration_minutes: 90,
    price: 61.5,
  });
  const start = Math.ceil(Date.now() / DAY) * DAY + DAY;
  for (let day = 0; day < 7; day++)
    await t.make.window(professionalId, start + day * DAY, start + day * DAY + 8 * HOUR);
  for (let index = 0; index < pictures; index++)
    await upload(t, made.token, '/professionals/me/pictures?kind=work', `Work ${index + 1}`);
  return { ...made, path: `/public-professional-page/${professionalId}` };
}

const head = (page: Page) => ({
  name: page.getByRole('heading', { level: 1 }),
  work: page.getByRole('button', { name: 'Picture 1 of 3: Work 1' }),
  price: page.getByText('from $61.50'),
  service: page.getByRole('heading', { name: long.service }),
  book: page.getByRole('link', { name: 'Book', exact: true }),
});

test('at 390 by 664 work, name, price, next time, two lines of the bio and the first service are in sight at once', async () => {
  const { path } = await person();
  const page = await (await t.visitor(smallPhone)).newPage();
  await page.goto(path);
  const bar = page.getByRole('complementary', { name: 'Booking' });
  await bar.getByText('Next free').waitFor();
  await settled(page);
  const parts = head(page);
  const top = (await boxOf(page.getByRole('banner'))).height;
  const bottom = (await boxOf(bar)).y;
  const beginning = page.locator('p', { has: page.getByRole('link', { name: /more about/ }) });
  for (const part of [...Object.values(parts), beginning]) {
    const box = await boxOf(part);
    expect(box.y).toBeGreaterThanOrEqual(top);
    expect(box.y + box.height).toBeLessThanOrEqual(bottom);
  }
  const [work, name] = [await boxOf(parts.work), await boxOf(parts.name)];
  expect(work.height / work.width).toBeCloseTo(1.25, 2);
  expect(name.x).toBeGreaterThan(work.x + work.width);
  const lines = await beginning.evaluate(
    (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
  expect(lines).toBeCloseTo(2, 1);

  const about = page.getByRole('region', { name: 'About' });
  expect((await boxOf(about)).y).toBeGreaterThan((await boxOf(parts.service)).y);
  expect(await about.locator('p').innerText()).toBe(long.bio);
  await beginning.getByRole('link').click();
  await expect.poll(async () => (await boxOf(about)).y).toBeLessThan(bottom);
  await expectNoSideScroll(page);
});

test('at 1280 the week’s free times stand in a right column that stays in view', async () => {
  const { path } = await person();
  const page = await (await t.visitor({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(path);
  const times = page.getByRole('region', { name: 'Available Times' });
  await times.getByRole('listitem').nth(6).waitFor();
  await settled(page);
  const parts = head(page);
  const [column, work] = [await boxOf(times), await boxOf(parts.work)];
  expect(column.x).toBeGreaterThan((await boxOf(parts.book)).x);
  expect(work.width).toBe(240);
  for (const part of [...Object.values(parts), page.getByRole('button', { name: 'See available times' })]) {
    const box = await boxOf(part);
    expect(box.y + box.height).toBeLessThanOrEqual(900);
  }
  await page.evaluate(() => document.querySelector('main')?.scrollIntoView(false));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const see = await boxOf(page.getByRole('button', { name: 'See available times' }));
  expect(see.y).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).height);
  expect(see.y + see.height).toBeLessThanOrEqual(900);
});

test('without an active service all windows are one press away, and one from the few again', async () => {
  const { professionalId } = await t.make.professional();
  const start = Math.ceil(Date.now() / DAY) * DAY + DAY;
  for (let day = 0; day < 9; day++) await t.make.window(professionalId, start + day * DAY, start + day * DAY + HOUR);
  const page = await (await t.visitor(smallPhone)).newPage();
  await page.goto(`/public-professional-page/${professionalId}`);
  const times = page.getByRole('region', { name: 'Available Times' });
  const windows = times.getByRole('listitem');
  await expect.poll(() => windows.count()).toBe(7);
  const all = times.getByRole('button', { name: 'All days and times' });
  expect(await all.getAttribute('aria-expanded')).toBe('false');
  await all.press('Enter');
  await expect.poll(() => windows.count()).toBe(9);
  await expectNoSideScroll(page);
  const few = times.getByRole('button', { name: 'Fewer days and times' });
  expect(await few.evaluate((button) => button === document.activeElement)).toBe(true);
  await few.press('Enter');
  await expect.poll(() => windows.count()).toBe(7);
});

test('a short bio is told once, before the services; without a portrait the initials stand on work or ornament', async () => {
  const bio = 'Braids, slowly.';
  const { path } = await person({ pictures: 0, bio });
  const page = await (await t.visitor(smallPhone)).newPage();
  await page.goto(path);
  await settled(page);
  expect(await page.getByText(bio).count()).toBe(1);
  expect((await boxOf(page.getByText(bio))).y).toBeLessThan((await boxOf(head(page).service)).y);
  const shown = page.getByRole('main').locator('[data-card-picture]').first();
  expect(await shown.locator('svg').count()).toBe(1);
  expect(await shown.locator('img').count()).toBe(0);
  const initials = long.name
    .split(' ')
    .map((word) => word[0])
    .join('');
  await page.getByText(initials, { exact: true }).waitFor();
  const plain = await person({ pictures: 1, bio });
  await page.goto(plain.path);
  await page.getByRole('button', { name: 'Picture 1 of 1: Work 1' }).waitFor();
  await page.getByText(initials, { exact: true }).waitFor();
});
