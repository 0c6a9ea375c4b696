import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };
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

async function post(path: string, body: object, token?: string) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(t.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
}

describe('the way to an account', () => {
  test('signup, verify, approval, invitation, password: logged in on the page of the role', async () => {
    const email = `mere-${Date.now()}@accounts.example`;
    await post('/waitlist/signup', { name: 'Mere Te Ao', email, role: 'Barber' });
    const page = await (await t.visitor()).newPage();
    await page.goto(await mailedLink(email, 'verify-email'));
    await page.getByRole('heading', { level: 1, name: 'Email Verified!' }).waitFor();
    const { id } = await t.db.selectFrom('waitlist_entries').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await post(`/admin/waitlist/${id}/approve`, {}, (await t.make.admin()).token);

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
    await field.fill(password);
    await page.getByText('Strength: Strong').waitFor();
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL(`${t.url}/professional-dashboard`);

    const other = await (await t.visitor(phone)).newPage();
    await other.goto(link);
    await other.getByText('This link is no longer valid.').waitFor();
    await expectAccessible(other);
    await expectNoSideScroll(other);
    await other.getByRole('link', { name: 'Send me a new invitation' }).click();
    await other.waitForURL(`${t.url}/waitlist-signup`);
  }, 120_000);

  test('a forgotten password on a phone', async () => {
    const { email } = await t.make.client();
    const page = await (await t.visitor(phone)).newPage();
    await page.goto('/login');
    await page.getByText('No account yet?').waitFor();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Invalid email address').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(`If ${email} has an account, a link is on its way.`).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);

    const link = await mailedLink(email, 'reset-password');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
    await page.locator('input[name=password]').fill('short');
    await page.getByRole('button', { name: 'Save my password' }).click();
    await page.getByText('Password must be at least 8 characters long').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectAccessible(page);
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
});
