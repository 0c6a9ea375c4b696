import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { confirm, confirming, confirmPath, stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, receiveShell, untilListed, useHarness } from './harness.ts';

const h = useHarness();

/** What has the focus, by its role and text: 'H2 Coming up', 'A Mina' or 'BODY'. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement ?? document.body;
    return tagName === 'BODY' ? tagName : `${tagName} ${ariaLabel ?? textContent?.slice(0, 60)}`;
  });
const announced = (page: Page) => page.locator('#said');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/**
 * Answers a call with 503 until it is mended; counts the calls, and holds them between `hold` and what that returns.
 */
async function breakCall(page: Page, procedure: string) {
  const state = { isBroken: true, calls: 0 };
  let held: Promise<void> | undefined;
  await receiveShell(page);
  await page.route(
    ({ pathname }) => pathname === `/trpc/${procedure}`,
    async (route) => {
      state.calls += 1;
      await held;
      if (!state.isBroken) return route.fallback();
      const error = { message: 'failed', code: -32000, data: { httpStatus: 400, detail: 'Closed for today.' } };
      return route.fulfill({ status: 400, json: { error } });
    },
  );
  return Object.assign(state, {
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = undefined;
        resolve();
      };
    },
  });
}

describe('Try again', () => {
  test('of a list is busy while it tries, asks once, and hands the focus on to the list that came', async () => {
    const s = await stage(h);
    const page = await (await h.visitor()).newPage();
    const call = await breakCall(page, 'services.ofProfessional');
    await page.goto(`/public-professional-page/${s.professional.professionalId}`);
    const again = page.getByRole('alert').filter({ hasText: 'Failed to load services.' }).getByRole('button');
    await again.waitFor();

    // Once more in vain: the button stays with the focus, and a screen reader hears that it failed.
    const before = call.calls;
    let release = call.hold();
    await again.press('Enter');
    await page.getByRole('button', { name: 'Trying again...' }).waitFor();
    expect(await again.getAttribute('aria-busy')).toBe('true');
    expect(await focused(page)).toBe('BUTTON Trying again...');
    await again.press('Enter');
    await again.click({ force: true });
    release();
    await tryAgain(page).waitFor();
    expect(call.calls).toBe(before + 1);
    await expect.poll(() => focused(page)).toBe('BUTTON Try again');
    await expect.poll(() => announced(page).innerText()).toBe('Failed to load services.');

    call.isBroken = false;
    release = call.hold();
    await again.press('Enter');
    await page.getByRole('button', { name: 'Trying again...' }).waitFor();
    release();
    await tryAgain(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^A .*Dry curl cut/);
    await expect.poll(() => announced(page).innerText()).toBe('Loaded.');
  });

  test('of a whole screen hands the focus on to what the screen begins with', async () => {
    const s = await stage(h);
    const page = await (await h.visitor()).newPage();
    const call = await breakCall(page, 'services.byId');
    await page.goto(`/service-details/${s.cut}`);
    await tryAgain(page).waitFor();
    call.isBroken = false;
    await tryAgain(page).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dry curl cut' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
      .toBe(true);
  });

  test('of free times: until then neither the bar nor the choice of services says that it looks for some', async () => {
    const s = await stage(h);
    const page = await (await h.visitor()).newPage();
    const call = await breakCall(page, 'availability.ofProfessional');
    await page.goto(`/public-professional-page/${s.professional.professionalId}`);
    const bar = page.getByRole('complementary', { name: 'Booking' });
    await bar.getByText("Free times didn't load").waitFor();
    await bar.getByRole('button', { name: 'See available times' }).click();
    const choice = page.getByRole('dialog', { name: 'Choose a service' });
    await choice.getByRole('button', { name: /^Dry curl cut/ }).click();
    await choice.getByText("Free times didn't load").waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    call.isBroken = false;
    await tryAgain(page).press('Enter');
    await bar.getByText('Next free').waitFor();
  });

  test('of the times nearest to one that was lost: they are waited for, and what failed is said', async () => {
    const { page } = await confirming(h);
    await intercept(page, 'bookings.create', {
      status: 409,
      detail: 'That time is no longer available.',
      reason: 'slot_taken',
    });
    const call = await breakCall(page, 'availability.ofProfessional');
    const release = call.hold();
    await confirm(page).click();
    const refused = page.getByRole('alert').filter({ hasText: 'That time is no longer available.' });
    await refused.getByTestId('skeleton').waitFor();
    release();
    await refused.getByText('Failed to load the nearest free times.').waitFor();
    await expectNoSideScroll(page);
    call.isBroken = false;
    await tryAgain(page).press('Enter');
    await refused.getByRole('list', { name: 'Nearest free times' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^BUTTON .*AM/);
  });

  test('of a section of the settings hands the focus on to its first control', async () => {
    const page = await (await h.signedIn(await h.make.client())).newPage();
    const call = await breakCall(page, 'auth.sessions');
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'Where you are logged in' });
    await section.getByRole('button', { name: 'Try again' }).waitFor();
    call.isBroken = false;
    await section.getByRole('button', { name: 'Try again' }).press('Enter');
    await section.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await expect.poll(() => section.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  });

  test('of what somebody is about to book stands on the login, too; a removed service leads on instead', async () => {
    const s = await stage(h);
    const page = await (await h.visitor()).newPage();
    const login = `/login?next=${encodeURIComponent(confirmPath(s))}`;
    const booking = page.getByRole('region', { name: 'Your booking' });
    for (const procedure of ['services.byId', 'professionals.byId']) {
      const call = await breakCall(page, procedure);
      await page.goto(login);
      await booking.getByText("We couldn't load your booking.").waitFor();
      call.isBroken = false;
      await tryAgain(page).press('Enter');
      await booking.getByText('Dry curl cut').waitFor();
    }
    await intercept(page, 'services.byId', { status: 404, detail: 'Service not found' });
    await page.goto(login);
    await booking.getByText('Service not found.').waitFor();
    expect(await tryAgain(page).count()).toBe(0);
    expect(await booking.getByRole('link', { name: 'Browse services' }).getAttribute('href')).toBe('/browse-services');
    await page.getByLabel('Email').waitFor();
  });

  test('of the landing page is busy, too', async () => {
    const page = await (await h.visitor()).newPage();
    const call = await breakCall(page, 'professionals.list');
    await page.goto('/');
    await page.getByText('Failed to load who is free soon.').waitFor();
    const release = call.hold();
    call.isBroken = false;
    await tryAgain(page).press('Enter');
    await page.getByRole('button', { name: 'Trying again...' }).waitFor();
    release();
    await page.getByText('Failed to load who is free soon.').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('BODY');
  });
});

describe('the last Show more', () => {
  async function longList(page: Page, location: string) {
    for (let index = 0; index < 21; index++) {
      await h.make.professional({ display_name: `Cleo ${String.fromCharCode(65 + index)}`, location });
    }
    const query = `location=${encodeURIComponent(location)}`;
    await untilListed(h, `/professionals/?${query}`, 21);
    await page.goto(`/browse-professionals?${query}`);
    await page.getByRole('button', { name: 'Show more' }).waitFor();
  }

  test('hands the focus on to the first of the new items', async () => {
    const page = await (await h.visitor()).newPage();
    await longList(page, 'Cape Onwards');
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^A .*Cleo U/);
    await expect.poll(() => announced(page).innerText()).toBe('Loaded.');
  });

  test('that fails hands it on to Try again, and that to the new items', async () => {
    const page = await (await h.visitor()).newPage();
    await longList(page, 'Cape Backwards');
    const mend = await intercept(page, 'professionals.byLocation', { status: 400, detail: 'Closed for today.' });
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await tryAgain(page).waitFor();
    await expect.poll(() => focused(page)).toBe('BUTTON Try again');
    mend();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^A .*Cleo U/);
  });
});
