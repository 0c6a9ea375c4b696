import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { confirm, confirming, confirmPath, expectOnly, phone, pickPath, requested, stage } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();
const creating = (url: URL) => url.pathname === '/trpc/bookings.create';

/** Delays booking requests on their way to the server, milliseconds. */
async function slow(page: Page, milliseconds: number) {
  await page.route(creating, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    // The page may be closed by then.
    await route.continue().catch(() => undefined);
  });
}

describe('F3: one booking, however often it is asked for', () => {
  test('ten clicks in 200 ms on a slow line', async () => {
    const { s, page } = await confirming(t);
    await confirm(page).waitFor();
    await slow(page, 3_000);
    await confirm(page).evaluate(async (button) => {
      for (let click = 0; click < 10; click++) {
        (button as HTMLButtonElement).click();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await page.getByRole('button', { name: 'Booking...' }).waitFor();
    await requested(page);
    expect(await s.bookings()).toHaveLength(1);
  });

  test('ten submits at the same moment, before the button is disabled', async () => {
    const { s, page } = await confirming(t);
    await confirm(page).waitFor();
    let sent = 0;
    await page.route(creating, (route) => {
      sent++;
      return route.continue();
    });
    await confirm(page).evaluate((button) => {
      const form = (button as HTMLButtonElement).form;
      for (let submit = 0; submit < 10; submit++) form?.requestSubmit();
    });
    await requested(page);
    expect(sent).toBe(1);
    expect(await s.bookings()).toHaveLength(1);
  });

  test('Enter and a click together', async () => {
    const { s, page } = await confirming(t);
    await confirm(page).focus();
    await slow(page, 500);
    // The button may be named `Booking...` by then.
    const button = await confirm(page).elementHandle();
    await Promise.all([
      page.keyboard.press('Enter'),
      button?.evaluate((element) => (element as HTMLButtonElement).click()),
    ]);
    await requested(page);
    expect(await s.bookings()).toHaveLength(1);
  });

  test('two tabs at once: the second is told whose booking it is, without reproach', async () => {
    const s = await stage(t);
    const context = await t.signedIn(s.client, phone);
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto(confirmPath(s));
      await confirm(page).waitFor();
    }
    await Promise.all([confirm(one).click(), confirm(other).click()]);
    const ends = [one, other].map((page) =>
      Promise.any([
        requested(page).then(() => 'secured'),
        page
          .getByText('You booked this time.')
          .waitFor()
          .then(() => 'told'),
      ]),
    );
    expect((await Promise.all(ends)).sort()).toEqual(['secured', 'told']);
    for (const page of [one, other]) expect(await page.getByText('That time is no longer available.').count()).toBe(0);
    expect(await s.bookings()).toHaveLength(1);
  });

  test('a reload while the answer is on its way, then pressing again', async () => {
    const { s, page } = await confirming(t);
    await page.getByLabel('Add any special notes (optional):').fill('Once is enough');
    let first: string | undefined;
    let abandon: () => void = () => undefined;
    const abandoned = new Promise<void>((resolve) => {
      abandon = resolve;
    });
    // The route is not removed: requests of the reloaded page can hang if it is removed at that moment.
    await page.route(creating, async (route) => {
      if (first !== undefined) return route.continue();
      first = route.request().headers()['idempotency-key'];
      await route.fetch();
      // The server has booked, but the answer does not arrive before the reload.
      await abandoned;
      await route.abort().catch(() => undefined);
    });
    await confirm(page).click();
    await expect.poll(async () => (await s.bookings()).length).toBe(1);
    await page.reload();
    abandon();
    expect(await page.getByLabel('Add any special notes (optional):').inputValue()).toBe('Once is enough');
    const [again] = await Promise.all([
      page.waitForRequest((request) => creating(new URL(request.url()))),
      confirm(page).click(),
    ]);
    expect(again.headers()['idempotency-key']).toBe(first);
    await requested(page);
    await expectOnly(s, page);
  });

  test('an answer that got lost on the line, then pressing again', async () => {
    const { s, page } = await confirming(t);
    await page.route(creating, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await confirm(page).click();
    await page.getByRole('alert').getByText('An unexpected error occurred.').waitFor();
    await page.unroute(creating);
    await confirm(page).click();
    await requested(page);
    expect(await s.bookings()).toHaveLength(1);
  });
});

describe('F4: Back after booking', () => {
  test('leads to the picker, which says that the client booked this time and links to the booking', async () => {
    const s = await stage(t);
    const page = await (await t.signedIn(s.client, phone)).newPage();
    await page.goto(pickPath(s));
    await page.getByRole('button', { name: /^9:30 AM/ }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    await confirm(page).click();
    await requested(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await page.getByText('You booked this time.').waitFor();
    expect(await page.getByText('That time is no longer available.').count()).toBe(0);
    const [booking] = await s.bookings();
    expect(await page.getByRole('link', { name: 'See your booking' }).getAttribute('href')).toBe(
      `/booking-details/${booking?.id}`,
    );
    await expect.poll(() => page.getByRole('button', { name: 'Continue to Booking' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: /^9:30 AM/ }).count()).toBe(0);
    await page.goForward();
    await requested(page);
    expect(await s.bookings()).toHaveLength(1);
  });

  test('leaving while it is sent, coming back and pressing again asks for the same booking', async () => {
    const { s, page } = await confirming(t);
    await slow(page, 1_500);
    await confirm(page).click();
    await page.getByRole('link', { name: 'Time', exact: true }).click();
    await page.getByRole('heading', { name: 'Select a Time' }).waitFor();
    await expect.poll(async () => (await s.bookings()).length, { timeout: 10_000 }).toBe(1);
    // The answer does not navigate, because the screen was left.
    expect(new URL(page.url()).pathname).toContain('/pick-booking-time/');
    await page.goBack();
    await confirm(page).click();
    await requested(page);
    await expectOnly(s, page);
  });
});
