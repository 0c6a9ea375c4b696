import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNoSideScroll, intercept, useHarness } from './harness.ts';

const t = useHarness();
const heading = 'Join the Beta: Tools for Stylists Who Care and Clients Who Value Quality';
let made = 0;
const newAddress = () => `somebody-${++made}-${Date.now()}@waitlist.example`;

/** The path and query of the latest link mailed to the address. */
async function mailedLink(address: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await t.mailTo(address)).length, { timeout: 30_000, interval: 300 }).toBe(mails);
  const text = (await t.mailTo(address)).at(-1)?.text ?? '';
  return /https?:\/\/\S+(\/verify-email\?token=[\w-]+)/.exec(text)?.[1] ?? 'no link';
}

async function signUp(page: Page, email: string) {
  await page.getByLabel('Name').fill('Zoë Adjei');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Client');
  await page.getByRole('button', { name: 'Reserve My Spot' }).click();
}

async function signedUp(email: string): Promise<string> {
  const body = JSON.stringify({ name: 'Zoë Adjei', email, role: 'Barber' });
  await fetch(`${t.url}/waitlist/signup`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return mailedLink(email);
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

describe('the waitlist', () => {
  test('on a phone: sign up, read the mail, follow the link, be verified; the link works once', async () => {
    const email = newAddress();
    const page = await t.open('/waitlist-signup', null, { viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByText('check your inbox and your spam folder').waitFor();
    await page.getByText('Professionals are reviewed. Your spot is confirmed after verification.').waitFor();
    expect(await page.getByLabel('Role').locator('option').allTextContents()).toEqual([
      'Select your role',
      'Hairdresser',
      'Barber',
      'Client',
    ]);
    await expectNoSideScroll(page);

    // Place and link are asked of those who do hair.
    await page.getByLabel('Role').selectOption('Barber');
    await page.getByLabel('Link to your work (optional)').fill('@zoe');
    await page.getByRole('button', { name: 'Reserve My Spot' }).click();
    await page.getByText('Must be a valid URL').waitFor();
    await page.getByLabel('Role').selectOption('Client');
    expect(await page.getByLabel('Where you work (optional)').count()).toBe(0);

    const release = await intercept(page, 'waitlist.signup', 'hold');
    await signUp(page, email);
    const busy = page.getByRole('button', { name: 'Submitting...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    release();
    await page.getByText('Thanks! Check your inbox to verify your email and reserve your spot.').waitFor();
    await page.waitForURL(`${t.url}/`);

    const link = await mailedLink(email);
    await page.goto(link);
    await page.getByRole('button', { name: 'Verify my email' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await page.getByRole('heading', { level: 1, name: 'Email Verified!' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/thank-you');
    await expectNoSideScroll(page);
    const entry = await t.db.selectFrom('waitlist_entries').selectAll().where('email', '=', email).executeTakeFirst();
    expect(entry).toMatchObject({ name: 'Zoë Adjei', role: 'Client', status: 'verified' });

    await page.goto(link);
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await page.getByText('This link is no longer valid.').waitFor();
    await expectNoSideScroll(page);
    await page.getByRole('link', { name: 'Sign up again' }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();

    await page.goto('/thank-you');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${t.url}/`);
  }, 120_000);

  test('invalid fields have a message, the first has the focus, and what was typed stays', async () => {
    const page = await t.open('/waitlist-signup');
    await page.getByRole('button', { name: 'Reserve My Spot' }).click();
    await page.getByText('Name must be at least 2 characters long').waitFor();
    await page.getByText('Invalid email address').waitFor();
    await page.getByText('Role is required').waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    await page.getByLabel('Name').fill('a'.repeat(101));
    await page.getByText('Name must be 100 characters or fewer').waitFor();
    await signUp(page, 'zoe@example');
    await page.getByText('Invalid email address').waitFor();
    await expect.poll(() => focused(page)).toBe('email');
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë Adjei');
  });

  test.each([
    [
      'the server says why',
      { status: 429, detail: 'Too many requests. Try again in 9 seconds.' },
      'Too many requests. Try again in 9 seconds.',
    ],
    ['the server does not say why', { status: 500, detail: undefined }, 'Something went wrong.'],
    ['there is no answer', undefined, 'An unexpected error occurred.'],
  ])('%s: a message at the email field and as a toast, and what was typed stays', async (_title, answer, message) => {
    const page = await t.open('/waitlist-signup');
    await page.getByLabel('Name').waitFor();
    if (answer) await intercept(page, 'waitlist.signup', answer);
    else await page.route('**/trpc/waitlist.signup', (route) => route.abort());
    await signUp(page, 'refused@waitlist.example');
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.locator('[data-sonner-toast]').filter({ hasText: message }).waitFor();
    const email = page.getByLabel('Email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => focused(page)).toBe('email');
    expect([
      await page.getByLabel('Name').inputValue(),
      await email.inputValue(),
      await page.getByLabel('Role').inputValue(),
    ]).toEqual(['Zoë Adjei', 'refused@waitlist.example', 'Client']);
    expect(new URL(page.url()).pathname).toBe('/waitlist-signup');
  });

  test('after a failed verification another press verifies', async () => {
    const link = await signedUp(newAddress());
    const page = await (await t.visitor()).newPage();
    const release = await intercept(page, 'waitlist.verify', {
      status: 503,
      detail: 'Service temporarily unavailable',
    });
    await page.goto(link);
    const button = page.getByRole('button', { name: 'Verify my email' });
    await button.click();
    await page.getByText('Service temporarily unavailable').waitFor();
    release();
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'Email Verified!' }).waitFor();
  });

  test('S9, S10: opening the page verifies nothing before the press, and no request has the token in its referrer', async () => {
    const email = newAddress();
    const link = await signedUp(email);
    const page = await t.visitor().then((context) => context.newPage());
    const headers: Record<string, string | undefined>[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) headers.push(request.headers());
    });
    for (const method of ['HEAD', 'GET', 'GET', 'GET']) {
      const answer = await fetch(t.url + link, { method, headers: { accept: 'text/html' } });
      expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    }
    await page.goto(link, { waitUntil: 'networkidle' });
    const { status } = await t.db
      .selectFrom('waitlist_entries')
      .select('status')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(status).toBe('unverified');
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await page.getByRole('heading', { level: 1, name: 'Email Verified!' }).waitFor();
    expect(headers.length).toBeGreaterThan(3);
    expect(headers.map(({ referer }) => referer ?? '').filter((referer) => referer.includes('token'))).toEqual([]);
  });

  test('an address without a token says so and leads back to the signup', async () => {
    const page = await t.open('/verify-email');
    await page.getByText('This link is no longer valid.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign up again' }).getAttribute('href')).toBe('/waitlist-signup');
  });
});
