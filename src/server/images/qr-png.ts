import { qrModules } from '#shared/qr.ts';

/** A QR code as a PNG, `side` pixels wide and high. */
export async function qrPng(text: string, side: number): Promise<Buffer> {
  const modules = qrModules(text);
  const width = modules.length;
  const pixels = Buffer.from(modules.flat().map((isDark) => (isDark ? 0 : 255)));
  // Loaded at the first use: most processes never draw one.
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width, height: width, channels: 1 } })
    .resize(side, side, { kernel: 'nearest' })
    .png()
    .toBuffer();
}
