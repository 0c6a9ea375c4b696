import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { dayKey, formatShortDay, fromLocalInput } from '#shared/time.ts';
import { useHarness } from './harness.ts';

const h = useHarness();
const zone = 'Australia/Melbourne';
const at = (key: string, time: string) => fromLocalInput(`${key}T${time}`, zone) ?? Number.NaN;

/** A professional whose week after this one has more bookings than a page, the last on its Saturday. */
async function fullWeek() {
  const professional = await h.make.professional();
  const { professionalId } = professional;
  const serviceIds = [await h.make.service(professionalId, { service_duration_minutes: 15 })];
  const { clientId } = await h.make.client({ first_name: 'Kofi', last_name: 'Mensah' });
  const week = weekOf(addDays(dayKey(Date.now(), zone), 7));
  const [monday, saturday] = [week[0] ?? '', week[5] ?? ''];
  const made = { professionalId, clientId, serviceIds };
  for (let n = 0; n < 102; n++)
    await h.make.booking({ ...made, start: at(monday, '06:00') + n * 30 * MINUTE, status: 'confirmed' });
  await h.make.booking({ ...made, start: at(saturday, '11:00') });
  return { professional, made, monday, saturday };
}

test('a calendar of more bookings than a page shows the last day of its week, too', { timeout: 90_000 }, async () => {
  const { professional, made, monday, saturday } = await fullWeek();
  for (let n = 0; n < 3; n++)
    await h.make.booking({ ...made, start: at(monday, '07:00') + n * HOUR, status: 'cancelled' });
  const page = await (
    await h.signedIn(professional, { viewport: { width: 1280, height: 900 }, timezoneId: zone })
  ).newPage();
  await page.goto(`/calendar?view=week&date=${monday}`);
  const day = page.getByRole('region', { name: formatShortDay(at(saturday, '12:00'), zone), exact: true });
  await day.getByRole('link', { name: /Kofi/ }).waitFor();
});

test('what lies inside time off, and what an admin finds ahead, is listed to the last', {
  timeout: 90_000,
}, async () => {
  const { professional, made, monday } = await fullWeek();
  await h.make.timeOff(made.professionalId, at(monday, '00:00'), at(addDays(monday, 7), '00:00'));
  const page = await (await h.signedIn(professional, { viewport: { width: 390, height: 844 } })).newPage();
  await page.goto('/set-hours');
  const timeOff = page.getByRole('region', { name: 'Time off' });
  await timeOff.getByText('103 bookings inside').click();
  const inside = timeOff.getByRole('listitem');
  await expect.poll(() => inside.count()).toBe(100);
  await timeOff.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => inside.count()).toBe(103);

  const admin = await (await h.signedIn(await h.make.admin())).newPage();
  await admin.goto('/admin-dashboard?tab=users');
  await admin.getByLabel('Name or email').fill(professional.email);
  await admin.getByRole('button', { name: 'Search' }).click();
  await admin.getByRole('button', { name: '102 confirmed bookings ahead' }).click();
  const ahead = admin.locator('a[href^="/booking-details/"]');
  await expect.poll(() => ahead.count()).toBe(100);
  await admin.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => ahead.count()).toBe(102);
});

test('the dashboard loads from yesterday on upwards and no more than it shows, and not again each minute', {
  timeout: 90_000,
}, async () => {
  const { professional, made } = await fullWeek();
  for (let n = 1; n <= 30; n++)
    await h.make.booking({ ...made, start: Date.now() - n * 50 * HOUR, status: 'completed' });
  const page = await (await h.signedIn(professional, { viewport: { width: 1280, height: 900 } })).newPage();
  const asked: { from?: string; order?: string; skip: number }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname !== '/trpc/bookings.ofProfessional') return;
    const input = JSON.parse(url.searchParams.get('input') ?? '');
    // What is read page by page.
    if (input.skip !== undefined) asked.push(input);
  });
  await page.clock.install();
  await page.goto('/professional-dashboard');
  await page.getByRole('heading', { name: /^Next: Kofi at/ }).waitFor();
  await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
  const yesterday = addDays(dayKey(Date.now(), zone), -1);
  const from = new Date(at(yesterday, '00:00')).toISOString();
  expect(asked.map(({ from, order, skip }) => [from, order, skip])).toEqual([
    [from, 'asc', 0],
    [from, 'asc', 0],
  ]);
  await page.clock.runFor(3 * 60_000);
  await page.getByRole('tab', { name: 'Manage Availability' }).click();
  await page.getByText('No availability set.').waitFor();
  expect(asked).toHaveLength(2);

  // The list goes on: first what is ahead, then what was before.
  await page.getByRole('tab', { name: 'Manage Bookings' }).click();
  const rows = page.getByRole('tabpanel', { name: 'all' }).getByRole('link', { name: /Review Booking|View Details/ });
  await expect.poll(() => rows.count()).toBe(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(133);
  await page.getByRole('tab', { name: 'completed', exact: true }).click();
  const past = page.getByRole('tabpanel', { name: 'completed' }).getByRole('link', { name: 'View Details' });
  await expect.poll(() => past.count()).toBe(30);
});

test('a request for another time is asked to be answered, however far ahead its appointment is', {
  timeout: 90_000,
}, async () => {
  const { professional, made, saturday } = await fullWeek();
  const client = await h.make.client({ first_name: 'Ngaio', last_name: 'Hall' });
  const start = at(addDays(saturday, 28), '10:00');
  await h.make.window(made.professionalId, start, start + 8 * HOUR);
  const { bookingId } = await h.make.booking({ ...made, clientId: client.clientId, start, status: 'confirmed' });
  const asked = await fetch(`${h.url}/bookings/${bookingId}/reschedules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ start_time: new Date(start + 3 * HOUR).toISOString() }),
  });
  expect(asked.status).toBe(201);
  const page = await (await h.signedIn(professional, { viewport: { width: 390, height: 844 } })).newPage();
  await page.goto('/professional-dashboard');
  const waiting = page.getByRole('region', { name: '2 requests are waiting for your answer' });
  await waiting.getByText('Ngaio Hall').waitFor();
  expect(await waiting.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe(
    `/booking-details/${bookingId}`,
  );
});
