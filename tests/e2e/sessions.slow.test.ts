import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { confirmChange, insertEmailChange } from '#server/features/auth/email-queries.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { newLink } from '#server/links/mailed-links.ts';
import { password as known } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { confirmPath, logIn, melbourne, phone, requested, stage, zone } from './booking-people.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  intercept,
  picture,
  receiveShell,
  untilUploaded,
  useHarness,
} from './harness.ts';
import { endSessionsOf, expired, storedInBrowser, unheard } from './sessions.ts';

/** Coming in, being known, and leaving: sessions that end, accounts that begin, move and go, news on a device. */
const t = useHarness();
const desktop = { viewport: { width: 1280, height: 900 } };
const password = 'braids and barrel curls';
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome Back' }).waitFor();

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

/** Another session of theirs, as of another device. */
const sessionOf = async ({ userId }: { userId: string }) => (await startSession(t.db, readConfig({}), userId)).token;

describe('F5: a refused token', () => {
  test('of ten calls at once leads to the login once, which says a wrong password in place and leads back', async () => {
    const client = await t.make.client();
    await t.make.password(client);
    const { professionalId } = await t.make.professional();
    const of = { professionalId, clientId: client.clientId, status: 'confirmed' } as const;
    for (let day = 2; day < 12; day++) await t.make.booking({ ...of, start: Date.now() + day * DAY });
    const page = await (await unheard(await t.signedIn(client))).newPage();
    const logins: string[] = [];
    page.on('framenavigated', (frame) => new URL(frame.url()).pathname === '/login' && logins.push(frame.url()));
    let refused = 0;
    page.on('response', (response) => void (response.status() === 401 && refused++));
    await page.goto('/client-profile');
    const details = page.getByRole('link', { name: /^View Details/ });
    await details.nth(9).waitFor();
    const release = await intercept(page, 'bookings.byId', 'hold');
    const asked = new Set<string>();
    page.on('request', (request) => void (request.url().includes('bookings.byId') && asked.add(request.url())));
    // Each visit of a details page leaves a call that is not answered yet; the pointer over its link may have begun it.
    for (let booking = 0; booking < 10; booking++) {
      await details.nth(booking).click();
      await page.waitForURL('**/booking-details/**');
      await expect.poll(() => asked.size).toBeGreaterThan(booking);
      await page.goBack();
      await page.waitForURL('**/client-profile');
    }
    // The address is ahead of the page.
    await details.first().waitFor();
    await endSessionsOf(t, client.userId);
    release();
    await expect.poll(() => refused).toBeGreaterThanOrEqual(10);
    await page.waitForURL('**/login?next=%2Fclient-profile');
    await welcome(page);
    await page.waitForLoadState('networkidle');
    expect(logins).toHaveLength(1);
    expect(await storedInBrowser(page)).toEqual([]);
    await page.getByLabel('Email').fill(client.email);
    await page.getByLabel('Password').fill(`${known} not`);
    const button = page.getByRole('button', { name: 'Login' });
    await button.click();
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(client.email);
    // A button that is busy is disabled, and so loses the focus; it comes back.
    await expect.poll(() => button.evaluate((one) => document.activeElement === one)).toBe(true);
    await logIn(page, client.email);
    await page.waitForURL('**/client-profile');
    await page.getByText('Zoë Adjei').waitFor();
    // Other failures log nobody out.
    for (const status of [403, 500]) {
      const mend = await intercept(page, 'clients.me', { status, detail: 'Not now' });
      await page.reload();
      await page.getByText('Failed to load client data.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/client-profile');
      mend();
    }
  });

  test('on a public page ends the session and stays; its own call, which waits meanwhile, is asked again without it', async () => {
    const s = await stage(t);
    const path = `/service-details/${s.cut}`;
    const { page } = await expired(t, s.client, path);
    const stopped = Promise.withResolvers<void>();
    await receiveShell(page);
    await page.route('**/trpc/services.byId*', async (route) => {
      if (route.request().headers().authorization) await stopped.promise;
      await route.continue().catch(() => undefined);
    });
    await page.reload();
    await page.getByRole('link', { name: 'Log in', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Dry curl cut' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await storedInBrowser(page)).toEqual([]);
    stopped.resolve();
  });

  test('keeps the page of every tab and what was typed, and is said on the login; a logout keeps and says nothing', async () => {
    const ended = 'Your session has ended. Log in to continue.';
    const client = await t.make.client();
    await t.make.password(client);
    const { context, page } = await expired(t, client, '/edit-client-profile', (before) =>
      before.getByLabel('Phone Number').fill('0400999888'),
    );
    const other = await context.newPage();
    await other.goto('/client-profile');
    await other.waitForURL('**/login?next=%2Fclient-profile');
    // Only if it is there still: the other tab may have told this one.
    const save = page.getByRole('button', { name: 'Save' });
    await save.evaluateAll((buttons) => (buttons[0] as HTMLButtonElement | undefined)?.click());
    await page.waitForURL('**/login?next=%2Fedit-client-profile');
    await page.getByRole('alert').getByText(ended).waitFor();
    await logIn(page, client.email);
    await page.waitForURL('**/edit-client-profile');
    await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe('0400999888');

    await other.goto('/client-profile');
    await other.getByText('Zoë Adjei').first().waitFor();
    await logOut(page);
    await welcome(page);
    await other.waitForURL((url) => url.pathname === '/login' && url.search === '');
    expect(await page.getByText(ended).count()).toBe(0);
    await page.goto('/edit-client-profile');
    await welcome(page);
    expect(await page.getByText(ended).count()).toBe(0);
  });
});

test('a logout without a connection says so, keeps nothing, and ends at the server once there is one again', async () => {
  const client = await t.make.client();
  const page = await t.open('/client-profile', client);
  const menu = page.getByRole('button', { name: 'Profile', exact: true });
  await menu.click();
  const logOut = page.getByRole('menuitem', { name: 'Log out' });
  await logOut.waitFor();
  await page.context().setOffline(true);
  await logOut.click();
  const said = page.getByText("You're logged out here.");
  await said.waitFor();
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(await stored()).not.toContain(client.token);
  const me = () => fetch(`${t.url}/users/me/`, { headers: { authorization: `Bearer ${client.token}` } });
  expect((await me()).status).toBe(200);
  await page.context().setOffline(false);
  await expect.poll(async () => (await me()).status).toBe(401);
  await said.waitFor({ state: 'detached' });
});

test('F6: the page to return to after a login is the one that was asked for, never another site or one of another role', async () => {
  const page = await (await t.signedIn(await t.make.client())).newPage();
  const visited = new Set<string>();
  page.on('request', (request) => void (request.isNavigationRequest() && visited.add(new URL(request.url()).host)));
  for (const next of ['//evil.example', '/login?next=/login', '/professional-dashboard']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    // Somebody without a booking finds a service first.
    await page.waitForURL(({ pathname }) => pathname === '/browse-services');
  }
  await page.goto(`/login?next=${encodeURIComponent('/edit-client-profile?a=b#c')}`);
  await page.waitForURL('**/edit-client-profile?a=b#c');
  expect([...visited]).toEqual([new URL(t.url).host]);
});

test('S14: logging out removes every key of the product in every tab, and Back shows nothing private', async () => {
  const s = await stage(t);
  const context = await t.signedIn(s.client, { viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(confirmPath(s));
  await page.getByLabel('Add any special notes (optional):').fill('Private words');
  const other = await context.newPage();
  await other.goto('/client-profile');
  await other.getByText('0400111222').waitFor();
  await page.goto('/edit-client-profile');
  await page.getByLabel('Phone Number').waitFor();

  await logOut(page);
  await welcome(page);
  expect(await storedInBrowser(page)).toEqual([]);
  await welcome(other);
  expect(await storedInBrowser(other)).toEqual([]);

  for (let steps = 0; steps < 3; steps++) {
    await page.goBack().catch(() => undefined);
    const text = await page.evaluate(
      () =>
        document.body.innerText +
        [...document.querySelectorAll('textarea, input')].map((field) => (field as HTMLInputElement).value).join(),
    );
    expect(text).not.toMatch(/Private words|0400111222|Adjei/);
  }
  const answer = await fetch(`${t.url}/users/me/`, { headers: { authorization: `Bearer ${s.client.token}` } });
  expect(answer.status).toBe(401);
});

describe('a session that ends while a form is typed', () => {
  test('leaves a new service to its professional after the login, without a toast there, and nothing to somebody else', async () => {
    const [professional, other] = [await t.make.professional(), await t.make.professional({ bio: 'Mine' })];
    for (const person of [professional, other]) await t.make.password(person);
    const page = await (await unheard(await t.signedIn(professional))).newPage();
    await page.goto('/create-service');
    await page.getByLabel('Service Name').fill('Knotless braids');
    await page.getByLabel('Description').fill('To the waist, in an afternoon');
    await page.getByLabel('Price ($)').fill('180');
    await page.getByLabel('Duration (minutes)').fill('240');
    await page.getByLabel('Active').uncheck();
    // A call that is under way would meet the end before the press does.
    await page.waitForLoadState('networkidle');
    await endSessionsOf(t, professional.userId);
    await page.getByRole('button', { name: 'Create Service' }).click();
    await welcome(page);
    expect(await storedInBrowser(page)).toEqual([]);
    expect(await page.locator('[data-sonner-toast]').allInnerTexts()).toEqual([]);
    await logIn(page, professional.email);
    await page.waitForURL('**/create-service');
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('To the waist, in an afternoon');
    expect(await page.getByLabel('Service Name').inputValue()).toBe('Knotless braids');
    expect(await page.getByLabel('Active').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Create Service' }).click();
    await page.waitForURL('**/professional-dashboard');
    await page.getByRole('heading', { name: 'Knotless braids' }).waitFor();

    const form = await t.open('/edit-professional-profile', { token: await sessionOf(professional) });
    const [bio, chip] = [form.getByLabel('Bio'), form.getByRole('button', { name: 'Loctician' })];
    await bio.fill('Half a sentence of');
    await chip.click();
    await endSessionsOf(t, professional.userId);
    await welcome(form);
    await logIn(form, other.email);
    await form.waitForURL('**/edit-professional-profile');
    await expect.poll(() => bio.inputValue()).toBe('Mine');
    expect(await chip.getAttribute('aria-pressed')).toBe('false');
  });

  test('leaves half a feedback and the reason in a dialog to the same person', async () => {
    const client = await t.make.client();
    await t.make.password(client);
    const { bookingId } = await t.make.booking({ clientId: client.clientId, status: 'confirmed' });
    const page = await t.open(`/booking/${bookingId}/update`, client, desktop);
    await page.getByRole('button', { name: 'Give feedback' }).click();
    await page.getByLabel('What felt smooth?').selectOption('booking process');
    await page.getByLabel('Comments (optional)', { exact: true }).nth(1).fill('Two taps');
    await page.getByRole('button', { name: 'Minimize feedback' }).click();
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page.getByRole('alertdialog').getByLabel('Reason (optional)').fill('My train is late');
    await endSessionsOf(t, client.userId);
    await welcome(page);
    expect(await storedInBrowser(page)).toEqual([]);
    await logIn(page, client.email);
    await page.waitForURL(`**/booking/${bookingId}/update`);
    await expect.poll(() => page.getByLabel('What felt smooth?').inputValue()).toBe('booking process');
    expect(await page.getByLabel('Comments (optional)', { exact: true }).nth(1).inputValue()).toBe('Two taps');
    await page.getByRole('button', { name: 'Minimize feedback' }).click();
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    const reason = page.getByRole('alertdialog').getByLabel('Reason (optional)');
    await expect.poll(() => reason.inputValue()).toBe('My train is late');
  });

  test('is seen at once by every page of it, without a press, and Back shows nothing private', async () => {
    const client = await t.make.client();
    const context = await t.signedIn(client, desktop);
    const pages = [await context.newPage(), await context.newPage()];
    for (const page of pages) {
      await page.goto('/client-profile');
      await page.getByText('0400111222').waitFor();
      await page.getByRole('link', { name: 'Edit Profile' }).click();
      await page.getByLabel('Phone Number').waitFor();
    }
    // As another device ends it: the sessions' list in the settings.
    const authorization = `Bearer ${await sessionOf(client)}`;
    const answer = await fetch(`${t.url}/users/me/sessions`, { method: 'DELETE', headers: { authorization } });
    expect(answer.status).toBe(204);
    for (const page of pages) {
      await page.getByRole('heading', { name: 'Welcome Back' }).waitFor({ timeout: 5_000 });
      expect(await storedInBrowser(page)).toEqual([]);
      await page.goBack().catch(() => undefined);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/0400111222|Adjei/);
    }
  });
});

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

describe('an account', () => {
  test('to an account: signup, verification, approval, invitation, first steps, picture, service and hours, first booking', async () => {
    const email = `mere-${Date.now()}@accounts.example`;
    const admin = await t.make.admin();
    const page = await t.open('/waitlist-signup', null, phone);
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
    const dashboard = await t.open('/admin-dashboard?tab=waitlist', admin, { viewport: { width: 1280, height: 900 } });
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
    // It is used before the connection breaks, and the next press finishes it.
    const mend = await intercept(page, 'auth.me', { status: 503, detail: 'Service temporarily unavailable' });
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText("Your password is set, but we couldn't log you in. Press again to try.").waitFor();
    mend();
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

    const ngaio = await t.make.client({ first_name: 'Ngaio', last_name: 'Hall' });
    const booking = await t.open(new URL(ownPage).pathname, ngaio, phone);
    await booking.getByRole('button', { name: 'Picture 1 of 1: A skin fade from behind' }).waitFor();
    await booking.getByRole('link', { name: /^Book/ }).first().click();
    await booking.getByRole('button', { name: /^10:00 AM/ }).click();
    await booking.getByRole('button', { name: 'Continue to Booking' }).click();
    await booking.getByRole('button', { name: 'Confirm Booking' }).click();
    await requested(booking);
    await page.getByText(/Ngaio/).first().waitFor();

    const other = await t.open(link, null, phone);
    await other.getByText('This link is no longer valid.').waitFor();
    await expectNoSideScroll(other);
    await other.getByRole('link', { name: 'Send me a new invitation' }).click();
    await other.waitForURL(`${t.url}/waitlist-signup`);
  }, 180_000);

  test('a forgotten password on a phone', async () => {
    const { email } = await t.make.client();
    const page = await t.open('/login', null, phone);
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
    await t.make.password(client);
    const professional = await t.make.professional();
    await t.make.booking({ ...professional, clientId: client.clientId, status: 'confirmed' });
    const email = `moved-${Date.now()}@accounts.example`;
    const page = await t.open('/settings', client, phone);
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
    const late = await t.open(link, null, phone);
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
});

type Worker = { shown: unknown[]; registration: { showNotification(...given: unknown[]): Promise<void> } };

test('a push shows a notification, also to somebody who looks at the page, and a tap opens what it is about', async () => {
  const context = await t.signedIn(await t.make.client(), { serviceWorkers: 'allow' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.startsWith(t.url)) registered.resolve(registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/notifications');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // From now on the page is the worker's, which may send it elsewhere.
  await page.reload();
  const [worker] = context.serviceWorkers();
  // Chromium without a screen has neither a push service nor notifications: what it is asked to show is kept.
  await worker?.evaluate(() => {
    const own = globalThis as unknown as Worker;
    own.shown = [];
    own.registration.showNotification = async (...given) => void own.shown.push(given);
  });
  const push = async (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: t.url,
      registrationId: await registered.promise,
      data,
    });
  const [title, body, tag] = ['New message', 'Open Saluni to read and answer.', 'a'.repeat(32)];
  await push(JSON.stringify({ web_push: 8030, notification: { title, body, navigate: `${t.url}/settings?a=1`, tag } }));
  await push('not ours');
  const icon = '/icon-192.png';
  await expect
    .poll(() => worker?.evaluate(() => (globalThis as unknown as Worker).shown))
    .toEqual([
      [title, { body, tag, renotify: true, icon, data: '/settings?a=1' }],
      ['News on Saluni', { body: '', icon, data: '/notifications' }],
    ]);

  await worker?.evaluate(() => {
    const [[, { data }]] = (globalThis as unknown as Worker).shown as [[string, { data: string }]];
    const tap = new Event('notificationclick');
    dispatchEvent(Object.assign(tap, { notification: { data, close() {} }, waitUntil() {} }));
  });
  await page.waitForURL('**/settings?a=1');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('news on this device are offered after a booking, once a day, and after a no not for six weeks', async () => {
  const { clientId, ...client } = await t.make.client();
  const { bookingId } = await t.make.booking({ clientId, start: Date.now() + 60 * DAY });
  const page = await (await t.signedIn(client)).newPage();
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  const offer = page.getByRole('region', { name: 'Want to hear right away?' });
  const begun = Date.now();
  async function visit(after: number) {
    await page.clock.setSystemTime(begun + after);
    const key = page.waitForResponse('**/trpc/push.key*');
    await page.goto(`/booking-confirmed/${bookingId}`);
    await key;
    await page.getByText('Add to calendar').waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await visit(0);
  await offer.waitFor();
  await visit(23 * HOUR);
  expect(await offer.count()).toBe(0);
  await visit(25 * HOUR);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'detached' });
  await visit(42 * DAY);
  expect(await offer.count()).toBe(0);
  await visit(44 * DAY);
  await offer.waitFor();
}, 60_000);
