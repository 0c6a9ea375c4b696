import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { DAY } from '#shared/constants.ts';
import { confirmPath, givePassword, logIn, password, stage } from './booking-people.ts';
import { intercept, receiveShell, useHarness } from './harness.ts';
import { endSessionsOf, expired, storedInBrowser, unheard } from './sessions.ts';

const t = useHarness();

/** Collects the address of every navigation to the login. */
function loginsOf(page: Page) {
  const found: string[] = [];
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).pathname === '/login') found.push(frame.url());
  });
  return found;
}

describe('F5: a refused token', () => {
  test('ten refused calls at once lead to the login once, and the login leads back', async () => {
    const client = await t.make.client();
    await givePassword(t, client);
    const { professionalId } = await t.make.professional();
    const of = { professionalId, clientId: client.clientId, status: 'confirmed' } as const;
    for (let day = 2; day < 12; day++) await t.make.booking({ ...of, start: Date.now() + day * DAY });
    const page = await (await unheard(await t.signedIn(client))).newPage();
    const logins = loginsOf(page);
    let refused = 0;
    page.on('response', (response) => {
      if (response.status() === 401) refused++;
    });
    await page.goto('/client-profile');
    const details = page.getByRole('link', { name: /^View Details/ });
    await details.nth(9).waitFor();
    const release = await intercept(page, 'bookings.byId', 'hold');
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('bookings.byId')) asked.add(request.url());
    });
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
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(logins).toHaveLength(1);
    expect(await storedInBrowser(page)).toEqual([]);
    await logIn(page, client.email);
    await page.waitForURL('**/client-profile');
    await page.getByText('Zoë Adjei').waitFor();
  });

  test('in the middle of a booking loses neither the choices nor the notes', async () => {
    const s = await stage(t);
    await givePassword(t, s.client);
    const page = await (await unheard(await t.signedIn(s.client))).newPage();
    const path = confirmPath(s);
    await page.goto(path);
    await page.getByLabel('Add any special notes (optional):').fill('Still here');
    await endSessionsOf(t, s.client.userId);
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await storedInBrowser(page)).toEqual([]);
    await logIn(page, s.client.email);
    await page.waitForURL(`**${path}`);
    expect(await page.getByLabel('Add any special notes (optional):').inputValue()).toBe('Still here');
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('heading', { name: 'Request sent' }).waitFor();
    expect(await s.bookings()).toMatchObject([{ notes: 'Still here' }]);
  });

  test('a failed login is shown in place', async () => {
    const client = await t.make.client();
    await givePassword(t, client);
    const page = await (await t.visitor()).newPage();
    await page.goto('/login');
    await page.getByLabel('Email').fill(client.email);
    await page.getByLabel('Password').fill(`${password} not`);
    const button = page.getByRole('button', { name: 'Login' });
    await button.click();
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(client.email);
    // A button that is busy is disabled, and so loses the focus; it comes back.
    await expect.poll(() => button.evaluate((one) => document.activeElement === one)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test.each([403, 500])('%i logs nobody out', async (status) => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client)).newPage();
    await intercept(page, 'clients.me', { status, detail: 'Not now' });
    await page.goto('/client-profile');
    await page.getByText('Failed to load client data.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/client-profile');
    expect((await storedInBrowser(page)).some((entry) => entry.includes(client.token))).toBe(true);
  });

  test('an expired token on a public page ends the session and stays on the page', async () => {
    const s = await stage(t);
    await endSessionsOf(t, s.client.userId);
    const context = await t.visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript((token) => {
      const state = { token, role: 'client', email: 'a@example.com', username: 'A', isLoggedIn: true };
      localStorage.setItem('saluni.session', JSON.stringify({ state, version: 0 }));
      localStorage.setItem('saluni.access_token', token);
    }, s.client.token);
    await page.goto(`/service-details/${s.cut}`);
    await page.getByRole('link', { name: 'Log in', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Dry curl cut' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/service-details/${s.cut}`);
    expect(await storedInBrowser(page)).toEqual([]);
  });
});

test('F5: a public page whose own call waits while the token is refused asks again without it', async () => {
  const s = await stage(t);
  const { page } = await expired(t, s.client, `/service-details/${s.cut}`);
  const stopped = Promise.withResolvers<void>();
  await receiveShell(page);
  await page.route('**/trpc/services.byId*', async (route) => {
    if (route.request().headers().authorization) await stopped.promise;
    await route.continue().catch(() => undefined);
  });
  await page.reload();
  await page.getByRole('link', { name: 'Log in', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Dry curl cut' }).waitFor();
  stopped.resolve();
});

test('F5: a session that expired keeps the page in every tab; a logout does not', async () => {
  const client = await t.make.client();
  await givePassword(t, client);
  const { context, page } = await expired(t, client, '/client-profile');
  const other = await context.newPage();
  await other.goto('/edit-client-profile');
  await other.waitForURL('**/login?next=%2Fedit-client-profile');
  await page.waitForURL('**/login?next=%2Fclient-profile');

  await logIn(page, client.email);
  await page.waitForURL('**/client-profile');
  await other.goto('/edit-client-profile');
  await other.getByLabel('Phone Number').waitFor();
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await other.waitForURL((url) => url.pathname === '/login' && url.search === '');
});

test('a logout without a connection says so, keeps nothing, and ends at the server once there is one again', async () => {
  const client = await t.make.client();
  const page = await (await t.signedIn(client)).newPage();
  await page.goto('/client-profile');
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

describe('F6: the page to return to after a login', () => {
  const outside = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%2f%2fevil.example',
    '//evil.example/%2e%2e',
    '/login',
    '/login?next=/login',
    '/professional-dashboard',
    '',
  ];
  test('is never another site, the login itself, or a page that the role may not see', async () => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client)).newPage();
    const visited: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visited.push(new URL(request.url()).host);
    });
    for (const next of outside) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.waitForURL((url) => url.pathname !== '/login');
      const { origin, pathname } = new URL(page.url());
      expect({ next, origin, safe: !/login|dashboard/.test(pathname) }).toEqual({ next, origin: t.url, safe: true });
    }
    expect([...new Set(visited)]).toEqual([new URL(t.url).host]);
  });

  test('is the page that was asked for', async () => {
    const client = await t.make.client();
    const page = await (await t.signedIn(client)).newPage();
    await page.goto(`/login?next=${encodeURIComponent('/edit-client-profile?a=b#c')}`);
    await page.waitForURL('**/edit-client-profile?a=b#c');
  });
});

describe('S14: logging out', () => {
  test('removes every key of the product in every tab, and Back shows nothing private', async () => {
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

    await page.getByRole('button', { name: 'Profile', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await storedInBrowser(page)).toEqual([]);
    await other.getByRole('heading', { name: 'Welcome Back' }).waitFor();
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

  test('a refused token removes the keys, too', async () => {
    const client = await t.make.client();
    const page = await (await unheard(await t.signedIn(client))).newPage();
    await page.goto('/client-profile');
    await page.getByText('0400111222').waitFor();
    await endSessionsOf(t, client.userId);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await storedInBrowser(page)).toEqual([]);
    await page.goBack().catch(() => undefined);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/0400111222|Adjei/);
  });
});

describe('a session that ends while a form is typed', () => {
  const said = (page: Page) => page.locator('[data-sonner-toast]').allInnerTexts();

  test('leaves the text of a new service to its professional after the login, and no toast on the login', async () => {
    const professional = await t.make.professional();
    await givePassword(t, professional);
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
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await storedInBrowser(page)).toEqual([]);
    expect(await said(page)).toEqual([]);
    await logIn(page, professional.email);
    await page.waitForURL('**/create-service');
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('To the waist, in an afternoon');
    expect(await page.getByLabel('Service Name').inputValue()).toBe('Knotless braids');
    expect(await page.getByLabel('Active').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Create Service' }).click();
    await page.waitForURL('**/professional-dashboard');
    await page.getByRole('heading', { name: 'Knotless braids' }).waitFor();
  });

  test('leaves what was changed in a profile, and nothing of it to somebody else', async () => {
    const [professional, other] = [await t.make.professional(), await t.make.professional({ bio: 'Mine' })];
    for (const person of [professional, other]) await givePassword(t, person);
    const page = await (await t.signedIn(professional)).newPage();
    const type = async () => {
      await page.getByLabel('Bio').fill('Half a sentence of');
      await page.getByRole('button', { name: 'Loctician' }).click();
      await endSessionsOf(t, professional.userId);
      await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    };
    await page.goto('/edit-professional-profile');
    await type();
    await logIn(page, professional.email);
    await page.waitForURL('**/edit-professional-profile');
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Half a sentence of');
    expect(await page.getByRole('button', { name: 'Loctician' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Loctician' }).click();
    await type();
    await logIn(page, other.email);
    await page.waitForURL('**/edit-professional-profile');
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Mine');
    expect(await page.getByRole('button', { name: 'Loctician' }).getAttribute('aria-pressed')).toBe('false');
  });

  test('leaves half a feedback and the reason in a dialog to the same person', async () => {
    const client = await t.make.client();
    await givePassword(t, client);
    const { bookingId } = await t.make.booking({ clientId: client.clientId, status: 'confirmed' });
    const page = await (await t.signedIn(client, { viewport: { width: 1280, height: 900 } })).newPage();
    await page.goto(`/booking/${bookingId}/update`);
    await page.getByRole('button', { name: 'Give feedback' }).click();
    await page.getByLabel('What felt smooth?').selectOption('booking process');
    await page.getByLabel('Comments (optional)', { exact: true }).nth(1).fill('Two taps');
    await page.getByRole('button', { name: 'Minimize feedback' }).click();
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page.getByRole('alertdialog').getByLabel('Reason (optional)').fill('My train is late');
    await endSessionsOf(t, client.userId);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
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

  test('is said on the login, to screen readers too, and not where nobody was logged in or logged out', async () => {
    const ended = 'Your session has ended. Log in to continue.';
    const client = await t.make.client();
    await givePassword(t, client);
    const { page } = await expired(t, client, '/edit-client-profile', (before) =>
      before.getByLabel('Phone Number').fill('0400999888'),
    );
    // Only if it is there still: another call of the page may meet the end before.
    const save = page.getByRole('button', { name: 'Save' });
    await save.evaluateAll((buttons) => (buttons[0] as HTMLButtonElement | undefined)?.click());
    await page.getByRole('alert').getByText(ended).waitFor();
    await logIn(page, client.email);
    await page.waitForURL('**/edit-client-profile');
    await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe('0400999888');

    await page.getByRole('button', { name: 'Profile', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await page.getByText(ended).count()).toBe(0);
    await page.goto('/edit-client-profile');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await page.getByText(ended).count()).toBe(0);
  });

  test('is seen at once by every page of it, without a press', async () => {
    const client = await t.make.client();
    const context = await t.signedIn(client, { viewport: { width: 1280, height: 900 } });
    const pages = [await context.newPage(), await context.newPage()];
    for (const page of pages) {
      await page.goto('/client-profile');
      await page.getByText('Zoë Adjei').first().waitFor();
    }
    // As another device ends it: the sessions' list in the settings.
    const another = await startSession(t.db, readConfig({}), client.userId);
    const answer = await fetch(`${t.url}/users/me/sessions`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${another.token}` },
    });
    expect(answer.status).toBe(204);
    for (const page of pages) {
      await page.getByRole('heading', { name: 'Welcome Back' }).waitFor({ timeout: 5_000 });
      expect(await page.getByText('Zoë Adjei').count()).toBe(0);
      expect(await storedInBrowser(page)).toEqual([]);
    }
  });
});
