import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectNoSideScroll, useHarness } from './harness.ts';

const t = useHarness();

async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 1_000, height: 750, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

test('an admin chooses pictures, one of which fails; the others come to the landing page', async () => {
  const context = await t.signedIn(await t.make.user('admin'), { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept().catch(() => undefined);
  });
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('images.upload')) requests++;
  });
  await page.goto('/admin-dashboard');
  await page.getByRole('link', { name: 'Upload images' }).click();
  await page.getByRole('heading', { name: 'Upload images' }).waitFor();
  const send = page.getByRole('button', { name: 'Upload Images' });
  expect(await page.getByLabel('Image type').locator('option').allTextContents()).toEqual([
    'Homepage Carousel',
    'Founder',
    'Service',
    'Other',
  ]);
  expect(await page.getByLabel('Image type').inputValue()).toBe('other');
  await page.getByLabel('Image type').selectOption('Homepage Carousel');

  await send.click();
  expect([requests, alerts]).toEqual([0, []]);

  const chooser = page.getByLabel('Images', { exact: true });
  expect(await chooser.getAttribute('accept')).toBe('image/*');
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await chooser.setInputFiles([await picture('one.png', '#4a1942'), broken, text, await picture('two.png', '#f4a92a')]);
  const previews = page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');
  expect(await previews.count()).toBe(3);
  await page.getByLabel('What one.png shows').fill('Box braids from the side');
  await expectNoSideScroll(page);

  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/images.upload', async (route) => {
    await held.promise;
    await route.continue();
  });
  await send.click();
  await page.getByRole('button', { name: 'Uploading...' }).waitFor();
  await page.getByText('Image 1 of 3').waitFor();
  held.resolve();
  await expect.poll(() => alerts, { timeout: 20_000 }).toEqual(['Uploaded 2/3 images successfully.']);
  await send.waitFor();
  await expect.poll(() => send.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await previews.count()).toBe(0);
  expect(requests).toBe(3);
  expect(logged.join('\n')).toContain('Failed to upload broken.png.');

  const landing = await t.open('/', null, { reducedMotion: 'reduce' });
  const shown = landing.getByRole('img', { name: 'Box braids from the side' }).first();
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc))
    .toMatch(/\/images\/[0-9a-f-]{36}\/\d+\.avif$/);
});

test('only an admin sees the screen; others are told, and led to their own', async () => {
  const page = await t.open('/admin-upload', await t.make.client());
  await page.waitForURL(/\/unauthorized/);
  await page.getByRole('heading', { level: 1, name: '403 - Unauthorized' }).waitFor();
  await page.getByText('You do not have permission to view this page.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
  await page.waitForURL('**/client-profile');
});
