import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { confirmPath, logIn, stage } from './booking-people.ts';
import { intercept, useHarness } from './harness.ts';
import { expired, storedInBrowser } from './sessions.ts';

const t = useHarness();

describe('notes that were not sent', () => {
  const notes = (page: Page) => page.getByLabel('Add any special notes (optional):');

  test('survive a session that expired while they were typed', async () => {
    const s = await stage(t);
    await t.make.password(s.client);
    // Typed first: a slow page may ask for something, and hear of the end, before it is.
    const { page } = await expired(t, s.client, confirmPath(s), (page) => notes(page).fill('Typed before'));
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await storedInBrowser(page)).toEqual([]);
    await logIn(page, s.client.email);
    await expect.poll(() => notes(page).inputValue()).toBe('Typed before');
  });

  test('are not shown to another client on the same device', async () => {
    const s = await stage(t);
    const other = await t.make.client();
    await t.make.password(other);
    const of = { professionalId: s.professional.professionalId, clientId: other.clientId, serviceIds: [s.cut] };
    await t.make.booking({ ...of, start: s.first.start });
    const page = await t.open(confirmPath(s), s.client, { viewport: { width: 1280, height: 900 } });
    await notes(page).fill('Private words');
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('alert').getByText('That time is no longer available.').waitFor();
    await page.getByRole('button', { name: 'Profile', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await logIn(page, other.email);
    // Whoever has booked comes back to their bookings.
    await page.waitForURL('**/client-profile');
    await page.goto(confirmPath(s));
    expect(await notes(page).inputValue()).toBe('');
    for (let steps = 0; steps < 3; steps++) {
      await page.goBack().catch(() => undefined);
      const fields = await page.evaluate(() =>
        [...document.querySelectorAll('textarea')].map(({ value }) => value).join(),
      );
      expect(fields).not.toContain('Private words');
    }
  });

  test('stay erased', async () => {
    const s = await stage(t);
    const page = await t.open(confirmPath(s), s.client);
    await notes(page).fill('Not this');
    await intercept(page, 'bookings.create', { status: 503, detail: 'Service temporarily unavailable' });
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('alert').waitFor();
    await notes(page).fill('');
    await page.reload();
    await notes(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await notes(page).inputValue()).toBe('');
  });
});

test('what is typed into a form survives a reload, and is stored only meanwhile', async () => {
  const client = await t.make.client();
  const page = await t.open('/edit-client-profile', client, { viewport: { width: 390, height: 844 } });
  const notes = page.getByLabel('Notes');
  await notes.fill('Tender at the temples');
  await page.reload();
  await expect.poll(() => notes.inputValue()).toBe('Tender at the temples');
  expect(await page.evaluate(() => sessionStorage.getItem('saluni.unsaved'))).toBe(null);
  await page.goto('/settings');
  await page.goto('/edit-client-profile');
  await expect.poll(() => notes.inputValue()).toBe('Tender at the temples');
});
