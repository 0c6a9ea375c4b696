import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { type Stage, stage } from './booking-people.ts';
import { brokenTimes, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

/** A new stage with a pending booking. */
async function pending(notes?: string) {
  const s = await stage(t, { display_name: 'Wren Waits' });
  const { bookingId } = await t.make.booking({
    professionalId: s.professional.professionalId,
    clientId: s.client.clientId,
    serviceIds: [s.cut],
    start: s.first.start,
    ...(notes ? { notes } : {}),
  });
  return { ...s, bookingId };
}

async function answer({ professional, bookingId }: Stage & { bookingId: string }, status: 'confirmed' | 'cancelled') {
  const headers = { authorization: `Bearer ${professional.token}`, 'content-type': 'application/json' };
  const { status: code } = await fetch(`${t.url}/bookings/${bookingId}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ status }),
  });
  expect(code).toBe(200);
}

/** Counts how often a page loads its booking. */
function countAsking(page: Page) {
  const asked = { times: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/trpc/bookings.byId') asked.times++;
  });
  return asked;
}

test.each([
  ['booking-confirmed', 'Request sent', 'Booking Is Secured'],
  ['booking-details', 'Booking Details', 'Booking Details'],
])('%s shows the professional’s answer without a reload, and then stops polling', async (path, waiting, title) => {
  const s = await pending();
  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.clock.install();
  // The answer's notification would ask for the booking at a moment of its own.
  await page.routeWebSocket(/\/notifications\/ws$/, () => undefined);
  const asked = countAsking(page);
  await page.goto(`/${path}/${s.bookingId}`);
  await page.getByText('Waiting for Wren Waits to confirm').waitFor();
  await page.getByText('pending', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: waiting }).waitFor();
  await answer(s, 'confirmed');
  await page.clock.fastForward(MINUTE / 2 + 1_000);
  await page.getByText('Wren Waits is expecting you.').waitFor();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await page.getByText('Waiting for').count()).toBe(0);
  await page.getByRole('link', { name: 'Add to calendar' }).waitFor();

  const before = asked.times;
  for (let minute = 0; minute < 5; minute++) await page.clock.fastForward(MINUTE);
  expect(asked.times).toBe(before);
});

test('the answer is shown as soon as the window has the focus again', async () => {
  const s = await pending();
  const page = await (await t.signedIn(s.client, phone)).newPage();
  await page.clock.install();
  await page.goto(`/booking-details/${s.bookingId}`);
  await page.getByRole('link', { name: 'Review Booking' }).waitFor();
  await answer(s, 'cancelled');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('link', { name: 'Review Booking' }).waitFor({ state: 'detached' });
});

test('a waiting request links to its notes', async () => {
  const s = await pending('Fragrance-free, please');
  const page = await (await t.signedIn(s.professional, phone)).newPage();
  await page.goto('/professional-dashboard');
  const link = page.getByRole('link', { name: 'Notes and details' });
  await link.waitFor();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectNoSideScroll(page);
  await link.click();
  await page.getByText('Fragrance-free, please').waitFor();
  await page.getByRole('button', { name: 'Confirm Booking' }).waitFor();
});

/** The times of a part that are on two lines at any width of a phone. */
async function brokenOnPhones(page: Page, part: Locator) {
  await part.waitFor();
  const broken: string[] = [];
  for (let width = 320; width <= 430; width += 3) {
    await page.setViewportSize({ width, height: 844 });
    broken.push(...(await brokenTimes(part)));
  }
  return broken;
}

test('on no phone a time breaks: until when to answer, which other time is asked for, until when the next one lasts', async () => {
  const s = await stage(t, { display_name: 'Wren' });
  const { professionalId } = s.professional;
  const made = { professionalId, clientId: s.client.clientId };
  const waiting = await t.make.booking({ ...made, start: s.first.start });
  await t.make.booking({ ...made, status: 'confirmed', start: Math.ceil(Date.now() / MINUTE + 50) * MINUTE });
  const { bookingId } = await t.make.booking({ ...made, status: 'confirmed', start: s.first.start + 2 * HOUR });
  const asked = await fetch(`${t.url}/bookings/${bookingId}/reschedules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${s.client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ start_time: new Date(s.first.start + 4 * HOUR).toISOString() }),
  });
  expect(asked.status).toBe(201);
  const client = await (await t.signedIn(s.client, phone)).newPage();
  await client.goto(`/booking-details/${waiting.bookingId}`);
  const waits = await brokenOnPhones(client, client.getByText('Waiting for Wren'));
  const professional = await (await t.signedIn(s.professional, phone)).newPage();
  await professional.goto('/professional-dashboard');
  const request = await brokenOnPhones(professional, professional.getByText('New time asked for:'));
  const ends = await brokenOnPhones(professional, professional.locator('p', { hasText: /, until \d/ }));
  expect([waits, request, ends]).toEqual([[], [], []]);
});
