import { expect, test } from 'vitest';
import { confirm, confirmPath, phone, secured, stage } from './booking-people.ts';
import { useHarness } from './harness.ts';

const t = useHarness();

test('F8: a request appears on the professional’s open dashboard without a reload', async () => {
  const s = await stage(t);
  const desk = await (await t.signedIn(s.professional, phone)).newPage();
  const connected = desk.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await desk.goto('/professional-dashboard?tab=bookings');
  await connected;
  const client = await (await t.signedIn(s.client, phone)).newPage();
  await client.goto(confirmPath(s));
  await confirm(client).click();
  await secured(client);
  await desk.getByText('Dry curl cut').first().waitFor({ timeout: 10_000 });
  expect((await s.bookings()).length).toBe(1);
});
