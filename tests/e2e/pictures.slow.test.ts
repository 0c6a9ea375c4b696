import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSideScroll,
  intercept,
  largePicture,
  picture,
  untilUploaded,
  upload,
  useHarness,
} from './harness.ts';

/** Pictures on their way: chosen, cropped, described, sorted, refused, and sent in a conversation. */
const t = useHarness();
const phone = { viewport: { width: 390, height: 844 } };

/** Left half red, right half blue. */
async function halves(name: string) {
  const left = { create: { width: 400, height: 400, channels: 3, background: '#f00' } } as const;
  const buffer = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#00f' } })
    .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** The path of a professional's picture. */
async function profilePictureOf({ professionalId }: { professionalId: string }): Promise<string> {
  const { profile_picture } = await t.make.read('professionals', professionalId);
  return profile_picture ?? '';
}

const storedAt = async (path: string) => sharp(Buffer.from(await (await fetch(t.url + path)).arrayBuffer()));

/** Saves a profile picture: again, as whoever uploads it does, when a busy server refuses it for a while. */
async function savePicture(page: Page) {
  const save = page.getByRole('button', { name: 'Save picture' });
  const refused = page.getByRole('dialog').getByText('Service temporarily unavailable');
  await save.click();
  const isSaved = async () => {
    if ((await refused.count()) > 0) await save.click();
    return page.getByText('Profile picture saved.').count();
  };
  await expect.poll(isSaved, { timeout: 60_000, interval: 500 }).toBe(1);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const tiles = (page: Page) => page.getByRole('list', { name: 'Pictures of your work' }).getByRole('listitem');

test('a professional uploads, crops, describes and sorts pictures by keys, and everybody sees them, large by keys, too', {
  timeout: 120_000,
}, async () => {
  const person = await t.make.professional({ display_name: 'Nala Thompson', location: 'Glenelg, Adelaide' });
  const service = await t.make.service(person.professionalId, { name: 'Starter locs', category: 'Loc Services' });
  const context = await t.signedIn(person, phone);
  const page = await context.newPage();
  await page.goto('/more');
  await page.getByRole('link', { name: /^Pictures/ }).click();
  await page.getByText('No pictures yet.').waitFor();

  // The profile picture, cropped to the left edge.
  await page.getByLabel('Choose a profile picture').setInputFiles(await halves('me.png'));
  const crop = page.getByRole('application', { name: 'The part of the picture that shows' });
  await crop.focus();
  await expectAccessible(page);
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await savePicture(page);
  const stored = await storedAt(await profilePictureOf(person));
  const { dominant } = await stored.stats();
  const { width, height } = await stored.metadata();
  expect([width === height, dominant.r > 200, dominant.b < 60]).toEqual([true, true, true]);

  // Three of work, one of which is no picture.
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('pictures.add')) requests++;
  });
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  const files = [await picture('one.jpg', '#4a1942'), broken, await largePicture('two.jpg', 700, 900)];
  await page.getByLabel('Choose pictures of your work').setInputFiles(files);
  await page.getByText(/^The file must be a JPEG/).waitFor();
  const again = await untilUploaded(page, 2);
  expect(requests).toBe(3 + again);
  await page.getByText('2 pictures without a description.').waitFor();
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Leave out: broken.jpg' }).click();

  for (const [position, words] of [
    [1, 'Starter locs on short hair'],
    [2, 'Locs to the shoulder'],
  ] as const) {
    const edit = page.getByRole('button', { name: `Edit Picture ${position} of 2` });
    await edit.click();
    await page.getByLabel('What it shows').fill(words);
    if (position === 1) await page.getByLabel('Service').selectOption({ label: 'Starter locs' });
    if (position === 1) await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(`Edit Picture ${position} of 2: ${words}`);
  }

  await page.getByRole('button', { name: 'Move Picture 2 of 2: Locs to the shoulder' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(page)).toBe('Move Picture 1 of 2: Locs to the shoulder');
  await page.getByText('Now at place 1 of 2').waitFor({ state: 'attached' });
  const order = () =>
    t.db
      .selectFrom('professional_pictures')
      .select('alt')
      .where('professional_id', '=', person.professionalId)
      .where('kind', '=', 'work')
      .orderBy('position')
      .execute();
  await expect.poll(order).toEqual([{ alt: 'Locs to the shoulder' }, { alt: 'Starter locs on short hair' }]);
  // Dragged back by the mouse.
  const handle = await page.getByRole('button', { name: /^Move Picture 1 of 2/ }).boundingBox();
  const other = await page.getByRole('button', { name: /^Move Picture 2 of 2/ }).boundingBox();
  if (!handle || !other) throw new Error('the handles are not shown');
  await page.mouse.move(handle.x + 5, handle.y + 5);
  await page.mouse.down();
  await page.mouse.move(other.x, other.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(order).toEqual([{ alt: 'Starter locs on short hair' }, { alt: 'Locs to the shoulder' }]);

  // What everybody sees.
  const visitor = await (
    await t.visitor({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
  await visitor.goto('/browse-professionals?search=Nala%20Thompson');
  // A second try finds those of the first, too.
  const card = visitor.getByRole('img', { name: 'Starter locs on short hair' }).first();
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/images\/[0-9a-f-]{36}\/480\.avif$/);
  await visitor.goto(`/service-details/${service}`);
  await visitor.getByRole('img', { name: 'Starter locs on short hair' }).waitFor();
  expect(await visitor.getByText('(coming soon)').count()).toBe(0);
  await visitor.goto(`/public-professional-page/${person.professionalId}`);
  const first = visitor.getByRole('button', { name: 'Picture 1 of 2: Starter locs on short hair' });
  await first.focus();
  await visitor.keyboard.press('Enter');
  const box = visitor.getByRole('dialog', { name: 'Picture 1 of 2' });
  await box.getByRole('link', { name: 'Starter locs' }).waitFor();
  await expectAccessible(visitor);
  await visitor.keyboard.press('ArrowRight');
  await visitor
    .getByRole('dialog', { name: 'Picture 2 of 2' })
    .getByRole('img', { name: 'Locs to the shoulder' })
    .waitFor();
  // Swiped back.
  await visitor.getByRole('dialog').getByRole('img', { name: 'Locs to the shoulder' }).hover();
  // By more than half of the window: less moves on only when its last 170 ms were quick, as on no busy machine.
  await visitor.mouse.move(200, 450);
  await visitor.mouse.down();
  await visitor.mouse.move(1000, 455, { steps: 6 });
  await visitor.mouse.up();
  await visitor.getByRole('dialog', { name: 'Picture 1 of 2' }).waitFor();
  await visitor.keyboard.press('Escape');
  await visitor.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(visitor)).toBe('Picture 1 of 2: Starter locs on short hair');

  await page.getByRole('button', { name: /^Delete Picture 2 of 2/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => tiles(page).count()).toBe(1);
});

test('a profile form that was open while the picture changed elsewhere saves what was typed in it, and keeps the rest', async () => {
  const person = await t.make.professional({ bio: 'Before' });
  const saved = () => t.make.read('professionals', person.professionalId);
  const context = await t.signedIn(person);
  const [form, pictures] = [await context.newPage(), await context.newPage()];
  await form.goto('/edit-professional-profile');
  await form.getByLabel('Bio').fill('Typed before the picture came');
  await pictures.goto('/my-pictures');
  await pictures.getByLabel('Choose a profile picture').setInputFiles(await halves('me.png'));
  await savePicture(pictures);
  const { profile_picture } = await saved();
  expect(profile_picture).toMatch(/^\/images\//);
  await form.bringToFront();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.getByText('Profile updated successfully!').waitFor();
  expect(await saved()).toMatchObject({ bio: 'Typed before the picture came', profile_picture });

  // The other way about: the pictures' page was open while the profile was changed.
  await t.make.change('professionals', person.professionalId, { location: 'Moved to Fremantle' });
  await pictures.bringToFront();
  await pictures.getByRole('button', { name: 'Remove', exact: true }).click();
  await pictures.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await pictures.getByText('Profile picture removed.').waitFor();
  expect(await saved()).toMatchObject({ location: 'Moved to Fremantle', profile_picture: null });
});

test('what must stay in sight of a picture is set by dragging a point and by keys, and cards are cut around it', async () => {
  const person = await t.make.professional({ display_name: 'Focus Fonua' });
  const page = await t.open('/my-pictures', person, phone);
  await page
    .getByLabel('Choose pictures of your work')
    .setInputFiles([await picture('wide.jpg', '#c9502c', 1200, 600)]);
  await untilUploaded(page, 1);
  const id = { professional_id: person.professionalId };
  const stored = async () => {
    const rows = t.db.selectFrom('professional_pictures').select(['focus_x', 'focus_y']);
    const row = await rows.where('professional_id', '=', id.professional_id).executeTakeFirstOrThrow();
    return [row.focus_x, row.focus_y].map((part) => Math.round(part * 50) / 50);
  };
  const open = () => page.getByRole('button', { name: 'Edit Picture 1 of 1' }).click();
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const point = page.getByRole('button', { name: /^Part that always shows/ });
  await open();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const box = await page.getByRole('dialog').locator('img').first().boundingBox();
  const at = await point.boundingBox();
  if (!box || !at) throw new Error('the picture is not shown');
  expect(box.width / box.height).toBeCloseTo(2, 1);
  await page.mouse.move(at.x + 22, at.y + 22);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.2, { steps: 4 });
  await page.mouse.up();
  const said = () => page.getByRole('dialog').getByRole('status').innerText();
  await expect.poll(said).toBe('90 % from the left, 20 % from the top');
  // It is opened again only with what was saved, however slow the list is.
  await page.route(/pictures\.ofProfessional/, async (route) => {
    await delay(1_000);
    await route.continue();
  });
  await save();
  expect(await stored()).toEqual([0.9, 0.2]);

  await open();
  await point.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(said).toBe('80 % from the left, 22 % from the top');
  await save();
  expect(await stored()).toEqual([0.8, 0.22]);
  const shown = (image: HTMLElement) => getComputedStyle(image).objectPosition;
  await expect.poll(() => tiles(page).locator('img').first().evaluate(shown)).toMatch(/^(80|79\.9)% 2[12]/);

  const visitor = await t.open('/browse-professionals?search=Focus%20Fonua', null, {
    viewport: { width: 1280, height: 900 },
  });
  const card = visitor.locator('[data-card-picture]').first();
  await card.locator('img').waitFor();
  expect(await card.locator('img').evaluate(shown)).toMatch(/^(80|79\.9)% 2[12]/);
  const frame = await card.boundingBox();
  // 4:3 on a desktop.
  expect(Math.abs((frame?.width ?? 0) * 0.75 - (frame?.height ?? 1))).toBeLessThan(1);
});

test('new words of a picture leave its service alone, the last of 101, also while the services did not load', async () => {
  const person = await t.make.professional();
  for (let index = 0; index < 100; index++) await t.make.service(person.professionalId, { name: `Braids ${index}` });
  const service = await t.make.service(person.professionalId, { name: 'Zulu knots' });
  await upload(t, person.token, `/services/${service}/pictures`, 'Knots');
  const page = await (await t.signedIn(person)).newPage();
  const mend = await intercept(page, 'services.mine', { status: 400, detail: 'Closed for today.' });
  await page.goto('/my-pictures');
  const edit = page.getByRole('button', { name: /^Edit Picture 1 of 1/ });
  const choice = page.getByLabel('Service');
  async function save(words: string) {
    await page.getByLabel('What it shows').fill(words);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return t.db
      .selectFrom('professional_pictures')
      .select(['alt', 'service_id'])
      .where('professional_id', '=', person.professionalId)
      .execute();
  }

  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load services.' });
  await failed.waitFor();
  await edit.click();
  await page.getByText("Your services didn't load").waitFor();
  expect(await choice.count()).toBe(0);
  expect(await save('Knots in a row')).toEqual([{ alt: 'Knots in a row', service_id: service }]);

  mend();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'detached' });
  await edit.click();
  expect(await choice.inputValue()).toBe(service);
  expect(await save('Knots in two rows')).toEqual([{ alt: 'Knots in two rows', service_id: service }]);
  await edit.click();
  await choice.selectOption({ label: 'None' });
  expect(await save('Knots')).toEqual([{ alt: 'Knots', service_id: null }]);
});

test('a crop is saved whole from a phone held sideways, a small one and one with large text', async () => {
  const page = await t.open('/my-pictures', await t.make.professional());
  const file = await picture('me.jpg', '#2f6b57');
  const crop = page.getByRole('application', { name: 'The part of the picture that shows' });
  for (const [width, height, text] of [
    [844, 390, 100],
    [667, 320, 100],
    [320, 480, 100],
    [390, 700, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), text);
    await page.getByLabel('Choose a profile picture').setInputFiles(file);
    // A finger has room on it.
    await expect.poll(async () => (await crop.boundingBox())?.width).toBeGreaterThanOrEqual(160);
    const [frame, hint] = [await crop.boundingBox(), await page.getByText(/^Drag the picture/).boundingBox()];
    expect((hint?.y ?? 0) - (frame?.y ?? 0), `${width} by ${height}`).toBeGreaterThanOrEqual(frame?.height ?? 0);
    expect(frame?.height).toBeCloseTo(frame?.width ?? 0, 0);
    // Without a scroll.
    const save = page.getByRole('button', { name: 'Save picture' });
    const box = await save.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), `${width} by ${height}`).toBeLessThanOrEqual(height);
    await save.click({ trial: true });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('what is transparent is white in a picture that the browser makes a JPEG of; a hidden tab uploads one over 64 KiB', async () => {
  const person = await t.make.professional();
  const page = await t.open('/my-pictures', person);
  // Grain, so that it is over 3 MB; its left half is transparent.
  const edge = 1_000;
  const pixels = randomBytes(4 * edge * edge);
  for (let at = 0; at < edge * edge; at++) pixels[4 * at + 3] = at % edge < edge / 2 ? 0 : 255;
  const buffer = await sharp(pixels, { raw: { width: edge, height: edge, channels: 4 } })
    .png()
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(3 * 1024 * 1024);
  const file = { name: 'logo.png', mimeType: 'image/png', buffer };
  const ground = async (url: string) => {
    const stored = await storedAt(url);
    const left = await sharp(await stored.extract({ left: 20, top: 20, width: 100, height: 100 }).toBuffer()).stats();
    return left.channels.slice(0, 3).map(({ mean }) => Math.round(mean / 16) * 16);
  };

  await page.getByLabel('Choose a profile picture').setInputFiles(file);
  await savePicture(page);
  expect(await ground(await profilePictureOf(person))).toEqual([256, 256, 256]);

  await page.getByLabel('Choose pictures of your work').setInputFiles(file);
  await untilUploaded(page, 1);
  const { storage_key, width } = await t.db
    .selectFrom('professional_pictures')
    .select(['storage_key', 'width'])
    .where('professional_id', '=', person.professionalId)
    .where('kind', '=', 'work')
    .executeTakeFirstOrThrow();
  expect(await ground(`/images/${storage_key}/${width}.webp`)).toEqual([256, 256, 256]);

  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  const small = await largePicture('small.jpg', 500, 400);
  expect(small.buffer.length).toBeGreaterThan(65_536);
  await page.getByLabel('Choose pictures of your work').setInputFiles(small);
  await untilUploaded(page, 2);
});

test('what fails is said at its field or in its dialog, which stays meanwhile; the focus goes to what is left', async () => {
  const person = await t.make.professional();
  const another = () => upload(t, person.token, '/professionals/me/pictures?kind=work', 'Knots');
  await another();
  const page = await t.open('/my-pictures', person);
  const edit = page.getByRole('button', { name: 'Edit Picture 1 of 1: Knots' });
  await edit.press('Enter');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const caption = page.getByLabel('Caption (optional)');
  for (const [field, msg] of [
    ['caption', 'That is odd'],
    ['focus', 'That is outside'],
  ] as const) {
    const mend = await intercept(page, 'pictures.change', { status: 422, detail: [{ loc: ['body', field], msg }] });
    await save.click();
    await page.getByRole('alert').getByText(msg).waitFor();
    mend();
    if (field === 'focus') continue;
    await expect.poll(() => caption.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await caption.getAttribute('aria-invalid')).toBe('true');
    await caption.fill('In a row');
    expect(await caption.getAttribute('aria-invalid')).toBe(null);
  }
  await save.click();
  await page.getByText('Picture saved.').waitFor();

  async function fail(procedure: string, button: string) {
    await intercept(page, procedure, { status: 400, detail: 'Closed for today.' });
    const answer = await intercept(page, procedure, 'hold');
    await page.getByRole('button', { name: button, exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    answer();
    await page.getByRole('dialog').getByRole('alert').getByText('Closed for today.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(button);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await edit.press('Enter');
  await fail('pictures.change', 'Save');
  await expect.poll(() => focused(page)).toBe('Edit Picture 1 of 1: Knots');
  await page.getByLabel('Choose a profile picture').setInputFiles(await picture('me.jpg', '#2f6b57'));
  await fail('pictures.add', 'Save picture');

  // Deleted elsewhere: it goes once that is known.
  const fresh = await page.context().newPage();
  for (const [button, dialog, action] of [
    ['Edit', 'dialog', 'Save'],
    ['Delete', 'alertdialog', 'Delete'],
  ] as const) {
    if (button === 'Delete') await another();
    await fresh.goto('/my-pictures');
    await fresh.getByRole('button', { name: `${button} Picture 1 of 1: Knots` }).press('Enter');
    await t.db.deleteFrom('professional_pictures').where('professional_id', '=', person.professionalId).execute();
    await fresh.getByRole(dialog).getByRole('button', { name: action, exact: true }).press('Enter');
    await fresh.getByText('Picture not found').waitFor();
    if (button === 'Edit') {
      await fresh.getByRole('dialog', { name: 'Picture 1 of 1' }).waitFor();
      await fresh.keyboard.press('Escape');
    }
    await fresh.getByText('No pictures yet.').waitFor();
    await expect.poll(() => fresh.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  }

  // The focus of a row that goes is its section's.
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await fresh.getByLabel('Choose pictures of your work').setInputFiles(broken);
  const section = fresh.getByRole('region', { name: 'Pictures of your work' });
  for (const name of ['Try again', 'Leave out']) {
    await fresh.getByRole('button', { name: `${name}: broken.jpg` }).press('Enter');
    await expect.poll(() => section.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  await fresh.getByText('No pictures yet.').waitFor();
});

test('a picture of 10 MB from a slow phone: a bar that moves, cancelled, sent again, and not lost on another page', async () => {
  const professional = await t.make.professional({ display_name: 'Amara Okafor' });
  const zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  const page = await t.open(`/messages?to=${professional.professionalId}`, zuri, phone);
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
