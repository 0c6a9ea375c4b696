import { beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { formatDayHeading, formatSlotTime } from '#shared/time.ts';
import { untilListed, useHarness } from './harness.ts';

const h = useHarness();
const zone = 'Australia/Melbourne';
const day = Math.floor(Date.now() / DAY) * DAY + 4 * DAY;
let professionalId: string;
let service: string;

beforeAll(async () => {
  ({ professionalId } = await h.make.professional({
    display_name: 'Petra Plain',
    location: 'Plainville',
    specializations: [5],
    time_zone: zone,
  }));
  service = await h.make.service(professionalId, { name: 'Plain retwist', category: 'Loc Services' });
  for (const days of [0, 3, 20]) await h.make.window(professionalId, day + days * DAY, day + days * DAY + 4 * HOUR);
  for (let count = 0; count < 21; count++)
    await h.make.professional({ display_name: `Plain ${String.fromCharCode(65 + count)}`, location: 'Plainville' });
  await untilListed(h, '/professionals/?location=Plainville', 22);
  await untilListed(h, '/services/?location=Plainville', 1);
});

const without = () => h.visitor({ javaScriptEnabled: false });

test('without JavaScript the landing page and the lists are walked by links and forms', async () => {
  const page = await (await without()).newPage();
  await page.goto('/');
  expect(await page.getByRole('button', { name: 'Pause the pictures' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Locs', exact: true }).click();
  await page.waitForURL('**?specialization_names=Loctician');

  await page.goto('/browse-professionals?location=Plainville');
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('skip') === '20');
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(2);
  await page.getByRole('link', { name: 'Previous page' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('skip') !== '20');
  await page.getByLabel('Loctician').check();
  await page.getByRole('button', { name: 'Filter' }).last().click();
  await page.waitForURL(({ searchParams }) => searchParams.has('specialization_names'));
  expect(new URL(page.url()).searchParams.get('location')).toBe('Plainville');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Petra Plain']);

  await page.goto('/browse-services?location=Plainville');
  await page.locator('noscript select[name=category], select[name=category]').selectOption('Loc Services');
  await page.getByRole('button', { name: 'Filter' }).last().click();
  await page.waitForURL(({ searchParams }) => searchParams.get('category') === 'Loc Services');
  await page.getByRole('link', { name: 'Plain retwist' }).click();
  await page.waitForURL(`**/service-details/${service}/plain-retwist`);
});

test.each([390, 1280])('without JavaScript the header leads to each list once, %i pixels wide', async (width) => {
  const page = await (await h.visitor({ javaScriptEnabled: false, viewport: { width, height: 800 } })).newPage();
  await page.goto(`/public-professional-page/${professionalId}`);
  for (const name of ['Professionals', 'Services'])
    expect(await page.getByRole('banner').getByRole('link', { name, exact: true }).count()).toBe(1);
  expect(await page.locator('body').innerText()).not.toMatch(/[AP]M\d+ free times/);
});

test('without JavaScript a professional’s services lead to the picker, which shows its first week', async () => {
  const page = await (await without()).newPage();
  await page.goto(`/service-details/${service}`);
  await page.getByText('Image 3 (coming soon)').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Petra Plain' }).click();
  await page.waitForURL('**/public-professional-page/**');
  expect(await page.getByRole('button', { name: 'See available times' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  await page.waitForURL('**/pick-booking-time/**');
  const text = await page.locator('main').innerText();
  for (const days of [0, 3]) expect(text).toContain(formatDayHeading(day + days * DAY, zone));
  expect(text).toContain(formatSlotTime(day, zone));
  expect(text).not.toContain(formatDayHeading(day + 20 * DAY, zone));
  const html = await (await fetch(page.url())).text();
  expect(html).toContain(new Date(day + 3 * DAY).toISOString());
  expect(html).not.toContain(new Date(day + 20 * DAY).toISOString());

  await page.goto('/waitlist-signup');
  expect(await page.locator('body').innerText()).toContain('This form needs JavaScript.');
  await page.goto('/login');
  expect(await page.locator('body').innerText()).toContain('This page needs JavaScript.');
});

test('with JavaScript the picker goes on from the week that came with the page', async () => {
  const page = await (await h.visitor({ timezoneId: zone })).newPage();
  await page.goto(`/pick-booking-time/${service}/${professionalId}`);
  const heading = page.getByRole('heading', { level: 2, name: formatDayHeading(day, zone) });
  await heading.waitFor();
  const week = page.getByRole('region', { name: 'Day', exact: true });
  for (let weeks = 0; weeks < 4; weeks++) {
    if (await page.getByRole('button', { name: `${formatDayHeading(day + 20 * DAY, zone)}, ` }).count()) break;
    const shown = await week.innerText();
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect.poll(() => week.innerText()).not.toBe(shown);
  }
  await page.getByRole('heading', { level: 2, name: formatDayHeading(day + 20 * DAY, zone) }).waitFor();
});
