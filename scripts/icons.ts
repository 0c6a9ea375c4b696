import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { icons } from '#shared/icons.ts';

/** Draws the icons of home screens, which are asked for by name. */
export const drawIcons: Plugin = {
  name: 'saluni:icons',
  apply: 'build',
  async generateBundle() {
    const svg = await readFile(join(import.meta.dirname, '../src/client/icon.svg'), 'utf8');
    for (const { file, size, maskable } of icons) {
      // Of a maskable icon only a circle of 80% is sure to be seen.
      const drawing = Buffer.from(maskable ? svg.replace(' rx="8"', '') : svg);
      const source = await sharp(drawing, { density: (72 * size) / 32 })
        .resize(size)
        .png({ palette: true })
        .toBuffer();
      this.emitFile({ type: 'asset', fileName: file, source });
    }
  },
};
