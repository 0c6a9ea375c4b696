import type { OutputInfo, Sharp, SharpOptions } from 'sharp';
import { tooLarge, unavailable, wrongType } from '#server/errors.ts';
import { largestWidth, type PictureFormat, pictureFormats, widthsOf } from '#shared/picture-files.ts';

/** A picture as it is stored: its files, and the size of the largest copy. */
export type Rendered = { width: number; height: number; files: { name: string; type: string; bytes: Buffer }[] };

/** Most pixels of a picture (reliability A9); a decoded one takes 160 MB. */
const mostMegapixels = 40;
/** Longest time of each decoding and encoding, seconds; a request may take 15 (reliability O4). */
const timeLimit = 8;
/** Seconds after which a caller may send a picture again that took too long. */
export const retryAfter = 5;
/** A copy is at most so many times higher than wide. */
const tallest = 2;
const previewWidth = 24;
/** AVIF and WebP by the speed of their encoders: the smallest file takes too long for a request. */
const encode: Record<PictureFormat, (pixels: Sharp) => Sharp> = {
  avif: (pixels) => pixels.avif({ quality: 55, effort: 0 }),
  webp: (pixels) => pixels.webp({ quality: 80, effort: 2 }),
};
/** The only decoders that run, chosen by content: what they cannot read is no picture for us. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

type Open = (input: Uint8Array, options?: SharpOptions) => Sharp;
let opening: Promise<Open> | undefined;

/** Loads the library at the first upload: it takes memory that a process without uploads does not need. */
function load(): Promise<Open> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    // One thread for each picture, and no cache of decoded ones.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: decoders });
    return (input, options) =>
      sharp(input, { limitInputPixels: mostMegapixels * 1_000_000, ...options }).timeout({ seconds: timeLimit });
  });
  return opening;
}

/**
 * Makes the files of a picture: three widths in WebP and AVIF, and a tiny blurred preview. They hold pixels alone, the
 * right way up: no EXIF and no location. Throws 415 for anything but a whole JPEG, PNG, WebP, AVIF or GIF, whose first
 * frame counts; 413 for too many pixels; 503 when it takes too long. `beforeEncoding` may refuse a picture that was
 * good, before the longer part of the work.
 */
export async function renderPicture(bytes: Uint8Array, beforeEncoding?: () => Promise<unknown>): Promise<Rendered> {
  const open = await load();
  const decoded = await decode(open, bytes);
  await beforeEncoding?.();
  try {
    return await encodeAll(open, decoded);
  } catch (error) {
    if (tookTooLong(error)) return unavailable(retryAfter);
    throw error;
  }
}

const tookTooLong = (error: unknown) => error instanceof Error && error.message.startsWith('timeout');

async function encodeAll(open: Open, { data, info: { width, height, channels } }: Decoded): Promise<Rendered> {
  const pixels = () => open(data, { raw: { width, height, channels } });
  const files: Rendered['files'] = [];
  // One after another, because they share the cores with everybody's requests.
  for (const one of widthsOf(width)) {
    for (const format of pictureFormats) {
      const copy = encode[format](pixels().resize({ width: one }));
      files.push({ name: `${one}.${format}`, type: `image/${format}`, bytes: await copy.toBuffer() });
    }
  }
  const preview = pixels().resize({ width: previewWidth }).blur(1).webp({ quality: 40 });
  files.push({ name: 'preview.webp', type: 'image/webp', bytes: await preview.toBuffer() });
  return { width, height, files };
}

type Decoded = { data: Buffer; info: OutputInfo };

/** The pixels of the largest copy. */
async function decode(open: Open, bytes: Uint8Array): Promise<Decoded> {
  const picture = () => open(bytes, { pages: 1, failOn: 'warning' });
  try {
    const { format, compression } = await picture().metadata();
    if (format === 'heif' && compression !== 'av1') throw new Error('the pictures of the HEIF file are not AV1');
    const box = {
      width: largestWidth,
      height: largestWidth * tallest,
      fit: 'inside',
      withoutEnlargement: true,
    } as const;
    return await picture().autoOrient().resize(box).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (/pixel limit/.test((error as Error).message))
      return tooLarge(`The picture must have at most ${mostMegapixels} megapixels.`);
    if (tookTooLong(error)) return unavailable(retryAfter);
    return wrongType('The file must be a JPEG, PNG, WebP, AVIF or GIF picture that is not damaged.');
  }
}
