import type { OutputInfo, Sharp, SharpOptions } from 'sharp';
import { messagePictureSizes } from '#shared/constants.ts';
import { largestWidth, type PictureFormat, pictureFormats, widthsOf } from '#shared/picture-files.ts';

/** A picture as it is stored: its files, and the size of the largest copy. */
export type Rendered = {
  width: number;
  height: number;
  /** What draws the eye, in parts of the width and height. */
  focus: { x: number; y: number };
  files: { name: string; type: string; bytes: Buffer }[];
};

/** What everybody may see, cut around its focus, or what two people send each other. */
export type PictureUse = 'shown' | 'sent';

/** Why no files were made of a picture. */
export type RenderFailure = 'too many pixels' | 'too many pixels of AVIF' | 'no picture' | 'too slow' | 'no memory';

export class RenderError extends Error {
  readonly reason: RenderFailure;
  constructor(reason: RenderFailure, cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Most pixels of a picture, millions (reliability A9): a decoded one takes 160 MB, and an AVIF five times as much. */
export const mostMegapixels = { avif: 16, other: 40 };
/** Longest time of each decoding and encoding, seconds; a request may take 15 (reliability O4). */
const timeLimit = 8;
/** A copy that is shown is at most so many times higher than wide. */
const tallest = 2;
/** Into which the largest copy is fitted, pixels. */
const boxes: Record<PictureUse, { width: number; height: number }> = {
  shown: { width: largestWidth, height: largestWidth * tallest },
  sent: { width: messagePictureSizes.large, height: messagePictureSizes.large },
};
const previewWidth = 24;
/** Edge of the square in which it is looked for what draws the eye. */
const attentionEdge = 64;
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
    return (input, options) => sharp(input, options).timeout({ seconds: timeLimit });
  });
  return opening;
}

/**
 * Makes the files of a picture, pixels alone, the right way up: of one that is shown three widths in WebP and AVIF and a
 * tiny preview, of one that is sent a small and a large WebP. Throws a RenderError for anything but a whole, small enough picture, or when it takes too long; `beforeEncoding` may
 * refuse a good one before the longer part.
 */
export async function renderPicture(
  bytes: Uint8Array,
  beforeEncoding?: () => Promise<unknown>,
  use: PictureUse = 'shown',
): Promise<Rendered> {
  const open = await load();
  const decoded = await decode(open, bytes, boxes[use]);
  await beforeEncoding?.();
  try {
    return await (use === 'shown' ? encodeAll : encodeSent)(open, decoded);
  } catch (error) {
    const reason = shortage(error);
    throw reason === undefined ? error : new RenderError(reason, error);
  }
}

/** Whether it was time or memory that was missing, by libvips' message: a line for each of its complaints. */
export function shortage(error: unknown): 'too slow' | 'no memory' | undefined {
  const message = error instanceof Error ? error.message : '';
  if (/^timeout: /m.test(message)) return 'too slow';
  // libheif calls its own bounds on hostile files so, too.
  return /memory/i.test(message) && !/security limit/i.test(message) ? 'no memory' : undefined;
}

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
  return { width, height, focus: await attentionOf(pixels(), { width, height }), files };
}

async function encodeSent(open: Open, { data, info: { width, height, channels } }: Decoded): Promise<Rendered> {
  const files: Rendered['files'] = [];
  for (const [name, edge] of Object.entries(messagePictureSizes)) {
    const pixels = open(data, { raw: { width, height, channels } });
    const copy = encode.webp(pixels.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }));
    files.push({ name: `${name}.webp`, type: 'image/webp', bytes: await copy.toBuffer() });
  }
  return { width, height, focus: { x: 0.5, y: 0.5 }, files };
}

/** The middle of what libvips would keep of a picture if it had to cut it. */
async function attentionOf(pixels: Sharp, { width, height }: { width: number; height: number }) {
  const cut = { width: attentionEdge, height: attentionEdge, fit: 'cover', position: 'attention' } as const;
  const { info } = await pixels.resize(cut).toBuffer({ resolveWithObject: true });
  const scale = attentionEdge / Math.min(width, height);
  const part = (at: number | undefined, length: number) =>
    at === undefined ? 0.5 : Math.round(Math.min(Math.max(at / (length * scale), 0), 1) * 1_000) / 1_000;
  return { x: part(info.attentionX, width), y: part(info.attentionY, height) };
}

type Decoded = { data: Buffer; info: OutputInfo };

/** How many pixels a WebP says it has, 0 for other files: libvips takes memory for all before it looks at its limit. */
function pixelsOfWebp(file: Buffer): number {
  if (file.length < 30 || file.toString('latin1', 8, 12) !== 'WEBP') return 0;
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (file.readUIntLE(24, 3) + 1) * (file.readUIntLE(27, 3) + 1);
  const bits = kind === 'VP8L' ? file.readUInt32LE(21) : 0;
  if (kind === 'VP8L') return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
  return (file.readUInt16LE(26) & 0x3fff) * (file.readUInt16LE(28) & 0x3fff);
}

/** The pixels of the largest copy. */
async function decode(open: Open, given: Uint8Array, within: { width: number; height: number }): Promise<Decoded> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const isAvif = bytes.toString('latin1', 4, 8) === 'ftyp';
  const limitInputPixels = (isAvif ? mostMegapixels.avif : mostMegapixels.other) * 1_000_000;
  if (pixelsOfWebp(bytes) > limitInputPixels) throw new RenderError('too many pixels', undefined);
  // What only makes a decoder warn is shown by every browser; a truncated file is an error.
  const picture = () => open(bytes, { pages: 1, failOn: 'error', limitInputPixels });
  try {
    const { format, compression } = await picture().metadata();
    if (format === 'heif' && compression !== 'av1') throw new Error('the pictures of the HEIF file are not AV1');
    const box = { ...within, fit: 'inside', withoutEnlargement: true } as const;
    return await picture().autoOrient().resize(box).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (/pixel limit/.test((error as Error).message))
      throw new RenderError(isAvif ? 'too many pixels of AVIF' : 'too many pixels', error);
    throw new RenderError(shortage(error) ?? 'no picture', error);
  }
}
