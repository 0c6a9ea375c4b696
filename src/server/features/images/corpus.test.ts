import { crc32, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { Person } from '#server/testing/make.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';

/**
 * The corpus D11 of reliability.md, thrown at the upload: what is no whole picture is refused and leaves nothing, never
 * a 500.
 */

const t = useTestApp({ RATE_LIMIT_PER_MINUTE: '0' }, { store: true });
let admin: Person;
beforeAll(async () => {
  admin = await t.make.admin();
});

const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
type Format = (typeof formats)[number];
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
/** Grain, so that a file is long enough to be cut. */
const photo = (format: Format, width = 90, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#4a1942', noise } })
    .toFormat(format)
    .toBuffer();
const plainPng = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#4a1942' } })
    .png()
    .toBuffer();
const script = '<script>alert(1)</script>';
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`);
const zip = Buffer.from('PK\x03\x04 archive.class PK\x05\x06');

const upload = (...given: Parameters<typeof uploadOnce>) => untilAvailable(() => uploadOnce(...given));

async function uploadOnce(file: Uint8Array, name = 'picture', type = '') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type }), name);
  const encoded = new Response(form);
  const answer = await t.app.inject({
    method: 'POST',
    url: '/image/upload?image_type=service',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return {
    status: answer.statusCode,
    body: answer.json() as { url: string; width: number; height: number; detail: string },
  };
}

async function stored(): Promise<number> {
  let keys = 0;
  for await (const page of t.deps.images.storedBefore(Date.now() + HOUR)) keys += page.length;
  const { count } = await t.deps.db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return keys + Number(count);
}

/** The bytes with others at a position. */
function patched(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  expect(at).toBeGreaterThanOrEqual(0);
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

function replaced(file: Buffer, from: string, to: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Files that say that their picture is huge, each a few kB, by the format's own header. */
async function bomb(format: Format): Promise<Buffer> {
  const file =
    format === 'webp'
      ? await sharp(await photo('png'))
          .webp({ lossless: true })
          .toBuffer()
      : await photo(format);
  if (format === 'png') {
    return sharp({ create: { width: 30_000, height: 1_400, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
  }
  if (format === 'jpeg') return patched(file, file.indexOf(Buffer.from([0xff, 0xc0])) + 5, [0xff, 0xdc, 0xff, 0xdc]);
  // 14 bits of each side, less one: the most that WebP may have.
  if (format === 'webp') return patched(file, file.indexOf('VP8L') + 9, [0xfe, 0xbf, 0xff, 0x0f]);
  if (format === 'gif') {
    const image = file.indexOf(0x2c, 13 + 3 * 256);
    return patched(patched(file, 6, [0xff, 0xff, 0xff, 0xff]), image + 5, [0xff, 0xff, 0xff, 0xff]);
  }
  return patched(file, file.indexOf('ispe') + 8, [0, 0, 0x80, 0, 0, 0, 0x80, 0]);
}

/** An AVIF that says that its picture is coded as those of phones are, which this decoder must not try. */
const heic = (avif: Buffer) => replaced(replaced(replaced(avif, 'avif', 'heic'), 'av01', 'hvc1'), 'av1C', 'hvcC');

/** An icon file with a PNG inside. */
function icon(png: Buffer): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}

describe('refused with nothing stored', () => {
  /** A JPEG with another byte that many before the end of its start of scan, as the cameras of phones write them. */
  async function oddScan(back: number, byte: number) {
    const file = await photo('jpeg');
    const at = file.indexOf(Buffer.from([0xff, 0xda])) + 2;
    file[at + file.readUInt16BE(at) - back] = byte;
    return file;
  }
  /** A PNG with a chunk after its header. */
  async function withChunk(type: string, data: Buffer, sum = crc32(Buffer.concat([Buffer.from(type), data]))) {
    const file = await photo('png');
    const [length, end] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    end.writeUInt32BE(sum);
    return Buffer.concat([file.subarray(0, 33), length, Buffer.from(type), data, end, file.subarray(33)]);
  }
  const followed = async (format: Format) => Buffer.concat([await photo(format), Buffer.alloc(51, 1)]);
  const odd: [string, () => Promise<Buffer>][] = [
    ['a baseline JPEG whose scan ends at 0', () => oddScan(2, 0)],
    ['a baseline JPEG whose scan begins at 1', () => oddScan(3, 1)],
    ['a baseline JPEG whose scan is a refinement', () => oddScan(1, 0x10)],
    ['a PNG with a broken colour profile', () => withChunk('iCCP', Buffer.from('x\0\0no profile'))],
    ['a PNG with a wrong sum of a text', () => withChunk('tEXt', Buffer.from('a\0b'), 1)],
    ['a PNG with a gamma of 0', () => withChunk('gAMA', Buffer.alloc(4))],
    ['a WebP with bytes after its end', () => followed('webp')],
    ['an AVIF with bytes after its end', () => followed('avif')],
  ];
  test.each(odd)('%s, which every browser shows: 201', async (_, make) => {
    expect(await upload(await make())).toMatchObject({ status: 201, body: { width: 90, height: 60 } });
  });

  const refused: [string, () => Promise<Buffer> | Buffer][] = [
    ['HEIC', async () => heic(await photo('avif'))],
    ['ICO', async () => icon(await photo('png'))],
    ['SVGZ', () => gzipSync(svg)],
    [
      'a PDF with a JPEG inside',
      async () => Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\nstream\n'), await photo('jpeg')]),
    ],
    ['HTML before a PNG', async () => Buffer.concat([Buffer.from(`<html>${script}`), await photo('png')])],
    ['a ZIP', () => zip],
    [
      'a PNG without its end in the middle of a JPEG',
      // Of one colour: among random bytes there is now and then something that decodes.
      async () => Buffer.concat([(await photo('jpeg')).subarray(0, 400), await plainPng()]),
    ],
  ];
  test.each(refused)('%s: 415', async (_, make) => {
    const before = await stored();
    expect((await upload(await make())).status).toBe(415);
    expect(await stored()).toBe(before);
  });

  test('an SVG under five names and types: 415', async () => {
    const before = await stored();
    for (const [name, type] of [
      ['a.svg', 'image/svg+xml'],
      ['a.png', 'image/png'],
      ['a.svg.jpg', 'image/jpeg'],
      ['../../a.webp', ''],
      ['a.png\0.svg', 'image/png'],
    ] as const) {
      expect([name, (await upload(svg, name, type)).status]).toEqual([name, 415]);
    }
    expect(await stored()).toBe(before);
  });

  test.each(formats)('a %s cut at 20 positions: 415', { timeout: 60_000 }, async (format) => {
    const [whole, before] = [await photo(format), await stored()];
    for (let step = 0; step < 20; step++) {
      const length = Math.floor((whole.length * (step + 0.5)) / 20);
      expect([format, length, (await upload(whole.subarray(0, length))).status]).toEqual([format, length, 415]);
    }
    expect(await stored()).toBe(before);
  });

  test.each(formats)('a %s that says it is larger than 40 megapixels, an AVIF 16: 413', async (format) => {
    const [file, before] = [await bomb(format), await stored()];
    expect(file.length).toBeLessThan(200_000);
    const { status, body } = await upload(file);
    const detail =
      format === 'avif'
        ? 'An AVIF picture must have at most 16 megapixels.'
        : 'The picture must have at most 40 megapixels.';
    expect([format, status, body.detail]).toEqual([format, 413, detail]);
    expect(await stored()).toBe(before);
  });
});

// A slow machine makes the largest picture within a picture's time only once others leave it room: it is asked for longer.
const tries = 40;
const patience = { timeout: 15 * MINUTE };

test(
  'A9: an AVIF of a thousand bytes and 40 megapixels is refused before it is decoded, one of 16 is taken',
  patience,
  async () => {
    const avif = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#aa3355' } })
        .avif({ effort: 0 })
        .toBuffer();
    const before = await stored();
    const bomb = await avif(8_000, 5_000);
    expect(bomb.length).toBeLessThan(1_500);
    expect(await upload(bomb)).toMatchObject({
      status: 413,
      body: { detail: 'An AVIF picture must have at most 16 megapixels.' },
    });
    expect(await stored()).toBe(before);
    const largest = await avif(5_000, 3_200);
    const taken = await untilAvailable(() => uploadOnce(largest), tries);
    expect(taken).toMatchObject({ status: 201, body: { width: 1_600, height: 1_024 } });
  },
);

describe('taken for their first frame or their pixels alone', () => {
  const frames = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, frame) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background: frame === 0 ? '#ff0000' : '#0000ff' } })
          .png()
          .toBuffer(),
      ),
    );

  async function isRed(url: string): Promise<boolean> {
    const { rawPayload } = await t.app.inject(url);
    const [red = 0, , blue = 255] = await sharp(rawPayload).raw().toBuffer();
    return red > 200 && blue < 60;
  }

  test('an animated WebP of 500 frames and an APNG', async () => {
    const webp = await sharp(await frames(500), { join: { animated: true } })
      .webp()
      .toBuffer();
    const [first] = await frames(1);
    // `acTL` after IHDR says that more frames follow; the picture itself is the first.
    const png = first ?? Buffer.alloc(0);
    const control = Buffer.from([0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4c, 0, 0, 0, 2, 0, 0, 0, 0, 0xf3, 0x8d, 0x93, 0x70]);
    for (const file of [webp, Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])]) {
      const { status, body } = await upload(file);
      expect([status, body.width, body.height]).toEqual([201, 20, 10]);
      expect(await isRed(body.url)).toBe(true);
    }
  });

  test('polyglots: nothing of the second file is stored', async () => {
    const gif = await photo('gif');
    const tail = [zip, Buffer.from(script)];
    // A comment behind the GIF's header, which makes it a script, too.
    const table = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])]);
    for (const file of [
      Buffer.concat([await photo('jpeg'), ...tail]),
      Buffer.concat([await photo('png'), ...tail]),
      Buffer.concat([gif.subarray(0, table), comment, gif.subarray(table)]),
    ]) {
      const { status, body } = await upload(file, 'a.html', 'text/html');
      expect(status).toBe(201);
      for (const name of ['90.webp', '90.avif', 'preview.webp']) {
        const { rawPayload, headers } = await t.app.inject(body.url.replace('90.webp', name));
        expect(headers['content-type']).toMatch(/^image\//);
        for (const trace of [...tail, Buffer.from('PK\x03\x04')]) expect(rawPayload.includes(trace)).toBe(false);
      }
    }
  });
});
