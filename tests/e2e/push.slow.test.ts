import { expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/constants.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

type Worker = { shown: unknown[]; registration: { showNotification(...given: unknown[]): Promise<void> } };

test('a push shows a notification, also to somebody who looks at the page, and a tap opens what it is about', async () => {
  const context = await t.signedIn(await t.make.client(), { serviceWorkers: 'allow' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.startsWith(t.url)) registered.resolve(registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/notifications');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // From now on the page is the worker's, which may send it elsewhere.
  await page.reload();
  const [worker] = context.serviceWorkers();
  // Chromium without a screen has neither a push service nor notifications: what it is asked to show is kept.
  await worker?.evaluate(() => {
    const own = globalThis as unknown as Worker;
    own.shown = [];
    own.registration.showNotification = async (...given) => void own.shown.push(given);
  });
  const push = async (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: t.url,
      registrationId: await registered.promise,
      data,
    });
  const [title, body, tag] = ['New message', 'Open Saluni to read and answer.', 'a'.repeat(32)];
  await push(JSON.stringify({ web_push: 8030, notification: { title, body, navigate: `${t.url}/settings?a=1`, tag } }));
  await push('not ours');
  const icon = '/icon-192.png';
  await expect
    .poll(() => worker?.evaluate(() => (globalThis as unknown as Worker).shown))
    .toEqual([
      [title, { body, tag, renotify: true, icon, data: '/settings?a=1' }],
      ['News on Saluni', { body: '', icon, data: '/notifications' }],
    ]);

  await worker?.evaluate(() => {
    const [[, { data }]] = (globalThis as unknown as Worker).shown as [[string, { data: string }]];
    const tap = new Event('notificationclick');
    dispatchEvent(Object.assign(tap, { notification: { data, close() {} }, waitUntil() {} }));
  });
  await page.waitForURL('**/settings?a=1');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('news on this device are offered after a booking, once a day, and after a no not for six weeks', async () => {
  const { clientId, ...client } = await t.make.client();
  const { bookingId } = await t.make.booking({ clientId, start: Date.now() + 60 * DAY });
  const page = await (await t.signedIn(client)).newPage();
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  const offer = page.getByRole('region', { name: 'Want to hear right away?' });
  const begun = Date.now();
  async function visit(after: number) {
    await page.clock.setSystemTime(begun + after);
    const key = page.waitForResponse('**/trpc/push.key*');
    await page.goto(`/booking-confirmed/${bookingId}`);
    await key;
    await page.getByText('Add to calendar').waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await visit(0);
  await offer.waitFor();
  await visit(23 * HOUR);
  expect(await offer.count()).toBe(0);
  await visit(25 * HOUR);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'detached' });
  await visit(42 * DAY);
  expect(await offer.count()).toBe(0);
  await visit(44 * DAY);
  await offer.waitFor();
}, 60_000);
