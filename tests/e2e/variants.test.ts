import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Service } from '#shared/services.ts';
import { confirm, phone, requested, stage } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, upload, useHarness } from './harness.ts';

const t = useHarness();

const cell = (price: number, service_duration_minutes: number) => ({ price, service_duration_minutes });
const choices = (...names: string[]) => names.map((name) => ({ name }));
const knotless = {
  name: 'Knotless braids',
  category: 'Braids',
  price: 180,
  service_duration_minutes: 210,
  variants: {
    axes: [
      { kind: 'size', name: 'Size', choices: choices('Small', 'Medium') },
      { kind: 'length', name: 'Length', choices: choices('Shoulder', 'Waist') },
    ],
    cells: [
      [cell(240, 300), cell(300.5, 420)],
      [cell(180, 210), null],
    ],
  },
  extras: [
    { kind: 'takedown', name: 'Take-down', price: 30, service_duration_minutes: 30 },
    { kind: 'beads', name: 'Beads', price: 15, service_duration_minutes: 0 },
  ],
  prepare: [{ kind: 'do', text: 'Take your old braids down', extra_index: 0 }],
};

describe('a service with variants', () => {
  test('is chosen on its page, kept in the address, and booked as it was chosen', async () => {
    const s = await stage(t);
    const { id, variants } = await t.ask<Service>(s.professional, 'POST /services/', knotless);
    const page = await (await t.signedIn(s.client, phone)).newPage();
    // A picker without choices leads to where they are made.
    await page.goto(`/pick-booking-time/${id}/${s.professional.professionalId}`);
    await page.waitForURL(`**/service-details/${id}*`);
    // So does one whose combination is not offered.
    const off = variants?.axes.map((axis) => axis.choices[1]?.id).join();
    const picker = `/pick-booking-time/${id}/${s.professional.professionalId}?service_ids=${id}&option_ids=${off}`;
    expect((await page.goto(picker))?.status()).toBe(200);
    await page.waitForURL(`**/service-details/${id}?*${off}`);
    await page.goto(`/service-details/${id}`);
    await page.getByText('From $180.00').first().waitFor();
    await page.getByText('3 h 30 min to 7 h').first().waitFor();
    const times = page.getByRole('link', { name: 'Book Appointment' });
    await times.click();
    await page.getByRole('alert').filter({ hasText: 'Choose size.' }).waitFor();
    await page.getByRole('group', { name: 'Size' }).getByLabel('Medium').check();
    await expect.poll(() => page.getByRole('group', { name: 'Length' }).textContent()).toContain('Waistnot offered');
    await page.getByRole('group', { name: 'Length' }).getByLabel('Shoulder').check();
    await page.getByRole('radio', { name: 'Do it for me (+$30.00, +30 min)' }).check();
    await page.getByRole('switch', { name: 'Beads' }).check();
    await page.getByRole('status').filter({ hasText: '$225.00, 4 h' }).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await expect.poll(() => new URL(page.url()).searchParams.get('option_ids')?.split(',').length).toBe(4);
    // Text of twice its size has room, too.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectNoSideScroll(page);
    // The server renders what the address says.
    expect(await (await fetch(page.url())).text()).toMatch(/\$225\.00<\/strong>/);
    await page.reload();
    await page.getByRole('status').filter({ hasText: '$225.00, 4 h' }).waitFor();
    await page.getByRole('link', { name: 'Not sure? Ask for a price' }).click();
    await expect
      .poll(() => page.getByLabel('Message to Amara Okafor').inputValue())
      .toContain('Knotless braids, Medium, Shoulder, Take-down, Beads');
    await page.goBack();
    await times.click();
    await page.getByRole('button', { name: 'Proceed to Confirm Booking' }).click();
    await page.getByRole('button', { name: /^9:30 AM/ }).click();
    await page.getByRole('button', { name: 'Continue to Booking' }).click();
    await page.getByText('Medium, Shoulder, Take-down, Beads').first().waitFor();
    await confirm(page).click();
    await requested(page);
    const [booked] = await s.bookings();
    expect(booked?.total_price_cents).toBe(22500);
  });
});

describe('the grid of a professional', () => {
  test('has 20 cells in 30 taps on a phone, is corrected later, and keeps its ids', async () => {
    const s = await stage(t);
    const alt = 'Braids of work';
    await upload(t, s.professional.token, '/professionals/me/pictures?kind=work', alt);
    const page = await (await t.signedIn(s.professional, phone)).newPage();
    let taps = 0;
    const tap = (part: Locator) => {
      taps += 1;
      return part.click();
    };
    const type = (part: Locator, text: string) => {
      taps += 1;
      return part.fill(text);
    };
    await page.goto('/create-service');
    await page.getByLabel('Service Name').fill('Box braids');
    taps += 2;
    await page.getByLabel('Price by size, length or time').selectOption('Knotless or box braids');
    for (const [size, price] of [
      ['Jumbo', '150'],
      ['Large', '180'],
      ['Medium', '220'],
      ['Small', '280'],
    ] as const) {
      await type(page.getByLabel(`Price of ${size}, Shoulder ($)`), price);
      await type(page.getByLabel(`Minutes of ${size}, Shoulder`), '210');
      await tap(page.getByRole('button', { name: `Fill down: ${size}` }));
    }
    await type(page.getByLabel('Price of Jumbo, Hip ($)'), '');
    await type(page.getByLabel('Minutes of Jumbo, Hip'), '');
    expect(taps).toBeLessThanOrEqual(30);
    const view = page.getByRole('region', { name: 'What clients see' });
    await view.getByLabel('Jumbo').check();
    await expect.poll(() => view.getByRole('group', { name: 'Length' }).textContent()).toContain('Hipnot offered');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Create Service' }).click();
    await page.getByText('Service created.').first().waitFor();
    const mine = async () => {
      const all = await t.ask<Service[]>(s.professional, 'GET /services/my');
      const found = all.find(({ name }) => name === 'Box braids');
      if (!found?.variants) throw new Error('no grid');
      return { id: found.id, variants: found.variants };
    };
    const made = await mine();
    expect(made.variants.cells[0]?.[4]).toBeNull();
    expect(made.variants.cells[3]?.map((cell) => [cell?.price, cell?.service_duration_minutes])).toEqual([
      [280, 210],
      [300, 240],
      [320, 270],
      [340, 300],
      [360, 330],
    ]);

    await page.goto(`/edit-service/${made.id}`);
    await page.getByLabel('Price of Small, Hip ($)').fill('399.5');
    const lengths = page.locator('details').filter({ hasText: 'Length: Shoulder' });
    await lengths.locator('summary').click();
    await page.getByLabel('Length of Hip').selectOption('Knee');
    await page.getByRole('button', { name: 'Add a picture of Hip' }).click();
    await page.getByRole('button', { name: `Choose picture 1: ${alt}` }).click();
    await page.getByRole('button', { name: 'Change picture of Hip' }).waitFor();
    const first = page.locator('details[open]').getByRole('textbox', { name: 'Choice 1' });
    await first.fill('');
    await page.getByRole('button', { name: 'Update Service' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Name is required');
    await first.fill('Shoulder');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Update Service' }).click();
    await page.getByText('Service updated.').first().waitFor();
    const after = await mine();
    expect(after.variants.cells[3]?.[4]?.price).toBe(399.5);
    const [, length] = made.variants.axes;
    Object.assign(length?.choices[4] ?? {}, { landmark: 'knee', picture: expect.objectContaining({ alt }) });
    expect(after.variants.axes).toEqual(made.variants.axes);
  });
});

test('a client gets ready before the visit, or has it done, and their professional sees it', async () => {
  const s = await stage(t);
  const { id: service, variants } = await t.ask<Service>(s.professional, 'POST /services/', knotless);
  const { id } = await t.ask<{ id: string }>(s.client, 'POST /bookings/', {
    professional_id: s.professional.professionalId,
    service_ids: [service],
    option_ids: variants?.axes.map((axis) => axis.choices[0]?.id),
    start_time: new Date(s.first.start).toISOString(),
    total_price: 240,
  });
  const page = await t.open(`/booking-details/${id}`, s.client, phone);
  const item = page.getByRole('checkbox', { name: 'Take your old braids down' });
  const saved = page.waitForResponse((answer) => answer.url().includes('getReady'));
  await item.check();
  await saved;
  await page.reload();
  await expect.poll(() => item.isChecked()).toBe(true);
  await item.uncheck();
  await page.getByRole('button', { name: 'Do it for me' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an extra' });
  await sheet.getByText('$270.00, 30 min longer').waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Add to the visit' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('Take your old braids down: Amara Okafor does it').waitFor();
  await page.getByText('$270.00').first().waitFor();

  const other = await t.open(`/booking-details/${id}`, s.professional, phone);
  await other.getByText('Take your old braids down: you do it').waitFor();
  await expectAccessible(other);
});
