import { expect, test } from 'vitest';
import { largePicture, useHarness } from './harness.ts';

const t = useHarness();

test('a picture of 10 MB from a slow phone: a bar that moves, cancelled, sent again, and not lost on another page', async () => {
  const professional = await t.make.professional({ display_name: 'Amara Okafor' });
  const zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  const page = await (await t.signedIn(zuri, { viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(`/messages?to=${professional.professionalId}`);
  const photo = await largePicture('hair.jpg', 5_000, 3_800);
  expect(photo.buffer.length).toBeGreaterThan(10_000_000);
  const devtools = await page.context().newCDPSession(page);
  const limit = (kilobytes: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: -1,
      uploadThroughput: kilobytes * 1_024,
    });
  await limit(700);

  const bar = page.getByRole('progressbar', { name: 'Picture 1: uploading' });
  const part = async () => Number(await bar.getAttribute('value'));
  /** Resolves once the bar stands between its ends, further than before. */
  async function moved(before = 0): Promise<number> {
    await expect.poll(part, { timeout: 60_000 }).toBeGreaterThan(before);
    const now = await part();
    expect(now).toBeLessThan(1);
    return now;
  }
  const choose = () => page.getByLabel('Pictures to send').setInputFiles(photo);
  const stored = async () =>
    (await t.db.selectFrom('message_pictures').select('id').where('user_id', '=', zuri.userId).execute()).length;

  await choose();
  await moved(await moved());
  await page.getByRole('button', { name: 'Cancel Picture 1' }).click();
  await bar.waitFor({ state: 'detached' });

  // It goes on while somebody looks elsewhere.
  await page.getByRole('textbox', { name: 'Message to Amara Okafor' }).fill('Like this?');
  await choose();
  const before = await moved();
  await page.getByRole('link', { name: 'All messages' }).click();
  await page.getByText('No messages yet.').waitFor();
  await page.goBack();
  await moved(before);
  // It is sent once the picture is there.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  expect(await stored()).toBe(0);
  await limit(-1 / 1_024);
  await page.getByText("We've sent your question.").waitFor({ timeout: 60_000 });
  await page.getByRole('img', { name: 'Picture from you' }).waitFor();
  await page.getByText('Like this?', { exact: true }).waitFor();
}, 180_000);
