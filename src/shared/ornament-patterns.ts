/** The five patterns that replace missing photos, as numbers and path data without React. */
export const patterns = ['coil', 'braid', 'loc', 'wave', 'fade'] as const;
export type Pattern = (typeof patterns)[number];

/** Ground and figure (design direction). */
export const pairs = [
  { ground: '#4A1942', figure: '#F4A92A' },
  { ground: '#F4A92A', figure: '#4A1942' },
  { ground: '#2F6B57', figure: '#F3E3C8' },
  { ground: '#C9502C', figure: '#F2C6B4' },
  { ground: '#2E5E8C', figure: '#F3E3C8' },
  { ground: '#7B2D63', figure: '#F4A92A' },
  { ground: '#F3E3C8', figure: '#C9502C' },
  { ground: '#F2C6B4', figure: '#4A1942' },
] as const;

/** FNV-1a hash over UTF-16 units. */
export function seedOf(text: string) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** Mulberry32: a pseudo-random generator of numbers in [0, 1). */
function generator(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Index of the pair of a seed. */
export function pairOf(seed: number): number {
  return (seed >>> 3) % pairs.length;
}

/** A pattern in the colours of an id. */
export interface Look {
  pattern: Pattern;
  id: string;
}

/** The most columns of a list of cards. */
const columns = 3;

/**
 * For each of a list of looks, how many pairs on from its own it takes its colours, so that no two neighbours, beside
 * or above each other, have pattern and colours in common.
 */
export function pairTurns(looks: readonly Look[]): number[] {
  const seen: string[] = [];
  return looks.map(({ pattern, id }) => {
    let turn = 0;
    const look = () => pattern + ((pairOf(seedOf(id)) + turn) % pairs.length);
    while (seen.slice(-columns).includes(look())) turn++;
    seen.push(look());
    return turn;
  });
}

/**
 * How a seed varies a drawing: how many times the drawing's size is seen, how far apart its parts stand, and which part
 * of it is cut out (0 to 1).
 */
export function varietyOf(seed: number) {
  const random = generator(seed ^ 0x9e3779b9);
  return { zoom: 0.55 + random() * 0.75, gap: 0.88 + random() * 0.4, left: random(), top: random() };
}

const round = (value: number) => Math.round(value * 100) / 100;

/** An Archimedean spiral in eighth-turn arcs, from 0.12 of `radius` to all of it. */
export function spiral(turns: number, radius: number) {
  const steps = Math.round(turns * 8);
  const at = (step: number) => {
    const angle = (step / 8) * 2 * Math.PI;
    const reach = radius * (0.12 + (0.88 * step) / steps);
    return { x: round(reach * Math.cos(angle)), y: round(reach * Math.sin(angle)), reach };
  };
  const first = at(0);
  let path = `M${first.x} ${first.y}`;
  for (let step = 1; step <= steps; step++) {
    const point = at(step);
    const bend = round((at(step - 1).reach + point.reach) / 2);
    path += `A${bend} ${bend} 0 0 1 ${point.x} ${point.y}`;
  }
  return path;
}

const coilCell = 58;

/** Coils in offset rows: which of the four spirals (`kind`), and a random turn. */
export function coils(seed: number, width: number, height: number, gap = 1) {
  const random = generator(seed);
  const cell = coilCell * gap;
  const coils: { kind: number; transform: string }[] = [];
  const shift = random() * cell;
  for (let row = 0, y = 18; y < height + cell / 2; row++, y += cell * 0.82) {
    for (let x = shift - cell * (row % 2 ? 1 : 1.5); x < width + cell / 2; x += cell) {
      const scale = round(0.84 + random() * 0.18);
      const turn = Math.round(random() * 360);
      coils.push({
        kind: Math.floor(random() * 4),
        transform: `translate(${round(x + random() * 6)} ${round(y + random() * 5)}) rotate(${turn}) scale(${scale})`,
      });
    }
  }
  return coils;
}

export const coilTurns = [2.2, 2.45, 2.7, 3] as const;
export const coilRadius = 24;
export const coilStroke = 5.2;

/** One column of a braid: pairs of ellipses turned against each other, offset by half a step. */
export function braid(seed: number, width: number, height: number, gap = 1) {
  const shift = generator(seed)() * 18;
  const leaves: { x: number; y: number; turn: number }[] = [];
  for (let y = -18 - shift; y < height + 20; y += 18) {
    leaves.push({ x: -11.5, y: round(y), turn: 38 }, { x: 11.5, y: round(y + 9), turn: -38 });
  }
  const columns: number[] = [];
  for (let x = 10 - shift; x < width + 30; x += 53 * gap) columns.push(round(x));
  return { leaves, columns };
}

/** Parallel strands on one slow sine; the dashes are bands of the ground across each of them. */
export function locs(seed: number, width: number, height: number, gap = 1) {
  const random = generator(seed);
  const sway = 10 + random() * 8;
  const phase = random() * Math.PI * 2;
  const strands: { path: string; dashes: string; offset: number }[] = [];
  for (let x = -12; x < width + 24; x += 24 * gap) {
    const lean = (y: number) => round(x + sway * Math.sin(phase + y / 70 + x / 160));
    let path = `M${lean(-10)} -10`;
    for (let y = 20; y <= height + 40; y += 30) path += `Q${lean(y - 15)} ${y - 15} ${lean(y)} ${y}`;
    const dashes = Array.from({ length: 3 }, () => `${Math.round(18 + random() * 64)} 4`).join(' ');
    strands.push({ path, dashes, offset: Math.round(random() * 90) });
  }
  return strands;
}

/** Lines of quarter arcs, one under the other. */
export function waves(seed: number, width: number, height: number, gap = 1) {
  const shift = round(generator(seed)() * 44);
  let path = `M${-44 - shift} 0`;
  for (let x = -44 - shift, up = 1; x < width + 44; x += 22, up = 1 - up)
    path += `q5.5 ${up ? -9 : 9} 11 ${up ? -9 : 9}t11 ${up ? 9 : -9}`;
  const rows: number[] = [];
  for (let y = -6; y < height + 22; y += 22 * gap) rows.push(round(y));
  return { path, rows };
}

/** Rows of dots that shrink downwards; a dot is a dash of no length with a round cap. */
export function fades(seed: number, width: number, height: number, apart = 1) {
  const shift = generator(seed)() * 16;
  const rows: { y: number; from: number; size: number }[] = [];
  const step = 13.5 * apart;
  const gap = round(16.4 * apart);
  const count = Math.ceil(height / step) + 1;
  for (let row = 0; row < count; row++) {
    rows.push({
      y: round(5 + row * step),
      from: round(-shift - (row % 2 ? gap / 2 : 0)),
      size: round(10.5 - (8.6 * row) / count),
    });
  }
  return { rows, gap, width: width + 40 };
}
