import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HOUR, serviceCategories } from '#shared/constants.ts';
import { spelled } from '#shared/spelled.ts';
import { expectAccessible, intercept, useHarness } from './harness.ts';

const h = useHarness();
const dashboard = /\/professional-dashboard$/;
const phone = { viewport: { width: 390, height: 844 } };

test('a service is created, edited and deleted', async () => {
  const professional = await h.make.professional();
  const page = await h.open('/professional-dashboard', professional, phone);
  await page.getByText('No Saluni Services found.').waitFor();
  await page.getByRole('link', { name: 'Add New Service' }).click();
  await page.getByRole('heading', { name: 'Create a New Service' }).waitFor();

  const name = page.getByLabel('Service Name');
  await name.fill('D');
  await page.getByText('Name is required').waitFor();
  await name.fill('Dry curl cut');
  await page.getByText('Name is required').waitFor({ state: 'detached' });
  await page.getByLabel('Price ($)').fill('4.99');
  await page.getByText('Price must be positive and above $5').waitFor();
  await page.getByLabel('Duration (minutes)').fill('14');
  await page.getByText('Duration must be at least 15 mins').waitFor();
  expect(await page.getByLabel('Category').locator('option').allTextContents()).toEqual(serviceCategories.map(spelled));
  await page.getByRole('button', { name: 'Create Service' }).click();
  await expect
    .poll(() => page.getByLabel('Price ($)').evaluate((input) => input === document.activeElement))
    .toBe(true);

  await page.getByLabel('Price ($)').fill('95.5');
  await page.getByLabel('Duration (minutes)').fill('60');
  await page.getByLabel('Category').selectOption('Braids');
  await page.getByLabel('Description').fill('Cut to your pattern');
  expect(await page.getByLabel('Active').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Create Service' }).click();
  await page.waitForURL(dashboard);
  await page.getByText('$95.50').waitFor();
  await page.getByText('Braids, 60 mins (1 h)').waitFor();
  expect(await h.ask(professional, 'GET /services/my')).toMatchObject([
    {
      name: 'Dry curl cut',
      price: 95.5,
      service_duration_minutes: 60,
      category: 'Braids',
      description: 'Cut to your pattern',
      is_active: true,
    },
  ]);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Active').uncheck();
  await page.getByLabel('Price ($)').fill('100');
  // The list begins with what was saved, however slow it is.
  await page.route('**/trpc/services.mine*', async (route) => {
    await delay(1_000);
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Update Service' }).click();
  await page.waitForURL(dashboard);
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  expect(await page.getByText('$100.00').count()).toBe(1);
  // One is back at the row that changed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('$100.00');
  expect(await h.ask(professional, 'GET /services/my')).toMatchObject([
    { price: 100, is_active: false, name: 'Dry curl cut' },
  ]);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this service?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await question.waitFor({ state: 'detached' });
  const isFocused = (button: Element) => button === document.activeElement;
  await expect.poll(() => page.getByRole('button', { name: 'Delete', exact: true }).evaluate(isFocused)).toBe(true);
  expect(await h.ask(professional, 'GET /services/my')).toHaveLength(1);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No Saluni Services found.').waitFor();
  expect(await h.ask(professional, 'GET /services/my')).toEqual([]);
});

test("somebody else's service cannot be opened for editing", async () => {
  const professional = await h.make.professional();
  const other = await h.make.service((await h.make.professional()).professionalId);
  const page = await h.open(`/edit-service/${other}`, professional);
  await page.getByText('Service not found.').waitFor();
});

test('waiting requests are confirmed with one tap, and declined after a question', async () => {
  const professional = await h.make.professional();
  const of = { professionalId: professional.professionalId };
  const zoe = await h.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  const hana = await h.make.client({ first_name: 'Hana', last_name: 'Petrov' });
  const start = Math.ceil(Date.now() / HOUR) * HOUR;
  const first = await h.make.booking({ ...of, clientId: zoe.clientId, start: start + 26 * HOUR });
  const second = await h.make.booking({ ...of, clientId: hana.clientId, start: start + 30 * HOUR });
  const page = await h.open('/professional-dashboard', professional, phone);
  await page.getByRole('heading', { name: '2 requests are waiting for your answer' }).waitFor();
  await page.getByRole('heading', { name: 'No upcoming bookings' }).waitFor();

  const rows = page.getByRole('region', { name: /waiting for your answer/ });
  await rows.getByRole('button', { name: 'Confirm' }).first().click();
  await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
  await page.getByRole('heading', { name: /^Next: Zoë at \d+:\d\d [AP]M AE[DS]T$/ }).waitFor();
  const decline = rows.getByRole('button', { name: 'Decline' });
  await decline.click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this booking?' });
  await question.getByText(/^This frees up your time: .* We'll let Hana know\.$/).waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep Booking' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => decline.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await h.ask(professional, `GET /bookings/${second.bookingId}`)).toMatchObject({ status: 'pending' });
  await decline.click();
  await question.getByRole('button', { name: /^Cancel this booking/ }).click();
  await rows.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await h.ask(professional, `GET /bookings/${first.bookingId}`)).toMatchObject({ status: 'confirmed' });
  expect(await h.ask(professional, `GET /bookings/${second.bookingId}`)).toMatchObject({ status: 'cancelled' });
});

test('confirming a request that was cancelled meanwhile shows that, and the request leaves the list', async () => {
  const professional = await h.make.professional();
  const { bookingId } = await h.make.booking({ professionalId: professional.professionalId });
  const page = await h.open('/professional-dashboard', professional);
  await page.getByRole('button', { name: 'Confirm' }).waitFor();
  await h.ask(professional, `PATCH /bookings/${bookingId}`, { status: 'cancelled' });
  await page.getByRole('button', { name: 'Confirm' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Failed to confirm booking.', { exact: true }).waitFor();
  await alert.getByText(/cancelled/).waitFor();
  await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('a decline that fails is shown in its dialog with the typed reason, and the request stays', async () => {
  const professional = await h.make.professional();
  await h.make.booking({ professionalId: professional.professionalId });
  const page = await (await h.signedIn(professional)).newPage();
  const mend = await intercept(page, 'bookings.change', { status: 409, detail: 'Not now.' });
  await page.goto('/professional-dashboard');
  const decline = page.getByRole('button', { name: 'Decline' });
  await decline.click();
  const question = page.getByRole('alertdialog');
  const cancel = question.getByRole('button', { name: /^Cancel this booking/ });
  await question.getByLabel('Reason (optional)').fill('I am ill');
  await cancel.click();
  await question.getByRole('alert').getByText('Failed to cancel booking.', { exact: true }).waitFor();
  await question.getByRole('alert').getByText('Not now.').waitFor();
  expect(await question.getByLabel('Reason (optional)').inputValue()).toBe('I am ill');
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep Booking' }).click();
  await expect.poll(() => decline.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('alert').getByText('Not now.').waitFor();
  await decline.click();
  expect(await question.getByRole('alert').count()).toBe(0);
  mend();
  await cancel.click();
  await page.getByText('Booking declined.').waitFor();
  await question.waitFor({ state: 'detached' });
});

test('bookings are filtered by status; tab and filter survive a reload', async () => {
  const professional = await h.make.professional();
  const of = { professionalId: professional.professionalId };
  const start = Math.ceil(Date.now() / HOUR) * HOUR;
  await h.make.booking({ ...of, status: 'pending', start: start + 24 * HOUR });
  await h.make.booking({ ...of, status: 'confirmed', start: start + 48 * HOUR });
  await h.make.booking({ ...of, status: 'completed', start: start - 72 * HOUR });
  const page = await h.open('/professional-dashboard', professional);
  await page.getByRole('tab', { name: 'Manage Bookings' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Manage Bookings' });
  const filters = panel.getByRole('tablist', { name: 'Show bookings' }).getByRole('tab');
  await panel.getByRole('link', { name: 'Review Booking' }).waitFor();
  // What is past is asked for by itself.
  await expect.poll(() => panel.getByRole('link', { name: 'View Details' }).count()).toBe(2);

  expect(await filters.allTextContents()).toEqual(['all', 'confirmed', 'pending', 'completed', 'cancelled']);
  await panel.getByRole('tab', { name: 'all', selected: true }).waitFor();
  await panel.getByRole('tabpanel', { name: 'all' }).getByRole('link', { name: 'Review Booking' }).waitFor();

  await panel.getByRole('tab', { name: 'completed' }).click();
  await panel.getByRole('link', { name: 'Review Booking' }).waitFor({ state: 'detached' });
  await page.waitForURL(/completed/);
  await page.reload();
  await expect.poll(() => panel.getByRole('link', { name: 'View Details' }).count()).toBe(1);
  expect(await page.getByRole('tab', { name: 'Manage Bookings' }).getAttribute('aria-selected')).toBe('true');
  await panel.getByRole('tab', { name: 'completed', selected: true }).press('ArrowRight');
  await panel.getByRole('tabpanel', { name: 'cancelled' }).getByText('No bookings found.').waitFor();
  await expect
    .poll(() => panel.getByRole('tab', { name: 'cancelled' }).evaluate((tab) => tab === document.activeElement))
    .toBe(true);
});

test('the profile is edited with its time zone and booking settings', async () => {
  const professional = await h.make.professional({ specializations: [4] });
  const page = await h.open('/professional-dashboard', professional, phone);
  // The profile is a line that opens.
  expect(await page.getByText(professional.email).isVisible()).toBe(false);
  await page.getByRole('complementary', { name: 'Your profile' }).getByRole('button').click();
  await page.getByText(professional.email).waitFor();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Display Name').fill('');
  await field('Location').fill('B');
  await field('Years of Experience').fill('51');
  await field('Profile Picture URL').fill('http://example.com/me.png');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  for (const text of ['Display name is required', 'Location is required', 'Must be a valid URL'])
    await page.getByText(text).waitFor();
  await page.getByText('Years of experience must be from 0 to 50').waitFor();
  await field('Display Name').fill('Salon 9');
  await page.getByText('Business name should not contain numbers').waitFor();

  await field('Display Name').fill("  Ng'ang'a-Adébáyọ̀ St. Kilda ");
  await field('Location').fill('Perth\nWestern Australia');
  await field('Years of Experience').fill('1');
  await field('Profile Picture URL').fill('');
  await page.getByRole('button', { name: 'Loctician' }).click();
  await page.getByRole('button', { name: 'Curl Specialist' }).click();
  await field('Bio').fill('One at a time.');
  await field('Time Zone').selectOption('Australia/Perth');
  await field('Start times every').selectOption('15');
  await field('Minimum Notice (minutes)').fill('120');
  await field('Gap between clients (minutes)').fill('10');
  const saved = Date.now();
  // Where the page was when it said so: it goes on after a second.
  const said = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => document.body.innerText.includes('Profile updated') && resolve(window.location.pathname);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  const [path] = await Promise.all([said, page.getByRole('button', { name: 'Save Changes' }).click()]);
  expect(path).toMatch(/edit-professional-profile$/);
  await page.waitForURL(dashboard);
  expect(Date.now() - saved).toBeGreaterThan(1000);
  for (const text of ['1 year', 'One at a time.', 'Loctician']) await page.getByText(text, { exact: true }).waitFor();
  expect(await h.ask(professional, 'GET /professionals/profile')).toMatchObject({
    display_name: "Ng'ang'a-Adébáyọ̀ St. Kilda",
    location: 'Perth\nWestern Australia',
    experience_years: 1,
    profile_picture: null,
    is_active: true,
    specializations: [{ id: 5, name: 'Loctician' }],
    time_zone: 'Australia/Perth',
    slot_interval_minutes: 15,
    min_notice_minutes: 120,
    buffer_minutes: 10,
  });
});

test('an admin opens the dashboard, reads that there is no profile, and goes on to the own one', async () => {
  const page = await (await h.signedIn(await h.make.admin())).newPage();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto('/professional-dashboard');
  await page.getByText('No user data found.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Admin dashboard' }).click();
  await page.waitForURL('**/admin-dashboard');
});
