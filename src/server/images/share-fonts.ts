import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'satori';
import subsetFont from 'subset-font';

/** Code points from `first` to `last` as text. */
function span(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** Latin as people write their names in it, and the punctuation of our texts. */
const characters = `${span(0x20, 0x24f)}${span(0x300, 0x36f)}${span(0x1e00, 0x1eff)}–—‘’“”…′″€·`;

const bricolage = 'bricolage-grotesque/files/bricolage-grotesque';
const instrument = 'instrument-sans/files/instrument-sans';
const noto = 'noto-sans/files/noto-sans';
const display = { wdth: 84, wght: 750, opsz: 32 };
const text = { wdth: 100, wght: 500 };

/** The first file that has a letter sets it. */
const faces = {
  display: [
    { source: `${bricolage}-latin`, variationAxes: display },
    { source: `${bricolage}-latin-ext`, variationAxes: display },
    { source: `${noto}-latin-ext`, variationAxes: { wdth: 84, wght: 750 } },
    { source: `${noto}-vietnamese`, variationAxes: { wdth: 84, wght: 750 } },
  ],
  text: [
    { source: `${instrument}-latin`, variationAxes: text },
    { source: `${instrument}-latin-ext`, variationAxes: text },
    { source: `${noto}-latin-ext`, variationAxes: text },
    { source: `${noto}-vietnamese`, variationAxes: text },
  ],
};

/** The families of a face, in the order in which they are looked through. */
export function familyOf(face: keyof typeof faces): string {
  return faces[face].map((_, index) => `${face}${index}`).join(', ');
}

/** The product's type as satori takes it: one weight a file, uncompressed. */
export async function shareFonts(): Promise<Font[]> {
  const fonts = Object.entries(faces).flatMap(([face, files]) =>
    files.map(async ({ source, variationAxes }, index) => {
      const file = new URL(import.meta.resolve(`@fontsource-variable/${source}-standard-normal.woff2`));
      const data = await subsetFont(await readFile(fileURLToPath(file)), characters, {
        targetFormat: 'sfnt',
        variationAxes,
      });
      return { name: `${face}${index}`, data, weight: 400 as const, style: 'normal' as const };
    }),
  );
  return Promise.all(fonts);
}
