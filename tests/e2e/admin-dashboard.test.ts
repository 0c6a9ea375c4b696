import { expect, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { expectAccessible, expectNoSideScroll, intercept, useHarness } from './harness.ts';

const h = useHarness();

test('the admin dashboard: numbers, users found and disabled, waitlist, feedback, and the log of what was done', async () => {
  const [admin, client] = [await h.make.admin(), await h.make.client()];
  const { bookingId } = await h.make.booking({
    clientId: client.clientId,
    status: 'confirmed',
    start: Date.now() + 3 * DAY,
  });
  const name = `Zuri ${client.clientId.slice(-6)}`;
  const entry = { name, email: `${client.clientId}@waiting.example`, role: 'Barber', status: 'verified' };
  await h.make.row('waitlist_entries', entry);
  const feedback = (confusing_choice: string, confusing_comment: string) => ({
    user_id: client.userId,
    confusing_choice,
    confusing_comment: `${confusing_comment} puzzled ${client.clientId}`,
    smooth_choice: 'other',
    switch_reason_choice: 'other',
  });
  await h.db
    .insertInto('feedback')
    .values([feedback('navigation', 'Navigation'), feedback('finding services', 'Services')])
    .execute();
  const event = `unheard.${client.clientId.slice(-6)}`;
  const dead_at = new Date().toISOString();
  await h.make.row('outbox', { event, payload: '{}', attempts: 5, last_error: 'unknown event', dead_at });
  const deadOf = (name: string) =>
    h.db.selectFrom('outbox').select('id').where('event', '=', name).where('dead_at', 'is not', null).execute();
  const page = await (await h.signedIn(admin, { viewport: { width: 390, height: 844 } })).newPage();
  const good = async () => {
    await expectNoSideScroll(page);
  };
  await page.goto('/admin-dashboard');
  const plot = page.getByRole('slider', { name: 'Booking requests, by day' });
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/^\w{3} \d+ \w{3}: \d+$/);
  await page.getByRole('heading', { name: 'Searches without a result' }).waitFor();
  await good();

  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByLabel('Name or email').fill(client.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await page
    .getByRole('button', { name: /^Disable / })
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Disable / }).count()).toBe(1);
  await good();
  await page.getByRole('button', { name: /^Disable / }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByText('1 confirmed booking ahead, for you to keep or cancel:').waitFor();
  expect(await asked.getByRole('link').getAttribute('href')).toBe(`/booking-details/${bookingId}`);
  await good();
  await asked.getByRole('button', { name: 'Disable', exact: true }).click();
  const enable = page.getByRole('button', { name: /^Enable / });
  await expect.poll(() => enable.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: '1 confirmed booking ahead' }).click();
  await page.locator(`a[href="/booking-details/${bookingId}"]`).waitFor();
  const { is_active } = await h.make.read('users', client.userId);
  expect(is_active).toBe(false);

  await page.getByRole('tab', { name: 'Waitlist' }).click();
  await page.getByText(name).first().waitFor();
  await good();
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await page.getByText(`user disabled · ${client.email}`).waitFor();
  await good();

  await page.getByRole('tab', { name: 'Feedback' }).click();
  const said = (text: string) => page.getByText(`· ${text} ${client.clientId}`);
  await said('Navigation puzzled').waitFor();
  await good();
  // The first question's own answers: the second one asks for the same.
  const choice = (name: RegExp) => page.getByRole('button', { name }).first();
  await choice(/^Navigation \d+ answers?$/).click();
  await expect.poll(() => said('Services puzzled').count()).toBe(0);
  await said('Navigation puzzled').waitFor();
  await page.getByLabel('Sent by').selectOption('Professionals');
  await expect.poll(() => said('Navigation puzzled').count()).toBe(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await said('Services puzzled').waitFor();

  await page.getByRole('tab', { name: 'Failed jobs' }).click();
  const job = page.getByText(`Event: ${event}`);
  await job.waitFor();
  await good();
  await page
    .locator('div', { has: job })
    .filter({ has: page.getByRole('button') })
    .last()
    .getByRole('button')
    .click();
  await expect.poll(async () => (await deadOf(event)).length).toBe(0);
});

test('the admin dashboard: a verified person is approved, another declined with the reason, a third keeps a note', async () => {
  const admin = await h.make.admin();
  const mark = admin.userId.slice(-8);
  const [yes, no, later] = ['Yes', 'No', 'Later'].map((name) => ({
    name: `${name} ${mark}`,
    email: `${name.toLowerCase()}-${mark}@waiting.example`,
    role: 'Barber',
    status: 'verified',
    location: 'Footscray VIC',
    link: 'https://braids.example/work',
  }));
  if (!yes || !no || !later) throw new Error('three people wait');
  await h.db.insertInto('waitlist_entries').values([yes, no, later]).execute();
  const page = await h.open('/admin-dashboard?tab=waitlist', admin);
  const row = (name: string) =>
    page
      .locator('div', { hasText: name })
      .filter({ has: page.getByRole('button', { name: 'Approve' }) })
      .last();
  const stateOf = (email: string) =>
    h.db.selectFrom('waitlist_entries').select(['status', 'note']).where('email', '=', email).executeTakeFirstOrThrow();

  const work = row(yes.name).getByRole('link', { name: 'braids.example/work' });
  expect([await work.getAttribute('href'), await work.getAttribute('target')]).toEqual([yes.link, '_blank']);
  await row(yes.name).getByText('Footscray VIC').waitFor();
  await page.getByRole('button', { name: `Approve ${yes.name}` }).click();
  await page.getByText(`We've emailed ${yes.name} an invitation.`).waitFor();
  expect(await stateOf(yes.email)).toMatchObject({ status: 'approved' });
  await expect.poll(() => page.getByText(yes.email).count()).toBe(0);
  const isAtHeading = () =>
    page.getByRole('heading', { level: 1 }).evaluate((element) => element === document.activeElement);
  await expect.poll(isAtHeading).toBe(true);

  await row(no.name).getByRole('button', { name: 'Decline' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await stateOf(no.email)).toMatchObject({ status: 'verified' });
  await row(no.name).getByRole('button', { name: 'Decline' }).click();
  await dialog.getByLabel('Reason (optional)').fill('We are full in Perth');
  await expectAccessible(page);
  const mend = await intercept(page, 'waitlist.decline', { status: 500, detail: 'Internal server error' });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await dialog.getByRole('alert').getByText('Internal server error').waitFor();
  expect(await dialog.getByLabel('Reason (optional)').inputValue()).toBe('We are full in Perth');
  mend();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => page.getByText(no.email).count()).toBe(0);
  expect(await stateOf(no.email)).toMatchObject({ status: 'declined' });

  await row(later.name).getByRole('button', { name: 'Note' }).click();
  await dialog.getByLabel('Note').fill('Call back in May');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await row(later.name).getByText('Note: Call back in May').waitFor();
  expect(await stateOf(later.email)).toEqual({ status: 'verified', note: 'Call back in May' });

  await page.getByRole('tab', { name: 'Declined' }).click();
  await page.getByText(no.email).waitFor();
  await expectAccessible(page);
});

test('a decline of somebody who was approved meanwhile is refused in a toast, as the row goes with its dialog', async () => {
  const admin = await h.make.admin();
  const mark = admin.userId.slice(-8);
  const email = `twice-${mark}@waiting.example`;
  const id = await h.make.row('waitlist_entries', { name: `Twice ${mark}`, email, role: 'Barber', status: 'verified' });
  const page = await h.open('/admin-dashboard?tab=waitlist', admin, { viewport: { width: 390, height: 844 } });
  const row = page
    .locator('div', { hasText: email })
    .filter({ has: page.getByRole('button') })
    .last();
  await row.getByRole('button', { name: 'Decline' }).click();
  await h.make.change('waitlist_entries', id, { status: 'approved' });
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByText("This entry is approved and can't be declined.").waitFor();
  await expect.poll(() => page.getByText(email).count()).toBe(0);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('who was approved and has not accepted stands under Approved, with the invitation again; no user has it', async () => {
  const admin = await h.make.admin();
  const mark = admin.userId.slice(-8);
  const [waits, came] = [`waits-${mark}@waiting.example`, `came-${mark}@waiting.example`];
  const entry = (email: string) => ({ name: `Approved ${mark}`, email, role: 'Barber', status: 'approved' });
  await h.db
    .insertInto('waitlist_entries')
    .values([entry(waits), entry(came)])
    .execute();
  await h.make.user('professional', { email: came });
  const page = await h.open('/admin-dashboard?tab=waitlist', admin, { viewport: { width: 390, height: 844 } });
  await page.getByRole('tab', { name: 'Approved' }).click();
  await page.getByText(waits).waitFor();
  expect(await page.getByText(came).count()).toBe(0);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: `Resend invitation to Approved ${mark}` }).click();
  await page.getByText(`We've emailed Approved ${mark} an invitation.`).waitFor();
  await expect
    .poll(async () => (await h.mailTo(waits)).map(({ subject }) => subject), { timeout: 30_000 })
    .toEqual(['Your Saluni invitation']);
  await page.reload();
  await page.getByText(waits).waitFor();

  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByLabel('Name or email').fill(came);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: /^Disable / }).waitFor();
  expect(await page.getByRole('button', { name: /invitation/ }).count()).toBe(0);
});
