import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { dayKey, toLocalInput } from '#shared/time.ts';
import { expectNoSideScroll, intercept, useHarness } from './harness.ts';

const h = useHarness();
const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
const broken = { status: 500, detail: 'Internal server error' };

/** A professional with a service, a window and bookings, and a page with their session. */
async function busyDashboard() {
  const professional = await h.make.professional({
    specializations: [4, 5],
    bio: 'Wash days without fear.',
    display_name: 'Adébáyọ̀-Wolfeschlegelsteinhausen Ng’ang’a',
  });
  const service = await h.make.service(professional.professionalId, { description: 'Cut to your pattern' });
  const window = await h.make.window(professional.professionalId, start, start + 8 * HOUR);
  const statuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
  for (const [index, status] of statuses.entries()) {
    await h.make.booking({
      professionalId: professional.professionalId,
      serviceIds: [service],
      status,
      start: start + index * HOUR,
    });
  }
  return { professional, service, window, page: await pageOf(professional) };
}

async function pageOf(person: ProfessionalPerson) {
  return (await h.signedIn(person, { viewport: { width: 390, height: 844 } })).newPage();
}

type Refusal = readonly [answer: Parameters<typeof intercept>[2], said: string];

/**
 * The form shows each refusal and being offline in place, and its button is disabled while busy. The last call
 * succeeds.
 */
async function expectSaid(page: Page, procedure: string, press: Locator, refusals: Refusal[], busy: string) {
  const says = (said: string) => page.getByRole('alert').getByText(said, { exact: true }).waitFor();
  for (const [answer, said] of refusals) {
    const mend = await intercept(page, procedure, answer);
    await press.click();
    await says(said);
    mend();
  }
  await expectNoSideScroll(page);
  await page.context().setOffline(true);
  await press.click();
  await says('No connection. What you entered is still here.');
  await page.context().setOffline(false);
  const release = await intercept(page, procedure, 'hold');
  await press.click();
  await expect.poll(() => page.getByRole('button', { name: busy }).isDisabled()).toBe(true);
  release();
}

test('without its bookings the day says that they failed to load, not that there are none', async () => {
  const { page } = await busyDashboard();
  const mend = await intercept(page, 'bookings.ofProfessional', broken);
  await page.goto('/professional-dashboard');
  await page.getByText('Failed to load your day.').waitFor();
  for (const none of ['No upcoming bookings', 'Nothing booked and no free times.', "You're closed today."])
    expect(await page.getByText(none).count()).toBe(0);
  await expectNoSideScroll(page);
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: '1 request is waiting for your answer' }).waitFor();
  await expect.poll(() => page.getByText('Failed to load your day.').count()).toBe(0);
});

test('who comes next: what is not read yet has a place, and what failed says so and is asked for again', async () => {
  const professional = await h.make.professional();
  const client = await h.make.client({ first_name: 'Hana' });
  const { professionalId } = professional;
  await h.make.booking({ professionalId, clientId: client.clientId, status: 'confirmed', start });
  const page = await pageOf(professional);
  const calls = ['clients.byId', 'bookings.ofClient', 'availability.ofProfessional'];
  const mends = await Promise.all(calls.map((call) => intercept(page, call, broken)));
  const answer = await intercept(page, 'clients.byId', 'hold');
  await page.goto('/professional-dashboard');
  await page
    .getByRole('heading', { level: 1 })
    .getByRole('button', { name: /^Next: Hana/ })
    .click();
  const row = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await row('Phone').waitFor();
  expect(await row('Phone').getByRole('definition').innerText()).toBe('');
  answer();
  const failed = ['Phone and notes', 'Last visit'].map(row);
  for (const one of failed) await one.getByText("Couldn't be loaded.").waitFor();
  const times = page.getByText("Free times couldn't be loaded.");
  await times.waitFor();
  await expectNoSideScroll(page);
  for (const mend of mends) mend();
  for (const one of [...failed, times]) await one.getByRole('button', { name: 'Try again' }).click();
  await row('Phone').getByRole('link').waitFor();
  await row('Last visit').getByText('None before').waitFor();
  await times.waitFor({ state: 'detached' });
});

test('until times off, hours and free times are there no day of the calendar is said to be closed', async () => {
  const { professional } = await busyDashboard();
  await h.db
    .updateTable('professionals')
    .set({ closed_on_holidays_of: 'VIC' })
    .where('id', '=', professional.professionalId)
    .execute();
  const page = await (await h.signedIn(professional, { viewport: { width: 1280, height: 900 } })).newPage();
  const failed = page.getByText('Failed to load availability.');
  for (const call of ['availability.ofProfessional', 'hours.timeOff', 'hours.mine', 'hours.dates', 'hours.holidays']) {
    const mend = await intercept(page, call, broken);
    const answer = await intercept(page, call, 'hold');
    const booked = page.waitForResponse(/bookings\.ofProfessional.*%22to%22/);
    await page.goto(`/calendar?view=week&date=${dayKey(start, 'Australia/Melbourne')}`);
    await booked;
    await page.getByRole('status').getByText('Loading bookings').waitFor();
    expect([call, await page.getByText(/^Not open\.$|You're closed/).count()]).toEqual([call, 0]);
    answer();
    await failed.waitFor();
    expect([call, await page.getByText('Not open.').count()]).toEqual([call, 0]);
    mend();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await page
      .getByText(/^Open: /)
      .first()
      .waitFor();
  }
});

test('the profile is loaded first, then availability and bookings at once, before their tabs are opened', async () => {
  const { page } = await busyDashboard();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const showProfile = await intercept(page, 'professionals.profile', 'hold');
  const showAvailability = await intercept(page, 'availability.mine', 'hold');
  const showBookings = await intercept(page, 'bookings.ofProfessional', 'hold');
  await page.goto('/professional-dashboard');
  await page.getByText('Loading...').waitFor();
  const both = ['/trpc/availability.mine', '/trpc/bookings.ofProfessional'];
  expect(asked.filter((path) => both.includes(path))).toEqual([]);
  showProfile();
  await expect.poll(() => [...new Set(asked.filter((path) => both.includes(path)))].sort()).toEqual(both);
  showBookings();
  showAvailability();
  await page.getByRole('tab', { name: 'Manage Availability' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  expect(asked.filter((path) => path === '/trpc/availability.mine')).toHaveLength(1);
});

test('a failure to load availability is logged before its tab is opened', async () => {
  const { page } = await busyDashboard();
  await intercept(page, 'availability.mine', broken);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to load availability.'));
  await page.goto('/professional-dashboard');
  expect((await logged).type()).toBe('error');
});

test('without a waiting request, while bookings load and after', async () => {
  const professional = await h.make.professional();
  await h.make.service(professional.professionalId);
  const page = await pageOf(professional);
  const show = await intercept(page, 'bookings.ofProfessional', 'hold');
  await page.goto('/professional-dashboard');
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  await expectNoSideScroll(page);
  show();
  await page.getByRole('heading', { level: 1, name: /booking/i }).waitFor();
  await expectNoSideScroll(page);
});

test('a new professional reads what to do first', async () => {
  const page = await pageOf(await h.make.professional());
  for (const [tab, text] of [
    ['services', 'No Saluni Services found.'],
    ['availability', 'No availability set.'],
    ['bookings', 'No bookings found.'],
  ] as const) {
    await page.goto(`/professional-dashboard?tab=${tab}`);
    await page.getByText(text).waitFor();
    await expectNoSideScroll(page);
  }
});

test('a booking without a date says that the date is missing', async () => {
  const { page } = await busyDashboard();
  await page.route(
    (url) => url.pathname === '/trpc/bookings.ofProfessional',
    async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      if (body.result.data[0]) body.result.data[0].start_time = 'soon';
      await route.fulfill({ response: answer, json: body });
    },
  );
  await page.goto('/professional-dashboard?tab=bookings');
  await page.getByText('Invalid Date').first().waitFor();
});

test('a failed delete is shown, and the service stays', async () => {
  const { page } = await busyDashboard();
  await intercept(page, 'services.delete', broken);
  await page.goto('/professional-dashboard');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectNoSideScroll(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Internal server error').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
});

test('a service that is being deleted cannot be kept any more', async () => {
  const { page } = await busyDashboard();
  const answer = await intercept(page, 'services.delete', 'hold');
  await page.goto('/professional-dashboard');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => question.getByRole('button', { name: 'Keep it' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await question.count()).toBe(1);
  answer();
  await page.getByText('Service deleted.').waitFor();
  await question.waitFor({ state: 'detached' });
});

test('the details of a guest: a refused field has the focus, a failed save gives it back to its button', async () => {
  const professional = await h.make.professional();
  const service = await h.make.service(professional.professionalId);
  await fetch(`${h.url}/bookings/walk-in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${professional.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      start_time: new Date(start).toISOString(),
      service_ids: [service],
      guest: { name: 'Tane Walker' },
    }),
  });
  const { id } = await h.db
    .selectFrom('contacts')
    .select('id')
    .where('professional_id', '=', professional.professionalId)
    .executeTakeFirstOrThrow();
  const page = await pageOf(professional);
  await page.goto(`/my-contact/${id}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const mend = await intercept(page, 'contacts.update', {
    status: 422,
    detail: [{ loc: ['body', 'email'], msg: 'That address is odd', type: 'x' }],
  });
  await save.click();
  await page.getByText('That address is odd').waitFor();
  const email = page.getByLabel('Email');
  // A browser would offer the professional's own.
  for (const label of ['Name', 'Phone number', 'Email'])
    expect(await page.getByLabel(label).getAttribute('autocomplete')).toBe('off');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await email.fill('tane@example.com');
  expect(await page.getByText('That address is odd').count()).toBe(0);
  mend();
  await intercept(page, 'contacts.update', broken);
  await save.click();
  await page.getByRole('alert').getByText('Internal server error').waitFor();
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectNoSideScroll(page);
});

test('the service form: without an id, busy, and refused with what was typed', async () => {
  const { page, service } = await busyDashboard();
  await page.goto(`/edit-service/${service}`);
  await page.getByLabel('Service Name').fill('Another name');
  await expectNoSideScroll(page);
  const finish = await intercept(page, 'services.update', 'hold');
  await page.getByRole('button', { name: 'Update Service' }).click();
  expect(await page.getByRole('button', { name: 'Updating...' }).isDisabled()).toBe(true);
  await expectNoSideScroll(page);
  finish();
  await page.waitForURL(/\/professional-dashboard$/);

  await page.goto(`/edit-service/${service}`);
  const mend = await intercept(page, 'services.update', {
    status: 422,
    detail: [{ loc: ['body', 'name'], msg: 'Name is taken', type: 'x' }],
  });
  await page.getByLabel('Service Name').fill('A third name');
  await page.getByRole('button', { name: 'Update Service' }).click();
  await page.getByText('Name is taken').waitFor();
  await page.getByText('Failed to update service.').waitFor();
  expect(await page.getByLabel('Service Name').inputValue()).toBe('A third name');
  await expect
    .poll(() => page.getByLabel('Service Name').evaluate((input) => input === document.activeElement))
    .toBe(true);
  await expectNoSideScroll(page);
  mend();
  const ofBox = { loc: ['body', 'is_active'], msg: 'The last one stays active' };
  const mendBox = await intercept(page, 'services.update', { status: 422, detail: [ofBox] });
  await page.getByRole('button', { name: 'Update Service' }).click();
  await page.getByRole('alert').getByText(ofBox.msg).waitFor();
  mendBox();

  const logged = page.waitForEvent('console', (message) => message.text() === 'No service ID provided.');
  await page.goto('/edit-service/');
  await page.getByText('No service ID provided.').waitFor();
  expect((await logged).type()).toBe('error');
  await page.goto('/edit-service/nothing');
  await page.getByText('Service not found.').waitFor();
  await expectNoSideScroll(page);
});

test('two presses of Create Service within one task make one service', async () => {
  const professional = await h.make.professional();
  const page = await pageOf(professional);
  await page.goto('/create-service');
  await page.getByLabel('Service Name').fill('Flat twists');
  await page.getByLabel('Price ($)').fill('60');
  await page.getByLabel('Duration (minutes)').fill('45');
  await page.getByRole('button', { name: 'Create Service' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL(/\/professional-dashboard$/);
  await page.getByText('Flat twists').first().waitFor();
  const { professionalId } = professional;
  const made = await h.db.selectFrom('services').select('name').where('professional_id', '=', professionalId).execute();
  expect(made).toEqual([{ name: 'Flat twists' }]);
});

test('the day is a skeleton until its free times are there, and only then says that there are none', async () => {
  const page = await pageOf(await h.make.professional());
  const show = await intercept(page, 'availability.ofProfessional', 'hold');
  await page.goto('/professional-dashboard');
  await page.getByRole('status').getByText('Loading your day').waitFor();
  const nothing = page.getByText("You're closed today.");
  expect(await nothing.count()).toBe(0);
  show();
  await nothing.waitFor();
  await page.getByText('Loading your day').waitFor({ state: 'detached' });
});

test('the availability form: a malformed id, busy, and each refusal', async () => {
  const { page, window } = await busyDashboard();
  await page.goto(`/edit-availability/${window}`);
  await page.getByLabel('Start Time').waitFor();
  await expectNoSideScroll(page);
  await intercept(page, 'availability.update', { status: 500, detail: undefined });
  await page.getByRole('button', { name: 'Update Availability' }).click();
  await page.getByText('Something went wrong. Please try again.').waitFor();

  await page.goto('/edit-availability/nothing');
  await page.getByText('Availability not found.').waitFor();
  await expectNoSideScroll(page);

  await page.goto('/set-availability');
  await page.getByLabel('Start Time').fill(toLocalInput(start, 'Australia/Melbourne'));
  await page.getByLabel('End Time').fill(toLocalInput(start + HOUR, 'Australia/Melbourne'));
  const create = page.getByRole('button', { name: 'Create', exact: true });
  const refusals: Refusal[] = [
    [{ status: 409, detail: 'This overlaps another window.' }, 'This overlaps another window.'],
    [
      {
        status: 422,
        detail: [
          { loc: ['body'], msg: 'The first of two' },
          { loc: ['body'], msg: 'The second' },
        ],
      },
      'The first of two',
    ],
    [{ status: 422, detail: [] }, 'Something went wrong.'],
    [{ status: 500, detail: { odd: true } }, 'Unexpected error from server.'],
    ['lose', 'Something went wrong.'],
  ];
  await expectSaid(page, 'availability.create', create, refusals, 'Creating...');
});

test('the profile form: busy, refused', async () => {
  const { page } = await busyDashboard();
  await page.goto('/edit-professional-profile');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.waitFor();
  await expectNoSideScroll(page);
  const refusals: Refusal[] = [
    [{ status: 409, detail: 'Not now.' }, 'Not now.'],
    [{ status: 500, detail: undefined }, 'Failed to update profile.'],
    // Chips have no place for a message.
    [{ status: 422, detail: [{ loc: ['body', 'specializations'], msg: 'Too many' }] }, 'Too many'],
    ['lose', 'Unexpected error occurred.'],
  ];
  await expectSaid(page, 'professionals.updateMe', save, refusals, 'Saving...');
  await page.getByText('Profile updated successfully!').waitFor();
});
