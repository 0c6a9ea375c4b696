import sharp from 'sharp';
import { expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { type AppName, appNames, userAgents } from './app-browsers.ts';
import { confirm, phone, requested, stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';

const h = useHarness();

test('a page is shared by its link, a QR code and the system: the handle where there is one', async () => {
  const person = await h.make.professional({ display_name: 'Shona Shares' });
  const context = await h.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.addInitScript(() =>
    Object.assign(navigator, { share: async (what: unknown) => Object.assign(window, { what }) }),
  );
  await page.goto(`/public-professional-page/${person.professionalId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share Shona Shares' });
  const url = `${h.url}/public-professional-page/${person.professionalId}/shona-shares`;
  expect(await sheet.getByLabel('Link').inputValue()).toBe(url);
  await sheet.getByRole('img', { name: `QR code of ${url}` }).waitFor();
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await sheet.getByText('Link copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await sheet.getByRole('button', { name: 'Share with an app' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as { what?: unknown }).what))
    .toEqual({ title: 'Shona Shares · Saluni', url });
  await expectAccessible(page);
});

test('a link for a place tells where a booking came from; the poster leads there, too', async () => {
  const s = await stage(h, { display_name: 'Lina Links' });
  const handle = `lina-${Date.now()}`;
  await h.db.insertInto('handles').values({ handle, professional_id: s.professional.professionalId }).execute();
  const own = await h.open('/more', s.professional);
  await own.getByRole('button', { name: 'Share your page' }).click();
  await own.getByRole('radio', { name: 'Instagram' }).click();
  const link = await own.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toBe(`${h.url}/p/${handle}?from=instagram`);
  await own.getByRole('radio', { name: 'Your website' }).click();
  expect(await own.getByLabel('Code for a booking button').inputValue()).toBe(
    `<a href="${h.url}/p/${handle}?from=website" data-saluni="${handle}">Book with Lina Links</a>\n` +
      `<script async src="${h.url}/embed.js"></script>`,
  );
  await expectAccessible(own);

  const page = await h.open(link, s.client);
  await page.getByRole('heading', { name: 'Lina Links' }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saluni-sources'))).toContain('instagram');
  const slot = new Date(s.first.start).toISOString();
  await page.goto(`/confirm-booking/${s.cut}?service_ids=${s.cut}&slot_start=${slot}&availability_id=${s.first.id}`);
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await page.waitForURL('**/booking-confirmed/**');
  const ofClient = h.db.selectFrom('bookings').select('source').where('client_id', '=', s.client.clientId);
  expect(await ofClient.execute()).toEqual([{ source: 'instagram' }]);

  await own.getByRole('link', { name: 'Poster and card' }).click();
  await own.getByRole('region', { name: 'Poster' }).waitFor();
  expect(await own.getByRole('img', { name: `QR code of ${h.url}/p/${handle}?from=qr` }).count()).toBe(2);
  await expectAccessible(own);
});

test("a professional's pages are byte for byte the same wherever somebody comes from", async () => {
  const { professional, cut } = await stage(h);
  const { professionalId: id } = professional;
  for (const path of [
    `/public-professional-page/${id}`,
    `/service-details/${cut}`,
    `/pick-booking-time/${cut}/${id}?service_ids=${cut}`,
  ]) {
    const page = async (address: string) => (await fetch(h.url + address)).text();
    const plain = await page(path);
    expect(plain).toContain('id="page-data"');
    expect(await page(`${path}${path.includes('?') ? '&' : '?'}from=instagram`)).toBe(plain);
  }
});

test('in the browsers of other apps a booking is made, and pages say what to do about files', async () => {
  async function bookIn(app: AppName) {
    const s = await stage(h);
    const options = { ...phone, userAgent: userAgents[app], acceptDownloads: false };
    const context = await h.signedIn(s.client, options);
    // Neither a choice of pictures nor another window opens.
    await context.addInitScript(() => {
      HTMLInputElement.prototype.click = () => undefined;
      window.open = () => null;
    });
    const page = await context.newPage();
    await page.goto(`/service-details/${s.cut}?from=${app.toLowerCase()}`);
    await page.getByRole('link', { name: 'Ask for a price' }).waitFor();
    await page.goto(`/pick-booking-time/${s.cut}/${s.professional.professionalId}`);
    await page.getByRole('button', { name: /^9:30 AM/ }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    await confirm(page).click();
    await requested(page);
    expect(await s.bookings()).toMatchObject([{ source: app.toLowerCase() }]);
    const onward = ` in ${app}? Tap ⋯ at the top, then open this page in your browser.`;
    await page.getByText(`Can't open the calendar file${onward}`).waitFor();
    await expectNoSideScroll(page);
    for (const path of ['/my-hair', `/messages?to=${s.professional.professionalId}&service_ids=${s.cut}`]) {
      await page.goto(path);
      if (path === '/my-hair') await page.getByText('All answers').click();
      await page.getByText(`Can't add pictures${onward}`).waitFor();
      await expectNoSideScroll(page);
    }
  }
  for (const app of full ? appNames : appNames.slice(0, 1)) await bookIn(app);
});

test('the build has the icons that the manifest and the page name, in their sizes', async () => {
  const { icons } = await (await fetch(`${h.url}/manifest.webmanifest`)).json();
  for (const { src, sizes } of [...icons, { src: '/icon-180.png', sizes: '180x180' }]) {
    const { width, height, format } = await sharp(await (await fetch(h.url + src)).arrayBuffer()).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  }
});

test('a professional chooses a handle on the profile form, sees its address, and hears at the field why not', async () => {
  const person = await h.make.professional({ display_name: 'Hanna Handle' });
  const other = await h.make.professional();
  const [taken, mine] = [`taken-${Date.now()}`, `hanna-${Date.now()}`];
  await h.db.insertInto('handles').values({ handle: taken, professional_id: other.professionalId }).execute();
  const page = await h.open('/edit-professional-profile', person);
  const field = page.getByLabel('Your booking link');
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
  await field.fill('No!');
  await save();
  await page.getByText('Use 3 to 30 letters a to z, digits and single hyphens inside').waitFor();
  await field.fill(taken);
  await page.getByText(`${new URL(h.url).host}/p/${taken}`).waitFor();
  await save();
  await page.getByText('That address is taken.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill(mine.toUpperCase());
  await page.getByText(`${new URL(h.url).host}/p/${mine}`).waitFor();
  await save();
  // The dashboard begins with what was saved, however slow the line is.
  await page.getByText('Profile updated successfully!').waitFor();
  const release = await intercept(page, 'professionals.profile', 'hold');
  await page.waitForURL('**/professional-dashboard');
  await page.getByRole('button', { name: 'Share your page' }).click();
  expect(await page.getByLabel('Link').inputValue()).toBe(`${h.url}/p/${mine}`);
  release();
  await h.db
    .insertInto('handle_changes')
    .values([1, 2, 3].map(() => ({ professional_id: person.professionalId })))
    .execute();
  await page.goto('/edit-professional-profile');
  await field.fill(`${mine}-2`);
  await save();
  await page.getByText(/^Too many changes\. Try again in \d+ days\.$/).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});
