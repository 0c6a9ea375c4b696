import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import { coilRadius, coilStroke, coils, coilTurns, pairOf, pairs, seedOf, spiral } from '#shared/ornament-patterns.ts';
import type { ShareContent } from './share-content.ts';
import { familyOf, shareFonts } from './share-fonts.ts';

/** Draws pictures for chats, in a thread of its own: each takes some tenths of a second. */

export type ShareJob = { id: number; content: ShareContent; picture: Uint8Array | undefined };
export type ShareAnswer = { id: number } & ({ bytes: Uint8Array } | { error: string });

const size = { width: 1200, height: 630 };
const half = 520;
/** Of an answer (contract 10), bytes. */
const mostBytes = 300 * 1000;
const colours = {
  paper: '#fffaf2',
  ink: '#24131f',
  soft: '#6b5663',
  brand: '#4a1942',
  sunk: '#f7eee0',
};

type Element = {
  type: string;
  props: { style?: Record<string, string | number>; children?: unknown } & Record<string, unknown>;
};

function box(style: Record<string, string | number>, ...children: (Element | string | undefined)[]): Element {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children: children.filter(Boolean) } };
}

function image(svg: string, width: number, height: number): Element {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { type: 'img', props: { src, width, height } };
}

function coilMark(colour: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32"><path ` +
    `d="${spiral(2.7, 10.4)}" fill="none" stroke="${colour}" stroke-width="2.6" ` +
    'stroke-linecap="round"/></svg>'
  );
}

function ornament(id: string, width: number, height: number): Element {
  const seed = seedOf(id);
  const { ground, figure } = pairs[pairOf(seed)] ?? pairs[0];
  const zoom = 1.6;
  const paths = coils(seed, width / zoom, height / zoom).map(
    ({ kind, transform }) =>
      `<path transform="${transform}" d="${spiral(coilTurns[kind] ?? coilTurns[0], coilRadius)}"/>`,
  );
  return image(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ` +
      `${width / zoom} ${height / zoom}"><rect width="100%" height="100%" fill="${ground}"/><g ` +
      `fill="none" stroke="${figure}" stroke-width="${coilStroke}" ` +
      `stroke-linecap="round">${paths.join('')}</g></svg>`,
    width,
    height,
  );
}

async function photo(bytes: Uint8Array): Promise<Element> {
  const jpeg = await sharp(bytes).resize(half, size.height, { fit: 'cover', position: 'attention' }).jpeg().toBuffer();
  const src = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  return { type: 'img', props: { src, width: half, height: size.height } };
}

function drawing({ title, line, labels, price, id }: ShareContent, side: Element | undefined): Element {
  const letters = title.length > 60 ? 52 : title.length > 26 ? 64 : 84;
  return box(
    { ...size, background: colours.paper, color: colours.ink, fontFamily: familyOf('text') },
    box(
      {
        flexDirection: 'column',
        boxSizing: 'border-box',
        width: size.width - half,
        height: size.height,
        padding: '52px 48px 44px 60px',
      },
      box(
        { alignItems: 'center', fontFamily: familyOf('display'), fontSize: 44, color: colours.brand },
        image(coilMark(colours.brand), 52, 52),
        'saluni',
      ),
      box(
        { flexDirection: 'column', flexGrow: 1, justifyContent: 'center' },
        {
          type: 'div',
          props: {
            style: {
              display: 'block',
              fontFamily: familyOf('display'),
              fontSize: letters,
              lineHeight: 1.02,
              lineClamp: 3,
              overflow: 'hidden',
            },
            children: title,
          },
        },
        {
          type: 'div',
          props: {
            style: {
              display: 'block',
              fontSize: 34,
              lineHeight: 1.25,
              color: colours.soft,
              marginTop: 18,
              lineClamp: 3,
              overflow: 'hidden',
            },
            children: line,
          },
        },
        labels.length === 0
          ? undefined
          : box(
              { flexWrap: 'wrap', marginTop: 22, gap: 12, maxHeight: 128, overflow: 'hidden' },
              ...labels.map((label) =>
                box({ background: colours.sunk, borderRadius: 999, padding: '8px 22px', fontSize: 30 }, label),
              ),
            ),
      ),
      price === '' ? undefined : box({ fontFamily: familyOf('display'), fontSize: 52, color: colours.brand }, price),
    ),
    side ?? ornament(id, half, size.height),
  );
}

/** As a palette, whose size stays far below that of all colours; with fewer colours where a photograph needs it. */
async function palette(png: Uint8Array): Promise<Buffer> {
  for (const colourCount of [256, 128, 64]) {
    const bytes = await sharp(png).png({ palette: true, colours: colourCount, effort: 4 }).toBuffer();
    if (bytes.byteLength < mostBytes) return bytes;
  }
  return sharp(png).png({ palette: true, colours: 24, dither: 0 }).toBuffer();
}

let fonts: Promise<Font[]> | undefined;

async function draw(job: ShareJob): Promise<Buffer> {
  fonts ??= shareFonts();
  const side = job.picture && (await photo(job.picture).catch(() => undefined));
  const svg = await satori(drawing(job.content, side) as Parameters<typeof satori>[0], { ...size, fonts: await fonts });
  return palette(new Resvg(svg).render().asPng());
}

/** One at a time, in the order in which they are asked for. */
let turn: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (job: ShareJob) => {
  turn = turn.then(async () => {
    const { id } = job;
    try {
      parentPort?.postMessage({ id, bytes: await draw(job) } satisfies ShareAnswer);
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) } satisfies ShareAnswer);
    }
  });
});
