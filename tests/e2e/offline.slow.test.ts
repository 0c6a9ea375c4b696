import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY } from '#shared/constants.ts';
import { givePassword, logIn } from './booking-people.ts';
import { useHarness } from './harness.ts';

const h = useHarness();

/** Whatever the browser stores for the site, as text. */
function storedBy(page: Page) {
  return page.evaluate(async () => {
    const texts = [...Object.values({ ...localStorage }), ...Object.values({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
}

async function untilWorking(page: Page) {
  const state = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;
  await expect.poll(() => page.evaluate(state)).toBe('activated');
}

test('the coming bookings are readable without a connection, say how old they are, and go at logout', async () => {
  const client = await h.make.client();
  await givePassword(h, client);
  const { professionalId } = await h.make.professional({ display_name: 'Odile Offline', location: 'Brunswick' });
  const service = await h.make.service(professionalId, { name: 'Offline braids' });
  await h.make.booking({
    professionalId,
    clientId: client.clientId,
    serviceIds: [service],
    start: Date.now() + 2 * DAY,
    status: 'confirmed',
  });
  const context = await h.visitor({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/login');
  await logIn(page, client.email);
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto('/client-profile');
  await page.getByText('Odile Offline').first().waitFor();
  await untilWorking(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saluni.coming') ?? '')).toContain('Odile Offline');
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('saluni.coming'))) ?? '{}');
  expect(Object.keys(stored.bookings[0]).sort()).toEqual(['name', 'place', 'service', 'start', 'zone']);
  // Its files pass the worker now.
  await page.reload();
  await page.getByText('Odile Offline').first().waitFor();

  await context.setOffline(true);
  await page.goto('/client-profile');
  const coming = page.getByRole('region', { name: 'Your next bookings' });
  await coming.waitFor();
  expect(await coming.textContent()).toMatch(/No connection\. This is from (just now|\d+ minutes? ago)/);
  for (const text of ['Odile Offline', 'Offline braids', 'Brunswick'])
    expect(await coming.textContent()).toContain(text);

  await page.goto('/');
  await coming.waitFor();
  // Where the screen itself was never loaded.
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(await page.title()).toBe('No connection · Saluni');
  await coming.waitFor();
  await context.setOffline(false);
  await page.goto('/client-profile');
  await page.getByText('Odile Offline').first().waitFor();
  await expect.poll(() => coming.count()).toBe(0);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  const left = async () => {
    const stored = await storedBy(page);
    return ['Odile', 'Offline braids', 'Brunswick', client.email].filter((text) => stored.includes(text));
  };
  await expect.poll(left).toEqual([]);
});

test('a form that is sent without a connection keeps what was entered, says so once until there is one, and is sent again', async () => {
  const context = await h.visitor();
  const page = await context.newPage();
  const said = page.getByText(/connection|unexpected error|went wrong/i).filter({ visible: true });
  await page.goto('/login');
  await page.getByLabel('Email').fill('nora.nowhere@example.com');
  await page.getByLabel('Password').fill('not-this-one');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.poll(() => said.allInnerTexts()).toEqual(['No connection. What you entered is still here.']);
  await context.setOffline(false);
  await expect.poll(() => said.count()).toBe(0);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('Incorrect email or password').waitFor();

  await page.goto('/waitlist-signup');
  await page.getByLabel('Name').fill('Nora Nowhere');
  await page.getByLabel('Email').fill('nora.nowhere@example.com');
  await page.getByLabel('Role').selectOption('Hairdresser');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Reserve My Spot' }).click();
  await expect.poll(() => said.allInnerTexts()).toEqual(['No connection. What you entered is still here.']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => said.allInnerTexts()).toEqual(['No connection. What you entered is still here.']);
  expect(await page.getByLabel('Name').inputValue()).toBe('Nora Nowhere');
  await context.setOffline(false);
  await expect.poll(() => said.count()).toBe(0);
  await page.getByRole('button', { name: 'Reserve My Spot' }).click();
  await page.waitForURL(`${h.url}/`);
});

test('a list that could not be loaded is, once there is a connection again', async () => {
  const context = await h.visitor();
  const page = await context.newPage();
  await page.goto('/browse-services');
  await context.setOffline(true);
  await page.getByLabel('Search services').fill('zzyzx');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'No connection.' }).waitFor();
  await context.setOffline(false);
  await page.getByText('No services found for "zzyzx".').waitFor();
});
