import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { formatShortDay, formatTimeWithZone } from '#shared/time.ts';
import { confirmPath, melbourne, phone, pickPath, stage } from './booking-people.ts';
import { brokenTimes, settled, smallerThan, tooNarrow, useHarness } from './harness.ts';
import { writeNotifications } from './write-notifications.ts';

const t = useHarness();

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

async function doubleText(page: Page) {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
}

test('a toast covers neither the heading nor the header, whose parts are all in sight, at any width', async () => {
  const professional = await t.make.professional();
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  await t.make.booking({ professionalId: professional.professionalId, start });
  const page = await (await t.signedIn(professional, { ...phone, reducedMotion: 'reduce' })).newPage();
  await page.goto('/professional-dashboard');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const toast = page.locator('[data-sonner-toast][data-mounted="true"]');
  await toast.getByText('Booking confirmed.').waitFor();
  // It stays for as long as it is pointed at, and the mouse stays where it is.
  await toast.hover();
  const header = page.getByRole('banner');
  const bell = header.getByRole('button', { name: /^Notifications/ });
  await bell.waitFor();
  await settled(page);
  for (const width of [390, 320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 1280) await toast.hover();
    for (const part of [header, page.getByRole('heading', { level: 1 })])
      await expect.poll(() => overlap(toast, part)).toBe(false);
    const end = async () => (await boxOf(toast)).x + (await boxOf(toast)).width;
    await expect.poll(end).toBeLessThanOrEqual(width);
    const menu = header.getByRole('button', { name: width < 768 ? 'Menu' : 'Dashboard' });
    let edge = 0;
    for (const part of [header.getByRole('link', { name: 'saluni, home' }), bell, menu]) {
      const box = await boxOf(part);
      expect(box.x).toBeGreaterThanOrEqual(edge);
      edge = box.x + box.width;
    }
    expect(edge).toBeLessThanOrEqual(width);
  }
});

test('the tabs of a client’s bookings fit a phone of 390 px; at 320 px the keyboard scrolls to the last', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client, { viewport: { width: 390, height: 844 } })).newPage();
  await page.goto('/client-profile');
  const row = page.getByRole('tablist');
  const hidden = () => row.evaluate((element) => element.scrollWidth - element.clientWidth);
  await row.waitFor();
  await settled(page);
  expect(await hidden()).toBe(0);

  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(hidden).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'All' }).focus();
  for (const name of ['Confirmed', 'Pending', 'Completed', 'Cancelled']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  const last = page.getByRole('tab', { name: 'Cancelled' });
  await expect.poll(async () => (await boxOf(last)).x + (await boxOf(last)).width).toBeLessThanOrEqual(300.5);
});

test('at 390 px the focus never ends behind the bar at the bottom', async () => {
  const s = await stage(t);
  const page = await (await t.visitor(phone)).newPage();
  await page.goto(pickPath(s));
  const bar = page.getByRole('complementary', { name: 'Booking' });
  const chips = page.getByRole('button', { name: /^\d+:\d\d [AP]M/ });
  await settled(page);
  await chips.first().focus();
  const count = await chips.count();
  expect(count).toBeGreaterThan(12);
  for (let index = 1; index < count; index++) {
    await page.keyboard.press('ArrowRight');
    const under = async () => {
      const focused = await boxOf(page.locator(':focus'));
      return focused.y + focused.height - (await boxOf(bar)).y;
    };
    await expect.poll(under).toBeLessThanOrEqual(0);
  }
});

test('links in steps and details, and the button of a toast, are at least 44 px high', async () => {
  const s = await stage(t);
  const { professionalId } = s.professional;
  const { bookingId } = await t.make.booking({
    professionalId,
    clientId: s.client.clientId,
    serviceIds: [s.cut],
    start: s.first.start + HOUR,
  });
  const viewport = { width: 390, height: 844 };
  const client = await (await t.signedIn(s.client, { viewport })).newPage();
  await client.goto(confirmPath(s));
  const steps = client.getByRole('main').getByRole('navigation').getByRole('link');
  await steps.first().waitFor();
  const professional = await (await t.signedIn(s.professional, { viewport, reducedMotion: 'reduce' })).newPage();
  await professional.goto(`/booking-details/${bookingId}`);
  const people = professional.getByRole('definition').getByRole('link');
  await people.first().waitFor();
  await expect.poll(async () => [await steps.count(), await people.count()]).toEqual([2, 3]);
  for (const page of [client, professional]) await settled(page);
  for (const link of [...(await steps.all()), ...(await people.all())])
    expect((await boxOf(link)).height).toBeGreaterThanOrEqual(44);

  await professional.goto('/professional-dashboard?tab=availability');
  await professional.getByRole('button', { name: 'Delete', exact: true }).first().click();
  const undo = professional.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await expect.poll(async () => (await boxOf(undo)).height).toBeGreaterThanOrEqual(44);
  await undo.hover();
  const toast = await boxOf(professional.locator('[data-sonner-toast][data-mounted="true"]'));
  const button = await boxOf(undo);
  expect(button.y).toBeGreaterThanOrEqual(toast.y);
  expect(button.y + button.height).toBeLessThanOrEqual(toast.y + toast.height);
});

test('at 390 px the next appointment and the way to the rest of a bio are as high and wide, however they are cut', async () => {
  const bio = 'I have been braiding for fifteen years, and I still love every head that sits down. '.repeat(8);
  const professional = await t.make.professional({ bio });
  const { professionalId } = professional;
  // In one line.
  const { clientId } = await t.make.client({ first_name: 'Jo' });
  await t.make.booking({ professionalId, clientId, status: 'confirmed', start: melbourne(2, '09:00') });
  const page = await (await t.signedIn(professional, phone)).newPage();
  for (const [path, part] of [
    ['/professional-dashboard', 'h1 button'],
    [`/public-professional-page/${professionalId}`, 'a:has-text("more about")'],
  ] as const) {
    await page.goto(path);
    await page.locator(part).waitFor();
    await settled(page);
    expect(await smallerThan(page.locator(part), 44)).toEqual([]);
  }
});

test('at 1280 px steps, heading and summary stand at the same position on every step of a booking', async () => {
  const s = await stage(t);
  const page = await (await t.signedIn(s.client, { viewport: { width: 1280, height: 800 } })).newPage();
  const positions: unknown[] = [];
  for (const path of [`/add-more-services/${s.cut}/${s.professional.professionalId}`, pickPath(s), confirmPath(s)]) {
    await page.goto(path);
    const summary = page.getByRole('complementary', { name: 'Your booking' });
    await summary.getByText('Dry curl cut').waitFor();
    await settled(page);
    const steps = await boxOf(page.getByRole('navigation', { name: 'Booking steps' }));
    const heading = await boxOf(page.getByRole('heading', { level: 1 }));
    const { x, width } = await boxOf(summary);
    positions.push({ steps, heading: [heading.x, heading.y], summary: [x, width] });
  }
  expect(positions[1]).toEqual(positions[0]);
  expect(positions[2]).toEqual(positions[0]);
});

test('on any phone a time is in sight before anything is scrolled, and the way on takes one line', async () => {
  const s = await stage(t);
  const page = await (await t.visitor(phone)).newPage();
  for (const [width, height] of [
    [320, 568],
    [320, 664],
    [390, 664],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 390 || height === 568) await page.goto(pickPath(s));
    await settled(page);
    const bar = await boxOf(page.getByRole('complementary', { name: 'Your booking' }));
    const time = await boxOf(page.getByRole('button', { name: /^9:30 AM/ }));
    expect(time.y + time.height).toBeLessThanOrEqual(bar.y);
    const go = page.getByRole('button', { name: 'Continue to Booking' });
    const lines = await go.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  }
});

test('at 1280 px the total stands once on the way to a booking', async () => {
  const s = await stage(t);
  const page = await (
    await t.signedIn(s.client, { viewport: { width: 1280, height: 900 }, timezoneId: phone.timezoneId })
  ).newPage();
  await page.goto(confirmPath(s));
  const total = page.getByText('Total price').locator('xpath=..').getByText('$95.00');
  const inSummary = page.locator('[data-repeated]', { hasText: '$95.00' });
  await total.waitFor();
  expect(await inSummary.isVisible()).toBe(false);
  // The bar of a phone is all that is in sight of it.
  await page.setViewportSize({ width: 390, height: 844 });
  await inSummary.waitFor();
});

test('the feedback button stands aside where it would cover words', async () => {
  const client = await t.make.client();
  const professional = await t.make.professional();
  for (let index = 0; index < 6; index++)
    await t.make.booking({
      professionalId: professional.professionalId,
      clientId: client.clientId,
      start: Date.now() + (index + 2) * 26 * HOUR,
    });
  const page = await (await t.signedIn(client, { viewport: { width: 320, height: 664 } })).newPage();
  await page.goto('/client-profile');
  await page.getByRole('region', { name: 'Coming up' }).waitFor();
  await settled(page);
  for (let scrolled = 0; scrolled < 6; scrolled++) {
    await page.mouse.wheel(0, 90);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const button = document.querySelector('[aria-label="Give feedback"]')?.getBoundingClientRect();
          if (!button) return ['no button'];
          const range = document.createRange();
          const words = document.createTreeWalker(
            document.querySelector('main') ?? document.body,
            NodeFilter.SHOW_TEXT,
          );
          const covered: string[] = [];
          for (let node = words.nextNode(); node; node = words.nextNode()) {
            if (!node.textContent?.trim() || node.parentElement?.closest('.visually-hidden')) continue;
            range.selectNodeContents(node);
            for (const box of range.getClientRects())
              if (
                box.right > button.left + 1 &&
                box.left < button.right &&
                box.bottom > button.top &&
                box.top < button.bottom
              )
                covered.push(node.textContent);
          }
          return covered;
        }),
      )
      .toEqual([]);
  }
});

test('at 390 px day and time of a booking share a line, whatever its link says', async () => {
  const client = await t.make.client();
  const { professionalId } = await t.make.professional();
  // The widest: `Wed 30 Sept, 12:30 PM AEST`.
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;
  const made = { professionalId, clientId: client.clientId };
  await t.make.booking({ ...made, start: start - DAY, status: 'confirmed' });
  await t.make.booking({ ...made, start });
  await t.make.booking({ ...made, start: start + DAY, status: 'confirmed' });
  const page = await (
    await t.signedIn(client, { viewport: { width: 390, height: 844 }, timezoneId: 'Australia/Melbourne' })
  ).newPage();
  await page.goto('/client-profile');
  const coming = page.getByRole('region', { name: 'Coming up' });
  await coming.getByText('Review Booking').waitFor();
  await settled(page);
  for (const at of [start, start + DAY]) {
    const day = await boxOf(coming.getByText(formatShortDay(at, 'Australia/Melbourne', Date.now()), { exact: true }));
    const time = await boxOf(
      coming.getByText(formatTimeWithZone(at, 'Australia/Melbourne'), { exact: true }).nth(at === start ? 0 : 1),
    );
    expect(time.y).toBeLessThan(day.y + day.height);
    expect(time.x).toBeGreaterThan(day.x + day.width);
  }
});

test('with text of twice its size times fit their chips, and those of the bar stand clear of its price, at any width', async () => {
  const s = await stage(t);
  const page = await (await t.signedIn(s.client, phone)).newPage();
  const bar = page.getByRole('complementary', { name: 'Your booking' });
  const times = page.getByRole('button', { name: /^\d+:\d\d [AP]M/ });
  for (const path of [pickPath(s), confirmPath(s, 120)]) {
    await page.goto(path);
    await doubleText(page);
    await settled(page);
    if (path === pickPath(s)) await times.filter({ hasText: '11:30 AM' }).click();
    await bar.getByText('11:30 AM to 12:30 PM').waitFor();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      expect(await tooNarrow(times)).toEqual([]);
      await expect.poll(() => brokenTimes(bar)).toEqual([]);
      const price = bar.getByText('$95.00');
      // The last step at 1280 px says it elsewhere.
      if (width < 1280 || path === pickPath(s)) await price.waitFor();
      if (await price.isVisible()) expect(await overlap(bar.getByText('11:30 AM to 12:30 PM'), price)).toBe(false);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test('filters fit their buttons and the bell shows beside its badge, also with text of twice its size', async () => {
  const client = await t.make.client();
  await writeNotifications(t, client, 12);
  const page = await (await t.signedIn(client, phone)).newPage();
  const bell = page.getByRole('button', { name: 'Notifications, 12 unread' });
  for (const path of ['/browse-services', '/browse-professionals']) {
    await page.goto(`${path}?specialization_names=Loctician`);
    await bell.waitFor();
    await page.getByRole('button', { name: /^Filters/ }).click();
    const filters = page.getByRole('dialog').getByRole('button', { name: /^(Specialities|Near me|Show)/ });
    await filters.first().waitFor();
    for (const grow of [() => settled(page), () => doubleText(page)]) {
      await grow();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await settled(page);
        expect(await filters.count()).toBe(3);
        expect(await tooNarrow(filters)).toEqual([]);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
    await page.keyboard.press('Escape');
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [icon, badge] = [await boxOf(bell.locator('svg')), await boxOf(bell.getByText('12'))];
    const across = icon.x + icon.width - badge.x;
    const down = badge.y + badge.height - icon.y;
    expect((across * down) / (icon.width * icon.height)).toBeLessThan(0.4);
  }
});

test('the heading of a client’s profile stands clear of the next one, on any phone', async () => {
  const client = await t.make.client();
  const { professionalId } = await t.make.professional();
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  await t.make.booking({ professionalId, clientId: client.clientId, start, status: 'confirmed' });
  const page = await (await t.signedIn(client, phone)).newPage();
  await page.goto('/client-profile');
  const next = page.getByRole('heading', { level: 2 }).first();
  await next.waitFor();
  await settled(page);
  for (const width of [390, 340, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    expect((await boxOf(next)).y).toBeGreaterThanOrEqual(title.y + title.height);
  }
});
