import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'src/client/fonts');

/** Code points from `first` to `last` as text. */
function span(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** What every page needs: ASCII, Latin-1 and the punctuation that the texts use. */
const latin = `${span(0x20, 0x7e) + span(0xa0, 0xff)}ıŒœ–—‘’“”„•…′″‹›€−×→←↑↓·✓`;
/** Latin Extended-A: Māori, Polish, Turkish. Only pages that show such a letter load this file. */
const extended = span(0x100, 0x17f);

const bricolage = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque';
const instrument = '@fontsource-variable/instrument-sans/files/instrument-sans';
// One optical size, for large print: a third of the bytes of the whole axis.
const display = { wdth: 84, wght: 750, opsz: 32 };
const text = { wdth: 100, wght: { min: 400, max: 700 } };

/**
 * The letters that the other two lack: loaded with the first of them only.
 */
const noto = '@fontsource-variable/noto-sans/files/noto-sans';
const marks = `${span(0x300, 0x301) + span(0x303, 0x304)}\u0308\u0309\u0323\u0329`;
// Each file has the marks, too: a letter and its marks have to come from one file to be composed.
const parts = [
  { part: 'latin', characters: `${latin}ʻʼ${marks}` },
  { part: 'latin-ext', characters: span(0x100, 0x2af) + span(0x1e00, 0x1e9f) + marks },
  { part: 'vietnamese', characters: span(0x1ea0, 0x1ef9) + marks },
];

const cuts = [
  {
    name: 'bricolage-latin',
    source: `${bricolage}-latin-standard-normal.woff2`,
    characters: latin,
    variationAxes: display,
  },
  {
    name: 'bricolage-extended',
    source: `${bricolage}-latin-ext-standard-normal.woff2`,
    characters: extended,
    variationAxes: display,
  },
  {
    name: 'instrument-latin',
    source: `${instrument}-latin-standard-normal.woff2`,
    characters: latin,
    variationAxes: text,
  },
  {
    name: 'instrument-extended',
    source: `${instrument}-latin-ext-standard-normal.woff2`,
    characters: extended,
    variationAxes: text,
  },
  ...parts.flatMap(({ part, characters }) => {
    const source = `${noto}-${part}-standard-normal.woff2`;
    return [
      { name: `noto-${part}-display`, source, characters, variationAxes: { wdth: 84, wght: 750 } },
      { name: `noto-${part}-text`, source, characters, variationAxes: text },
    ];
  }),
];

/** Writes the cut fonts into `src/client/fonts`, unless the same sources were cut by the same rules before. */
export async function cutFonts() {
  await mkdir(target, { recursive: true });
  for (const { name, source, characters, variationAxes } of cuts) {
    const original = await readFile(join(root, 'node_modules', source));
    const rules = createHash('sha256')
      .update(original)
      .update(JSON.stringify([characters, variationAxes]))
      .digest('hex');
    const file = join(target, `${name}.woff2`);
    const stamp = `${file}.cut`;
    if (existsSync(file) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === rules) continue;
    await writeFile(file, await subsetFont(original, characters, { targetFormat: 'woff2', variationAxes }));
    await writeFile(stamp, rules);
  }
}

if (import.meta.main) await cutFonts();
