import { expect, test } from 'vitest';
import { chunkOf, useHarness } from './harness.ts';

const h = useHarness();

test('a private page has its title while its code is still loading', async () => {
  const client = await h.make.client();
  const page = await (await h.signedIn(client, { serviceWorkers: 'block' })).newPage();
  const held = Promise.withResolvers<void>();
  await page.route(chunkOf('routes/settings.tsx'), async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  await page.getByRole('status').getByText('Loading', { exact: true }).waitFor();
  expect(await page.title()).toBe('Settings · Saluni');
  held.resolve();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await page.title()).toBe('Settings · Saluni');
});

test('the screen of a link that failed says when there is no connection, and nothing of it once there is one', async () => {
  const context = await h.visitor({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const chunk = chunkOf('routes/terms-of-use.tsx');
  await page.route(chunk, (route) => route.abort());
  await page.goto('/browse-services');
  await context.setOffline(true);
  await page.evaluate(() => {
    history.pushState({}, '', '/terms-of-use');
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
  await page.getByText('try again once you are online').waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();
});

test('a mailed link that was opened without a connection says so', async () => {
  const context = await h.visitor({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/trpc/waitlist.verify*', async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.goto('/verify-email?token=abc');
  await page.getByText('There is no connection. Try again once you are online.').waitFor();
});
