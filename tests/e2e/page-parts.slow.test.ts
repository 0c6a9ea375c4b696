import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { phone, stage } from './booking-people.ts';
import { chunkOf, intercept, receiveShell, useHarness } from './harness.ts';
import { writeNotifications } from './write-notifications.ts';

const h = useHarness();
const lost = "This part couldn't be shown.";
const again = (page: Page) => page.getByRole('button', { name: 'Try again' });

/**
 * Answers a call with data of the wrong shape, so that the part that shows it throws. Returns a function that ends
 * this.
 */
async function answerOddly(page: Page, procedure: string) {
  let isOdd = true;
  await receiveShell(page);
  await page.route(`**/trpc/${procedure}*`, (route) =>
    isOdd ? route.fulfill({ json: { result: { data: [null] } } }) : route.fallback(),
  );
  return () => {
    isOdd = false;
  };
}

describe("F1: one part's failure keeps the page", () => {
  test("a service's pictures are shown even if the script that moves them cannot be loaded", async () => {
    const s = await stage(h);
    const page = await (await h.visitor()).newPage();
    let asked = 0;
    await receiveShell(page);
    await page.route(chunkOf('features/service/service-carousel-moving.tsx'), (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto(`/service-details/${s.cut}`);
    const pictures = page.getByRole('region', { name: 'Images of this service' });
    await pictures.hover();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await pictures.getByRole('button', { name: 'Show image 2' }).click();
    await pictures.getByText('Image 1 (coming soon)').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dry curl cut');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('who is logged in sees the first toast without a connection, too', async () => {
    const { client } = await stage(h);
    await writeNotifications(h, client);
    const page = await (await h.signedIn(client, phone)).newPage();
    await page.goto('/notifications');
    const unread = page.getByRole('main').getByRole('button', { name: /^Unread: / });
    await unread.waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await unread.click();
    await page.locator('[data-sonner-toast]').getByText('Failed to mark as read.').waitFor();
  });

  test('a toast whose code could not be loaded does not keep the next one away', async () => {
    const page = await (await h.visitor()).newPage();
    await intercept(page, 'waitlist.signup', { status: 409, detail: 'Try later.' });
    await page.goto('/waitlist-signup');
    await page.getByLabel('Name').fill('Zoë Adjei');
    await page.getByLabel('Email').fill('zoe@waitlist.example');
    await page.getByLabel('Role').selectOption('Client');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Reserve My Spot' }).click();
    await page.getByRole('main').getByText('Try later.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Reserve My Spot' }).click();
    // The first may come late, beside the next.
    await page.locator('[data-sonner-toast]').getByText('Try later.').first().waitFor();
  });

  test.each([
    { button: 'Share', file: 'features/share/share-sheet.tsx', said: "That couldn't be opened." },
    { button: 'Refine', file: 'features/browse/more-filters.tsx', said: "That couldn't be opened." },
  ])(
    'a press on $button whose code cannot be loaded, not even with its page, says so and leaves the button closed',
    async ({ button: name, file, said }) => {
      const s = await stage(h);
      const page = await (await h.signedIn(s.client)).newPage();
      let loads = 0;
      page.on('domcontentloaded', () => loads++);
      await page.route(chunkOf(file), (route) => route.abort());
      const paths: Record<string, string> = {
        Share: `/public-professional-page/${s.professional.professionalId}`,
        Refine: '/browse-services',
      };
      await page.goto(paths[name] ?? '');
      const button = page.getByRole('button', { name }).first();
      await button.click();
      await expect.poll(() => loads).toBe(2);
      await page.waitForFunction(() => document.documentElement.dataset.ready === '');
      await button.click();
      await page.locator('[data-sonner-toast]').getByText(said).waitFor();
      expect(await button.getAttribute('aria-expanded')).not.toBe('true');
    },
  );

  test('what a press could not open without a connection comes with its page once that is back', async () => {
    const s = await stage(h);
    const page = await (await h.visitor()).newPage();
    let loads = 0;
    page.on('domcontentloaded', () => loads++);
    await page.goto(`/public-professional-page/${s.professional.professionalId}`);
    await page.waitForLoadState('networkidle');
    const share = page.getByRole('button', { name: 'Share' }).first();
    await page.context().setOffline(true);
    const failed = page.waitForEvent('console', (message) => /TypeError|Error: Unable/.test(message.text()));
    await Promise.all([failed, share.click()]);
    await page.context().setOffline(false);
    await share.click();
    await expect.poll(() => loads).toBe(2);
    await page.waitForFunction(() => document.documentElement.dataset.ready === '');
    await share.click();
    await page.getByRole('dialog').waitFor();
  });

  test('a screen whose file is gone since a deploy comes with the page at its address, which is loaded once', async () => {
    const page = await (await h.visitor()).newPage();
    await page.goto('/terms-of-use');
    let loads = 0;
    page.on('request', (request) => void (request.isNavigationRequest() && loads++));
    await page.route(chunkOf('routes/waitlist-signup.tsx'), (route) =>
      loads === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.fallback(),
    );
    await page.goto('/login');
    loads = 0;
    await page.getByRole('link', { name: 'Join the waitlist' }).click();
    await page.getByLabel('Role').waitFor();
    expect([new URL(page.url()).pathname, loads]).toEqual(['/waitlist-signup', 1]);
  });

  test('logout works even if the account menu cannot be loaded', async () => {
    const page = await (await h.signedIn(await h.make.client())).newPage();
    await page.route(chunkOf('app/account-menu.tsx'), (route) => route.abort());
    await page.goto('/');
    const header = page.getByRole('banner');
    expect(await header.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/client-profile');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await header.getByRole('button', { name: 'Log out' }).click();
    await header.getByRole('link', { name: 'Log in' }).waitFor();
  });

  test('the landing page shows the rest without its pictures, and Try again loads them', async () => {
    const page = await (await h.visitor(phone)).newPage();
    const mend = await answerOddly(page, 'images.list');
    await page.goto('/');
    await page.getByText(lost).waitFor();
    await page.getByRole('heading', { level: 1, name: 'What does your hair need?' }).waitFor();
    mend();
    await again(page).click();
    await page.getByRole('region', { name: 'Pictures', exact: true }).getByRole('list').waitFor();
    expect(await page.getByText(lost).count()).toBe(0);
  });

  test('a professional’s page shows the rest without the list of services', async () => {
    const s = await stage(h);
    const page = await (await h.visitor(phone)).newPage();
    // Only fields that the list reads are missing; the page itself looks for a service to book.
    let isOdd = true;
    await receiveShell(page);
    await page.route('**/trpc/services.ofProfessional*', (route) =>
      isOdd
        ? route.fulfill({ json: { result: { data: [{ id: s.cut, is_active: true, price: null, name: {} }] } } })
        : route.fallback(),
    );
    await page.goto(`/public-professional-page/${s.professional.professionalId}`);
    await page.getByText(lost).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Amara Okafor' }).waitFor();
    await page
      .getByText(/free times/)
      .first()
      .waitFor();
    isOdd = false;
    await again(page).click();
    await page.getByText('Loc retwist').waitFor();
  });

  test('the dashboard shows the rest without its services', async () => {
    const s = await stage(h);
    const page = await (await h.signedIn(s.professional, phone)).newPage();
    const mend = await answerOddly(page, 'services.mine');
    await page.goto('/professional-dashboard');
    await page.getByText(lost).waitFor();
    await page.getByRole('tab', { name: 'Manage Availability' }).click();
    await page.getByRole('link', { name: 'Set Availability' }).waitFor();
    await page.getByRole('tab', { name: 'Manage Services' }).click();
    await page.getByText(lost).waitFor();
    mend();
    await again(page).click();
    await page.getByText('Loc retwist').waitFor();
  });
});

test('pages have a footer outside the main content, with both policies and an address; the steps of a booking have none', async () => {
  const page = await (await h.visitor(phone)).newPage();
  const footer = page.getByRole('contentinfo');
  for (const path of ['/login', '/browse-services', '/']) {
    await page.goto(path);
    await footer.getByRole('link', { name: 'Terms of Use' }).waitFor();
    expect(await footer.count()).toBe(1);
    expect(await page.getByRole('main').getByText('Saluni, made in Melbourne').count()).toBe(0);
  }
  expect(await page.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:\S+@\S+\.\S+$/);
  for (const name of ['Privacy Policy', 'Terms of Use']) {
    await footer.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  await page.goto('/pick-booking-time');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await footer.count()).toBe(0);
});

test('a picture of the landing page that cannot be loaded is replaced by an ornament', async () => {
  const page = await (await h.visitor()).newPage();
  const picture = { width: 800, height: 600 };
  const data = [
    { ...picture, id: '1', url: '/there-is-no-such.webp', alt: 'Twists' },
    { ...picture, id: '2', url: '/icon.svg', alt: 'A fade' },
  ];
  await page.route('**/there-is-no-such.webp', (route) => route.abort());
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4v3z"/></svg>';
  await page.route('**/icon.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: icon }));
  await receiveShell(page);
  await page.route('**/trpc/images.list*', (route) => route.fulfill({ json: { result: { data } } }));
  await page.goto('/');
  const first = page.getByRole('region', { name: 'Pictures', exact: true }).locator('li').first();
  await first.locator('svg[data-pattern]').waitFor();
  expect(await first.locator('img').count()).toBe(0);
  expect(await page.getByRole('img', { name: 'A fade' }).count()).toBe(1);
});

test('a picture of a rendered page that failed before the code came is replaced, too', async () => {
  const profile_picture = 'https://pictures.example/there-is-none.jpg';
  const { professionalId } = await h.make.professional({ display_name: 'Imara Quill', profile_picture });
  const page = await (await h.visitor()).newPage();
  await page.route(profile_picture, (route) => route.abort());
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.continue().catch(() => undefined);
  });
  const opened = page.goto(`/public-professional-page/${professionalId}`);
  const picture = page.locator(`img[src="${profile_picture}"]`).first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
  code.resolve();
  await opened;
  await picture.waitFor({ state: 'detached' });
});
