import { expect, test } from 'vitest';
import type { Place } from '#shared/rules/place.ts';
import { confirm, confirmPath, phone, requested, stage } from './booking-people.ts';
import { expectAccessible, useHarness } from './harness.ts';

const t = useHarness();
const place: Place = { kind: 'home', address: '12 Zyqwortle Lane', access_note: 'Blue gate', public: false, facts: [] };

/** A professional of this place, and their client at the confirm page. */
async function coming(to: Place) {
  const s = await stage(t);
  const id = s.professional.professionalId;
  await t.make.change('professionals', id, { place: JSON.stringify(to) });
  const page = await (await t.signedIn(s.client, phone)).newPage();
  return { s, id, page };
}

test('the address of a home is on no page until the booking is confirmed, then with how to find it and a map', async () => {
  const { s, id, page } = await coming(place);
  await page.goto(`/public-professional-page/${id}`);
  await page.getByText(/Works from home in .+ You'll get the address once your booking is confirmed\./).waitFor();
  const shown = [await (await fetch(page.url())).text()];
  await page.goto(confirmPath(s));
  await confirm(page).click();
  await requested(page);
  shown.push(await page.content());
  const [booking] = await s.bookings();
  await page.goto(`/booking-details/${booking?.id}`);
  await page.getByText('pending', { exact: true }).waitFor();
  shown.push(await page.content());
  for (const text of shown) expect(text).not.toMatch(/Zyqwortle|Blue gate/);

  await t.ask(s.professional, `PATCH /bookings/${booking?.id}`, { status: 'confirmed' });
  await page.reload();
  await page.getByText('12 Zyqwortle Lane').waitFor();
  await page.getByText('Blue gate').waitFor();
  const map = page.getByRole('link', { name: /^Map/ });
  expect(await map.getAttribute('href')).toContain('https://www.google.com/maps/search/?api=1&query=12+Zyqwortle+Lane');
  expect(await map.getAttribute('rel')).toContain('noreferrer');
  await expectAccessible(page);
});

test('somebody mobile is told where to by their client, and no address of a page has it', async () => {
  const { s, page } = await coming({ ...place, kind: 'mobile', address: null, access_note: null });
  await page.goto(confirmPath(s));
  const field = page.getByLabel('Your address');
  await confirm(page).click();
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await field.fill('9 Qwyzlorte Road');
  await confirm(page).click();
  await requested(page);
  expect(page.url()).not.toContain('Qwyzlorte');
  const [booking] = await s.bookings();
  expect(booking?.visit_address).toBe('9 Qwyzlorte Road');
  const desk = await t.open(`/booking-details/${booking?.id}`, s.professional);
  await desk.getByText('9 Qwyzlorte Road').waitFor();
});
