import { setPriority } from 'node:os';
import sharp from 'sharp';
import { renderPicture } from '#server/images/render.ts';
import type { Commission } from './draw-pictures.ts';
import { drawPortrait } from './portraits/portrait.ts';

/**
 * A process that makes drawings into files of pictures, as an upload is made into them. It is one of its own because
 * the server never decodes SVG, and because it gives way to everything else.
 */

/** The lowest there is. */
const priority = 19;

setPriority(priority);
process.on('disconnect', () => process.exit());
// Ctrl-C reaches it, too: it ends with its parent.
process.on('SIGINT', () => {});
process.on('message', async ({ portrait, wide, height }: Commission) => {
  const svg = drawPortrait(portrait, { wide, height });
  // `renderPicture` blocks all decoders but those of uploads.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const drawn = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  process.send?.(await renderPicture(drawn));
});
