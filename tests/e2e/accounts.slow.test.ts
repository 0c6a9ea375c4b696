import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { confirmChange, insertEmailChange } from '#server/features/auth/email-queries.ts';
import { newLink } from '#server/links/mailed-links.ts';
import { givePassword, password as known, melbourne, phone, requested, zone } from './booking-people.ts';
import { expectAccessible, expectNoSideScroll, intercept, picture, untilUploaded, useHarness } from './harness.ts';

const t = useHarness();
const password = 'braids and barrel curls';

/** The path and query of the link to `page` in the latest email to an address that has one. */
async function mailedLink(address: string, page: string): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const texts = (await t.mailTo(address)).map(({ text }) => text);
        link = new RegExp(`https?://\\S+?(/${page}\\?token=[\\w-]+)`).exec(texts.join('\n'))?.[1] ?? '';
        return link;
      },
      { timeout: 30_000, interval: 300 },
    )
    .not.toBe('');
  return link;
}

async function call(method: 'GET' | 'POST', path: string, body?: object, token?: string) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(t.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...authorization },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.ok, path).toBe(true);
  return answer.json();
}

/** The link of the invitation that follows an approval of who stands on the waitlist. */
async function invitationOf(email: string, admin: { token: string }) {
  const { id } = await t.db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await call('POST', `/admin/waitlist/${id}/approve`, {}, admin.token);
  return mailedLink(email, 'accept-invite');
}

/** A new client comes by waitlist, approval and invitation, with the screens in `page`. */
async function joinAsClient(page: Page, admin: { token: string }) {
  const email = `ngaio-${Date.now()}@accounts.example`;
  await page.goto('/waitlist-signup');
  await page.getByLabel('Name').fill('Ngaio Hall');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Client');
  await page.getByRole('button', { name: 'Reserve My Spot' }).click();
  await page.goto(await mailedLink(email, 'verify-email'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await page.getByRole('heading', { level: 1, name: 'Email Verified!' }).waitFor();
  await page.goto(await invitationOf(email, admin));
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.waitForURL(`${t.url}/browse-services`);
}

describe('the way to an account', () => {
  test('signup, verification, approval, invitation, first steps, picture, service and hours, first booking', async () => {
    const email = `mere-${Date.now()}@accounts.example`;
    const admin = await t.make.admin();
    const page = await (await t.visitor(phone)).newPage();
    await page.goto('/waitlist-signup');
    await page.getByLabel('Name').fill('Mere Te Ao');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Role').selectOption('Barber');
    await page.getByRole('button', { name: 'Reserve My Spot' }).click();
    const notice = page.getByText(`We've emailed ${email}.`);
    await notice.waitFor();
    await page.reload();
    await notice.waitFor();
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await notice.count()).toBe(0);

    await page.goto(await mailedLink(email, 'verify-email'));
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await page.getByRole('heading', { level: 1, name: 'Email Verified!' }).waitFor();
    const dashboard = await (await t.signedIn(admin, { viewport: { width: 1280, height: 900 } })).newPage();
    await dashboard.goto('/admin-dashboard?tab=waitlist');
    await dashboard.getByText(email).waitFor();
    const entry = dashboard
      .locator('div')
      .filter({ hasText: email, has: dashboard.getByRole('button', { name: 'Approve' }) });
    await entry.last().getByRole('button', { name: 'Approve' }).click();
    await dashboard.getByText("We've emailed Mere Te Ao an invitation.").waitFor();

    const link = await mailedLink(email, 'accept-invite');
    await page.goto(link);
    await page.getByText('Welcome, Mere Te Ao.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByText('Welcome, Mere Te Ao.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    const field = page.locator('input[name=password]');
    await field.fill('football');
    await page.getByText('Strength: Weak').waitFor();
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText('This password is too common').waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    // Pasting is how password managers enter one.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), password);
    await field.fill('');
    await page.keyboard.press('ControlOrMeta+V');
    expect(await field.inputValue()).toBe(password);
    await page.getByText('Strength: Strong').waitFor();
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL(`${t.url}/professional-dashboard`);

    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 5 done').waitFor();
    await expectNoSideScroll(page);
    await steps.getByRole('button', { name: 'Later' }).click();
    await page.getByText('Setting up: 0 of 5 done').waitFor();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'Continue setting up' }).click();

    await steps.getByRole('link', { name: 'Complete your profile' }).click();
    await page.getByLabel('Bio').fill('Fades, beards and a quiet chair.');
    await page.getByRole('button', { name: 'Barber', exact: true }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await steps.getByText('1 of 5 done').waitFor();
    await page.getByRole('link', { name: 'Your pictures' }).click();
    await page.getByLabel('Choose pictures of your work').setInputFiles([await picture('fade.jpg', '#c9502c')]);
    await untilUploaded(page, 1);
    await page.getByRole('button', { name: 'Edit Picture 1 of 1' }).click();
    await page.getByLabel('What it shows').fill('A skin fade from behind');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('/professional-dashboard');
    await steps.getByRole('link', { name: 'Add your first service' }).click();
    await page.getByLabel('Service Name').fill('Skin fade');
    await page.getByLabel('Price ($)').fill('60');
    await page.getByLabel('Duration (minutes)').fill('45');
    await page.getByLabel('Category').selectOption('Haircut');
    await page.getByRole('button', { name: 'Create Service' }).click();
    await steps.getByText('2 of 5 done').waitFor();
    await steps.getByRole('link', { name: 'Set your weekly hours' }).click();
    // No hour of the clock spoils a day that is not today.
    const open = melbourne(2, '09:00');
    const weekday = new Date(open).toLocaleDateString('en-AU', { weekday: 'long', timeZone: zone });
    await page.getByRole('button', { name: `${weekday} Closed` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${weekday.slice(0, 3)}: 9:00 AM to 5:00 PM.`).waitFor();
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await steps.getByText('3 of 5 done').waitFor();
    await steps.getByRole('link', { name: 'See your page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mere Te Ao' }).waitFor();
    const ownPage = page.url();
    await page.goto('/professional-dashboard');
    await page.getByRole('heading', { name: 'No upcoming bookings' }).waitFor();
    expect(await steps.count()).toBe(0);

    // The client came the same way, with screens of their own.
    const booking = await (await t.visitor(phone)).newPage();
    await joinAsClient(booking, admin);
    await booking.goto(new URL(ownPage).pathname);
    await booking.getByRole('button', { name: 'Picture 1 of 1: A skin fade from behind' }).waitFor();
    await booking.getByRole('link', { name: /^Book/ }).first().click();
    await booking.getByRole('button', { name: /^10:00 AM/ }).click();
    await booking.getByRole('button', { name: 'Continue to Booking' }).click();
    await booking.getByRole('button', { name: 'Confirm Booking' }).click();
    await requested(booking);
    await page.getByText(/Ngaio/).first().waitFor();

    const other = await (await t.visitor(phone)).newPage();
    await other.goto(link);
    await other.getByText('This link is no longer valid.').waitFor();
    await expectNoSideScroll(other);
    await other.getByRole('link', { name: 'Send me a new invitation' }).click();
    await other.waitForURL(`${t.url}/waitlist-signup`);
  }, 180_000);

  test('an invitation that was used before the connection broke is finished by the next press', async () => {
    const email = `hinewai-${Date.now()}@accounts.example`;
    const entry = { name: 'Hinewai Reid', email, role: 'Client', status: 'verified' };
    await t.db.insertInto('waitlist_entries').values(entry).execute();
    const page = await (await t.visitor(phone)).newPage();
    await page.goto(await invitationOf(email, await t.make.admin()));
    await page.locator('input[name=password]').fill(password);
    const mend = await intercept(page, 'auth.me', { status: 503, detail: 'Service temporarily unavailable' });
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText("Your password is set, but we couldn't log you in. Press again to try.").waitFor();
    mend();
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL(`${t.url}/browse-services`);
  });

  test('a forgotten password on a phone', async () => {
    const { email } = await t.make.client();
    const page = await (await t.visitor(phone)).newPage();
    await page.goto('/login');
    await page.getByText('No account yet?').waitFor();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Invalid email address').waitFor();
    await page.getByLabel('Email').fill(email);
    const refusal = { loc: ['body', 'email'], msg: 'That address is odd' };
    const mend = await intercept(page, 'auth.forgot', { status: 422, detail: [refusal] });
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(refusal.msg).waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    mend();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(`If ${email} has an account, we've emailed a link.`).waitFor();
    await expectNoSideScroll(page);

    const link = await mailedLink(email, 'reset-password');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
    await page.locator('input[name=password]').fill('short');
    await page.getByRole('button', { name: 'Save my password' }).click();
    await page.getByText('Password must be at least 8 characters long').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectNoSideScroll(page);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Save my password' }).click();
    await page.getByText('Your password is changed').waitFor();
    await page.getByRole('link', { name: 'Log in', exact: true }).last().click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(`${t.url}/browse-services`);

    await page.goto(link);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Save my password' }).click();
    await page.getByText('This link is no longer valid.').waitFor();
    await page.getByRole('link', { name: 'Send me a new link' }).click();
    await page.waitForURL(`${t.url}/forgot-password`);
  }, 120_000);

  test('an account moves to another address, is exported and deleted', async () => {
    const client = await t.make.client();
    await givePassword(t, client);
    const professional = await t.make.professional();
    await t.make.booking({ ...professional, clientId: client.clientId, status: 'confirmed' });
    const email = `moved-${Date.now()}@accounts.example`;
    const page = await (await t.signedIn(client, phone)).newPage();
    await page.goto('/settings');
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const change = section('Email');
    await change.getByText(client.email).waitFor();
    await change.getByLabel('New email').fill(email);
    await change.getByLabel('Password').fill('not it at all');
    await change.getByRole('button', { name: 'Change email' }).click();
    await change.getByText('Your current password is not right.').waitFor();
    await change.getByLabel('Password').fill(known);
    await change.getByRole('button', { name: 'Change email' }).click();
    await change.getByText(`We've emailed a link to ${email}.`).waitFor();

    const saving = page.waitForEvent('download');
    await section('Your data').getByRole('button', { name: 'Export my data' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('saluni-export.json');
    expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject({
      account: { email: client.email },
      bookings: [{ status: 'confirmed' }],
    });
    await section('Your data').getByText('Saved as saluni-export.json.').waitFor();
    await expectNoSideScroll(page);

    const link = await mailedLink(email, 'confirm-email');
    await page.goto(link, { waitUntil: 'networkidle' });
    const account = page.getByText(`The Saluni account of ${client.email} moves to ${email}.`);
    await account.waitFor();
    await expectNoSideScroll(page);
    const stored = t.db.selectFrom('users').select('email').where('id', '=', client.userId);
    expect(await stored.executeTakeFirst()).toEqual({ email: client.email });
    await page.getByRole('button', { name: 'Confirm my new email' }).click();
    await page.getByText(`Your email is now ${email}.`).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Back to settings' }).click();
    await change.getByText(email).waitFor();
    const late = await (await t.visitor(phone)).newPage();
    await late.goto(link);
    await late.getByText('This link is no longer valid.').waitFor();

    await section('Delete your account').getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep my account' }).click();
    await section('Delete your account').getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('wrong password');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('Your current password is not right.').waitFor();
    await dialog.getByLabel('Password').fill(known);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('You have 1 confirmed booking ahead.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete it anyway' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account is deleted' }).waitFor();
    await page.waitForURL(`${t.url}/account-deleted`);
    await expectNoSideScroll(page);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await t.db.selectFrom('users').select('id').where('id', '=', client.userId).execute()).toEqual([]);
    const farewells = async () =>
      (await t.mailTo(email)).filter(({ subject }) => subject === 'Your Saluni account is deleted').length;
    await expect.poll(farewells, { timeout: 30_000, interval: 300 }).toBe(1);
    await expect
      .poll(async () => (await t.mailTo(professional.email)).map(({ subject }) => subject), {
        timeout: 60_000,
        interval: 300,
      })
      .toEqual(['Cancelled: Dry curl cut with Former client']);
  }, 120_000);
});

test('whoever lost the account takes it back in the mailbox that it had: opening the page changes nothing', async () => {
  const { userId, email } = await t.make.client();
  const moved = `thief-${Date.now()}@accounts.example`;
  await confirmChange(t.db, (await insertEmailChange(t.db, userId, moved)).id);
  const token = await newLink(t.db, 'email_undo', { email, userId });
  const page = await (await t.visitor(phone)).newPage();
  const stored = t.db.selectFrom('users').select('email').where('id', '=', userId);
  await page.goto(`/undo-email?token=${token}`, { waitUntil: 'networkidle' });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  expect(await stored.executeTakeFirst()).toEqual({ email: moved });
  await page.getByRole('button', { name: 'Change it back' }).click();
  await page.getByText('Done. This email is yours again, and everyone is logged out.').waitFor();
  expect(await stored.executeTakeFirst()).toEqual({ email });
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await page.getByRole('button', { name: 'Change it back' }).click();
  await page.getByText('This link is no longer valid.').waitFor();
});
