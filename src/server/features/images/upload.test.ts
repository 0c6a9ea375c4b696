import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { formOf, openTestApp, storeAway, useTestApp } from '#server/testing/app.ts';
import { cloneDatabase } from '#server/testing/db.ts';
import type { Person } from '#server/testing/make.ts';
import { HOUR } from '#shared/constants.ts';
import { removeImage, sweepImages } from './upload-image.ts';

/** Reliability A9 and O7; the rest of the corpus D11 is in `corpus.test.ts`. */

const t = useTestApp({}, { store: true });
let admin: Person;
beforeAll(async () => {
  admin = await t.make.admin();
});

type Uploaded = { id: string; url: string; alt: string; image_type: string; width: number; height: number };
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const size = (width: number, height: number) => ({ width, height, channels: 3 as const, background: '#4a1942' });
const blank = (width: number, height: number) => sharp({ create: size(width, height) });

/** A square PNG of one bit a pixel: its file is small, however large its picture. */
function emptyPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 1 });
  return Buffer.concat([pngMagic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Two frames: red, then blue. */
async function animation() {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { ...size(40, 30), background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

async function upload(file: unknown, more: Record<string, unknown> = {}) {
  return t.rest.call(admin, 'images.upload', { image_type: 'service', file, ...more });
}

async function objects(): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of t.deps.images.storedBefore(Date.now() + HOUR)) keys.push(...page);
  return keys;
}

const rows = () => t.deps.db.selectFrom('images').select(['id', 'storage_key']).execute();
const fileOf = async (url: string) => t.app.inject(url);

test('A9: a picture is stored in three widths, two formats and a preview, and served as nothing else', async () => {
  const file = await blank(2_000, 1_000).jpeg().toBuffer();
  const { status, body } = await t.rest.call(admin, 'images.upload', {
    image_type: 'homepage_carousel',
    alt: ' Box braids ',
    file,
  });
  expect(status).toBe(201);
  const picture = body as Uploaded;
  expect(picture).toEqual({
    id: expect.any(String),
    url: expect.stringMatching(/^http:\/\/localhost:\d+\/images\/[0-9a-f-]{36}\/1600\.webp$/),
    alt: 'Box braids',
    image_type: 'homepage_carousel',
    width: 1600,
    height: 800,
  });
  const { image_type: _, ...listed } = picture;
  expect((await t.rest.call(null, 'images.list', { image_type: 'homepage_carousel', limit: 1 })).body).toEqual([
    listed,
  ]);
  for (const width of [480, 960, 1600]) {
    for (const format of ['webp', 'avif']) {
      const answer = await fileOf(picture.url.replace('1600.webp', `${width}.${format}`));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height: width / 2 });
    }
  }
  expect(await sharp((await fileOf(picture.url.replace('1600.', 'preview.'))).rawPayload).metadata()).toMatchObject({
    width: 24,
  });
  for (const wrong of ['1601.webp', '1600.svg', '1600.webp.html', '..%2f1600.webp']) {
    expect((await fileOf(picture.url.replace('1600.webp', wrong))).statusCode).toBe(404);
  }
});

test('A9: each type is known by its content; a small picture is not made larger; a GIF shows its first frame', async () => {
  const files = {
    jpeg: await blank(300, 200).jpeg().toBuffer(),
    cmyk: await blank(300, 200).toColourspace('cmyk').jpeg().toBuffer(),
    png: await blank(300, 200).png().toBuffer(),
    deep: await blank(300, 200).toColourspace('rgb16').png().toBuffer(),
    webp: await blank(300, 200).webp().toBuffer(),
    avif: await blank(300, 200).avif().toBuffer(),
  };
  for (const [name, file] of Object.entries(files)) {
    expect([name, await upload(file)]).toMatchObject([
      name,
      { status: 201, body: { width: 300, height: 200, image_type: 'service' } },
    ]);
  }
  const first = (await upload(await animation())).body as Uploaded;
  const { data } = await sharp((await fileOf(first.url)).rawPayload)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([first.width, first.height, (data[0] ?? 0) > 200, (data[2] ?? 255) < 60]).toEqual([40, 30, true, true]);
  expect(await upload(await blank(10, 4_000).png().toBuffer())).toMatchObject({
    status: 201,
    body: { width: 8, height: 3_200 },
  });
});

test('A9: a picture comes out the right way up and without the location where it was taken', async () => {
  const location = { IFD0: { Copyright: 'canary-owner' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '37/1 48/1 0/1' } };
  const file = await blank(400, 200).withMetadata({ orientation: 6 }).withExifMerge(location).jpeg().toBuffer();
  expect((await sharp(file).metadata()).exif?.includes('canary-owner')).toBe(true);
  const picture = (await upload(file)).body as Uploaded;
  expect([picture.width, picture.height]).toEqual([200, 400]);
  for (const name of ['200.webp', '200.avif', 'preview.webp']) {
    const { rawPayload } = await fileOf(picture.url.replace('200.webp', name));
    const { exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
    expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    expect(rawPayload.includes('canary-owner')).toBe(false);
  }
});

describe('D11: what is refused leaves neither row nor file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const cases: [string, number, () => Promise<unknown> | unknown][] = [
    ['an SVG, whatever its name', 415, () => Buffer.from(svg)],
    [
      'HTML behind the magic of PNG',
      415,
      () => Buffer.concat([pngMagic, Buffer.from('<html><script>alert(1)</script>')]),
    ],
    ['a script behind the magic of GIF', 415, () => Buffer.from('GIF89a/*\0*/=1;alert(1)')],
    ['a PDF', 415, () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['a TIFF', 415, () => blank(9, 9).tiff().toBuffer()],
    ['an empty file', 415, () => Buffer.alloc(0)],
    ['a PNG of 16000 x 16000', 413, () => emptyPng(16_000)],
    ['10 MB and a byte', 413, () => Buffer.alloc(10 * 1024 * 1024 + 1)],
    ['no file', 422, () => undefined],
    ['two files', 422, () => [pngMagic, pngMagic]],
    ['a text in place of the file', 422, () => 'x'],
  ];
  test.each(cases)('%s: %i', async (title, status, make) => {
    const before = [await rows(), await objects()];
    const made = await make();
    if (title.startsWith('a PNG of'))
      expect(await sharp(made as Buffer, { limitInputPixels: false }).metadata()).toMatchObject({ width: 16_000 });
    expect(await upload(made)).toMatchObject({ status, body: { detail: expect.anything() } });
    expect([await rows(), await objects()]).toEqual(before);
  });

  test('an unknown type, another case and two types are 422 at the query, none is `other`', async () => {
    const file = await blank(9, 9).png().toBuffer();
    for (const image_type of ['x', 'Founder', ['founder', 'other']]) {
      expect(await upload(file, { image_type })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'image_type'] }] },
      });
    }
    // What is no picture is refused before.
    expect(await upload(Buffer.from(svg), { image_type: 'x' })).toMatchObject({ status: 415 });
    expect(await upload(file, { image_type: undefined })).toMatchObject({ status: 201, body: { image_type: 'other' } });
  });

  test('only an admin’s body is read; JSON, a broken form and 5,000 parts are refused', async () => {
    const { headers, payload } = await formOf({ file: Buffer.alloc(11 * 1024 * 1024) });
    const ask = (token: string, more: object) =>
      t.app.inject({
        method: 'POST',
        url: '/image/upload',
        headers: { ...headers, authorization: `Bearer ${token}` },
        payload,
        ...more,
      });
    expect((await ask((await t.make.client()).token, {})).statusCode).toBe(403);
    expect((await ask('', {})).statusCode).toBe(401);
    expect((await ask(admin.token, {})).statusCode).toBe(413);
    expect((await ask(admin.token, { payload: payload.subarray(0, 5_000) })).statusCode).toBe(400);
    const many = await formOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, 'x'])));
    const as = { authorization: `Bearer ${admin.token}` };
    expect(
      (
        await t.app.inject({
          method: 'POST',
          url: '/image/upload',
          headers: { ...many.headers, ...as },
          payload: many.payload,
        })
      ).statusCode,
    ).toBe(422);
    const json = { ...as, 'content-type': 'application/json' };
    expect(
      (await t.app.inject({ method: 'POST', url: '/image/upload', headers: json, payload: '{}' })).statusCode,
    ).toBe(415);
  });
});

test('a deleted picture is gone, row and files; deleting it again is 404', async () => {
  const { id, url } = (await upload(await blank(50, 50).png().toBuffer())).body as Uploaded;
  expect((await t.rest.call(admin, 'images.delete', { id })).status).toBe(204);
  expect((await fileOf(url)).statusCode).toBe(404);
  const done = await t.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(done).toEqual(['image.uploaded', 'image.deleted'].map((action) => ({ action, actor_id: admin.userId })));
  expect((await t.rest.call(admin, 'images.delete', { id })).status).toBe(404);
});

test('A9: files without a row are swept after an hour, and no others', async () => {
  const stored = (await upload(await blank(50, 50).png().toBuffer())).body as Uploaded;
  const orphan = '00000000-0000-4000-8000-000000000001';
  await t.deps.images.put(orphan, [{ name: '50.webp', type: 'image/webp', bytes: Buffer.from('x') }]);
  await sweepImages(t.deps);
  expect(await objects()).toContain(orphan);
  const later = await t.at('2 hours');
  await sweepImages(later.deps);
  expect(await objects()).not.toContain(orphan);
  expect((await fileOf(stored.url)).statusCode).toBe(200);
});

test('A9: a sweep that would remove over 50 pictures and a tenth of all removes none, and says so', async () => {
  const keys = Array.from({ length: 51 }, (_, n) => `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`);
  for (const key of keys)
    await t.deps.images.put(key, [{ name: '1.webp', type: 'image/webp', bytes: Buffer.from('x') }]);
  const later = await t.at('2 hours');
  await expect(sweepImages(later.deps)).rejects.toThrow(/^51 of \d+ pictures have no row/);
  expect(await objects()).toEqual(expect.arrayContaining(keys));
  await t.deps.images.remove(keys[0] ?? '');
  await sweepImages(later.deps);
  for (const key of keys) expect(await objects()).not.toContain(key);
});

test('A9: a worker on another database sweeps nothing in this bucket', async () => {
  const orphan = '00000000-0000-4000-8000-000000000002';
  await t.deps.images.put(orphan, [{ name: '1.webp', type: 'image/webp', bytes: Buffer.from('x') }]);
  await sweepImages(t.deps);
  const copy = await cloneDatabase();
  const staging = await openTestApp(copy.url, {}, { clockShift: '2 hours' });
  await expect(sweepImages({ db: staging.deps.db, images: t.deps.images })).rejects.toThrow(
    /^the bucket holds the pictures of database/,
  );
  expect(await objects()).toContain(orphan);
  await staging.close();
  await copy.drop();
  await sweepImages((await t.at('2 hours')).deps);
  expect(await objects()).not.toContain(orphan);
});

test('O7: with the store down an upload is 503 without a row, other calls work, and a deletion leaves its files to the sweep', async () => {
  const { id } = (await upload(await blank(50, 50).png().toBuffer())).body as Uploaded;
  const down = await openTestApp(t.databaseUrl, storeAway);
  try {
    const before = await rows();
    const refused = await down.rest.call(admin, 'images.upload', { file: await blank(9, 9).png().toBuffer() });
    expect(refused).toMatchObject({ status: 503, body: { detail: 'Service temporarily unavailable' } });
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await rows()).toEqual(before);
    expect((await down.app.inject('/images/00000000-0000-4000-8000-000000000001/480.webp')).statusCode).toBe(503);
    expect((await down.rest.call(null, 'images.list', { image_type: 'service' })).status).toBe(200);
    expect(await removeImage(down.deps, admin.userId, id)).toBe(true);
  } finally {
    await down.close();
  }
});

test('PUBLIC_IMAGE_BASE_URL begins the addresses of pictures, and pages may show them', async () => {
  const other = await t.at('0 seconds', { PUBLIC_IMAGE_BASE_URL: 'http://pictures.example/' });
  await upload(await blank(50, 50).png().toBuffer(), { image_type: 'founder' });
  const [first] = (await other.rest.call(null, 'images.list', { image_type: 'founder' })).body as Uploaded[];
  expect(first?.url).toMatch(/^http:\/\/pictures\.example\/images\/[0-9a-f-]{36}\/50\.webp$/);
  expect((await other.app.inject('/livez')).headers['content-security-policy']).toContain(' http://pictures.example');
});
