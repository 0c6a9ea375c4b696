import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import { formatWindow, toLocalInput } from '#shared/time.ts';
import { useHarness } from './harness.ts';

const h = useHarness();
const dashboard = /\/professional-dashboard$/;

/** A whole hour, `days` from now, epoch milliseconds. */
function ahead(days: number) {
  return Math.ceil(Date.now() / HOUR) * HOUR + days * DAY;
}

async function windowsOf(professional: ProfessionalPerson) {
  const answer = await fetch(`${h.url}/availability/?include_past=true`, {
    headers: { authorization: `Bearer ${professional.token}` },
  });
  return (await answer.json()) as { id: string; start_time: string; end_time: string }[];
}

async function openTab(page: Page) {
  await page.goto('/professional-dashboard?tab=availability');
  await page.getByRole('link', { name: 'Set Availability' }).waitFor();
}

describe('B14: a window that is opened and saved unchanged does not change', () => {
  const zones = ['UTC', 'Australia/Melbourne', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];
  test.each(zones)('in a browser in %s', async (timezoneId) => {
    const professional = await h.make.professional({ time_zone: 'Australia/Melbourne' });
    // The form does not show seconds; saving must keep them.
    const start = ahead(3) + 90 * MINUTE + 17_000;
    const id = await h.make.window(professional.professionalId, start, start + 4 * HOUR);
    const before = await windowsOf(professional);
    const page = await (await h.signedIn(professional, { timezoneId })).newPage();
    for (let save = 0; save < 3; save++) {
      await page.goto(`/edit-availability/${id}`);
      expect(await page.getByLabel('Start Time').inputValue()).toBe(toLocalInput(start, 'Australia/Melbourne'));
      await page.getByRole('button', { name: 'Update Availability' }).click();
      await page.waitForURL(dashboard);
    }
    expect(await windowsOf(professional)).toEqual(before);
  });

  test('nor does one at the second 2:30 AM of the night in which the clocks go back', async () => {
    const professional = await h.make.professional({ time_zone: 'Australia/Melbourne' });
    const back = zoneChanges('Australia/Melbourne', Date.now(), 2).find(({ before, after }) => after < before);
    const second = (back?.at ?? Number.NaN) + 30 * MINUTE;
    const id = await h.make.window(professional.professionalId, second, second + 3 * HOUR);
    const before = await windowsOf(professional);
    const page = await (await h.signedIn(professional, { timezoneId: 'America/New_York' })).newPage();
    await page.goto(`/edit-availability/${id}`);
    expect(await page.getByLabel('Start Time').inputValue()).toMatch(/T02:30$/);
    await page.getByRole('button', { name: 'Update Availability' }).click();
    await page.waitForURL(dashboard);
    expect(await windowsOf(professional)).toEqual(before);
  });
});

test('windows are created, listed and changed in the professional’s zone, whatever the browser’s', async () => {
  const professional = await h.make.professional({ time_zone: 'Australia/Perth' });
  const page = await (await h.signedIn(professional, { timezoneId: 'America/New_York' })).newPage();
  await openTab(page);
  await page.getByRole('link', { name: 'Set Availability' }).click();
  await page.getByRole('heading', { name: 'Create Availability' }).waitFor();
  const start = ahead(5);
  await page.getByLabel('Start Time').fill(toLocalInput(start, 'Australia/Perth'));
  await page.getByLabel('End Time').fill(toLocalInput(start + 3 * HOUR, 'Australia/Perth'));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL(dashboard);
  await page.getByText(formatWindow(start, start + 3 * HOUR, 'Australia/Perth')).waitFor();
  await expect.poll(() => page.getByText('Perth time').count()).toBe(1);
  expect(await windowsOf(professional)).toMatchObject([
    { start_time: new Date(start).toISOString(), end_time: new Date(start + 3 * HOUR).toISOString() },
  ]);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('End Time').fill(toLocalInput(start + 4 * HOUR, 'Australia/Perth'));
  // A day is copied from what was saved, however slow the list is.
  await page.route('**/trpc/availability.mine*', async (route) => {
    await delay(1_000);
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Update Availability' }).click();
  await page.getByRole('button', { name: 'Copy this day to ...' }).waitFor();
  expect(await page.getByText(formatWindow(start, start + 4 * HOUR, 'Australia/Perth')).count()).toBe(1);
});

test('a new window is shown, however many come before it', async () => {
  const professional = await h.make.professional();
  // More than a page of them.
  for (let n = 0; n < 105; n++) {
    const start = ahead(1 + Math.floor(n / 7)) + (n % 7) * 2 * HOUR;
    await h.make.window(professional.professionalId, start, start + HOUR);
  }
  const page = await (await h.signedIn(professional)).newPage();
  await page.goto('/set-availability');
  const zone = 'Australia/Melbourne';
  const start = ahead(20);
  await page.getByLabel('Start Time').fill(toLocalInput(start, zone));
  await page.getByLabel('End Time').fill(toLocalInput(start + 3 * HOUR, zone));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL(dashboard);
  await page.getByText(formatWindow(start, start + 3 * HOUR, zone)).waitFor();
});

test('missing and refused values have a message, which disappears when the form is edited', async () => {
  const professional = await h.make.professional();
  const page = await (await h.signedIn(professional)).newPage();
  await page.goto('/set-availability');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Start time is required').waitFor();
  await page.getByText('End time is required').waitFor();
  await expect
    .poll(() => page.getByLabel('Start Time').evaluate((input) => input === document.activeElement))
    .toBe(true);

  const zone = 'Australia/Melbourne';
  const start = ahead(2);
  await page.getByLabel('Start Time').fill(toLocalInput(start, zone));
  await page.getByLabel('End Time').fill(toLocalInput(start - HOUR, zone));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const refusal = page.getByText('End time must be after start time');
  await refusal.waitFor();
  expect(await page.getByLabel('Start Time').inputValue()).toBe(toLocalInput(start, zone));
  await page.getByLabel('Start Time').fill(toLocalInput(start - 3 * HOUR, zone));
  await refusal.waitFor({ state: 'detached' });

  await h.make.window(professional.professionalId, start - 2 * HOUR, start);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('alert').getByText('overlap').waitFor();
  await page.getByLabel('End Time').fill(toLocalInput(start - 2 * HOUR, zone));
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('a window is deleted without a question, and Undo restores it', async () => {
  const professional = await h.make.professional();
  const start = ahead(2);
  await h.make.window(professional.professionalId, start, start + 2 * HOUR);
  const page = await (await h.signedIn(professional)).newPage();
  await openTab(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No availability set.').waitFor();
  expect(await windowsOf(professional)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(formatWindow(start, start + 2 * HOUR, 'Australia/Melbourne')).waitFor();
  expect(await windowsOf(professional)).toMatchObject([{ start_time: new Date(start).toISOString() }]);
});

test('of a window that has begun only the end can be edited, and Undo restores it from its next slot on', async () => {
  const professional = await h.make.professional({ slot_interval_minutes: 15 });
  const start = Math.floor((Date.now() - 20 * MINUTE) / MINUTE) * MINUTE;
  const id = await h.make.window(professional.professionalId, start, start + 3 * HOUR);
  const page = await (await h.signedIn(professional)).newPage();
  await page.goto(`/edit-availability/${id}`);
  await page.getByText('This window has begun: only its end can change.').waitFor();
  expect(await page.getByLabel('Start Time').getAttribute('readonly')).not.toBeNull();
  await page.getByLabel('End Time').fill(toLocalInput(start + 4 * HOUR, 'Australia/Melbourne'));
  await page.getByRole('button', { name: 'Update Availability' }).click();
  await page.waitForURL(dashboard);
  expect(await windowsOf(professional)).toMatchObject([{ start_time: new Date(start).toISOString() }]);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Availability restored.').waitFor();
  expect(await windowsOf(professional)).toMatchObject([
    { start_time: new Date(start + 30 * MINUTE).toISOString(), end_time: new Date(start + 4 * HOUR).toISOString() },
  ]);
});

test('after a change the dashboard says how many bookings lie outside', async () => {
  const professional = await h.make.professional();
  const start = ahead(2);
  const id = await h.make.window(professional.professionalId, start, start + 6 * HOUR);
  for (const hours of [4, 5]) {
    await h.make.booking({
      professionalId: professional.professionalId,
      status: 'confirmed',
      start: start + hours * HOUR,
    });
  }
  const page = await (await h.signedIn(professional)).newPage();
  const zone = 'Australia/Melbourne';
  for (const [end, said] of [
    [5 * HOUR, '1 booking is now outside your availability.'],
    [4 * HOUR, '2 bookings are now outside your availability.'],
  ] as const) {
    await page.goto(`/edit-availability/${id}`);
    await page.getByLabel('End Time').fill(toLocalInput(start + end, zone));
    await page.getByRole('button', { name: 'Update Availability' }).click();
    await page.waitForURL(dashboard);
    await page.getByText(said).waitFor();
  }
});
