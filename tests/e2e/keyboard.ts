import type { Page } from 'playwright-core';

/** Presses Tab until the element with this role and name has the focus. Returns how often. */
export async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'radio' | 'textbox' | 'searchbox',
  name: string | RegExp,
) {
  const named = page.getByRole(role, { name });
  // A field that suggests is a combobox once it has had the focus.
  const wanted = (role === 'searchbox' ? named.or(page.getByRole('combobox', { name })) : named).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach the ${role} ${name}`);
}
