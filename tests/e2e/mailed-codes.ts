import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Harness } from './harness.ts';

let made = 0;
/** An address that no test has used. */
export const newAddress = () => `new-${++made}-${Date.now()}@codes.example`;

/** The code of the latest mail to an address, once there are so many mails with one. */
export async function codeTo(t: Harness, email: string, mails = 1): Promise<string> {
  let codes: string[] = [];
  const found = async () => {
    codes = (await t.mailTo(email)).flatMap(({ subject }) => /^\d{6}(?= )/.exec(subject)?.[0] ?? []);
    return codes.length;
  };
  await expect.poll(found, { timeout: 30_000, interval: 300 }).toBe(mails);
  return codes.at(-1) ?? '';
}

/** Another code than this. */
export const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const askForCode = (page: Page | Locator) => page.getByRole('button', { name: 'Email me a code' });
export const confirmCode = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });
export const codeField = (page: Page) => page.getByLabel('Code');
/** What of the typed code is selected, so that typing replaces it. */
export const selectedCode = (page: Page) =>
  codeField(page).evaluate((input) => {
    const { value, selectionStart, selectionEnd } = input as HTMLInputElement;
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  });
export const chosenBooking = (page: Page) => page.getByRole('region', { name: 'Your booking' });

/** Asks for a code for an address. */
export async function askFor(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await askForCode(page).click();
  await codeField(page).waitFor();
}

/** Says who is new here, once the code was right. */
export async function introduce(page: Page) {
  await page.getByLabel('First name').fill('Ngaio');
  await page.getByLabel('Last name').fill('Hall');
  await confirmCode(page).click();
}

/** The sixth digit sends it. */
export const enterCode = (page: Page, code: string) => codeField(page).fill(code);
