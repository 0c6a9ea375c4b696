import type { Page } from 'playwright-core';

/** Presses Tab until the element with this role and name has the focus. Returns how often. */
export async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'radio' | 'textbox' | 'searchbox',
  name: string | RegExp,
) {
  const wanted = page.getByRole(role, { name }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach the ${role} ${name}`);
}
