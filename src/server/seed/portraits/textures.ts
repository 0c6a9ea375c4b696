import type { Random } from '../random.ts';
import { blend, gold, type Hair } from './colours.ts';
import { along, between, bounds, clamp, even, type Line, mix, type Point, path, scatter } from './geometry.ts';

/** What every texture draws with. */
export type Pen = { hair: Hair; random: Random };

const n = (value: number) => Math.round(value * 10) / 10;
const degrees = (angle: number) => Math.round((angle * 180) / Math.PI);

/** How much light falls on a place of a shape: it comes from the upper left. */
function lightOn(shape: Line) {
  const { left, right, top, bottom } = bounds(shape);
  return ([x, y]: Point) =>
    clamp(1.05 - 0.55 * ((x - left) / (right - left || 1)) - 0.6 * ((y - top) / (bottom - top || 1)));
}

/** Spirals of 1.7 to 2.6 turns with a radius of 10, which `coils` uses by number. */
export const coilShapes = [1.7, 2, 2.3, 2.6]
  .map((turns, kind) => {
    const steps = Math.round(turns * 10);
    const points = Array.from({ length: steps + 1 }, (_, step): Point => {
      const [angle, reach] = [(step / 10) * 2 * Math.PI, 1.2 + (8.8 * step) / steps];
      return [reach * Math.cos(angle), reach * Math.sin(angle)];
    });
    return `<path id="coil${kind}" d="${path(points, false)}" fill="none" stroke-linecap="round" stroke-width="2.6"/>`;
  })
  .join('');

/** Coils all over a shape. Their discs make its edge uneven, so that it ends as hair does. */
export function coils(shape: Line, size: number, { hair, random }: Pen, stir = 0.3): string {
  const places = scatter(shape, size * 0.82, random, stir);
  const light = lightOn(shape);
  const discs = places.map((at) => {
    const { base, edge } = hair(at);
    return (
      `<circle cx="${n(at[0])}" cy="${n(at[1])}" r="${n(size * mix(0.6, 0.74, random.next()))}" ` +
      `fill="${blend(edge, base, 0.4 + 0.6 * light(at))}"/>`
    );
  });
  const spirals = places.map((at) => {
    const { base, mid, light: bright } = hair(at);
    const shine = light(at) + (random.next() - 0.5) * 0.5;
    const colour = shine < 0.4 ? blend(base, mid, 0.35 + shine) : blend(mid, bright, (shine - 0.4) * 0.9);
    const scale = (size / 20) * mix(0.84, 1.06, random.next());
    const turn = random.whole(0, 359);
    const side = random.next() < 0.5 ? -1 : 1;
    return (
      `<use href="#coil${random.whole(0, 3)}" stroke="${colour}" transform="translate(${n(at[0])} ` +
      `${n(at[1])}) rotate(${turn}) scale(${n(scale * 100 * side) / 100} ${n(scale * 100) / 100})"/>`
    );
  });
  return discs.join('') + spirals.join('');
}

/** A tapering band along a line. */
export function band(line: Line, width: (share: number) => number, fill: string): string {
  const places = along(line, () => 4);
  const side = (to: 1 | -1) =>
    places.map(({ at: [x, y], angle, share }): Point => {
      const reach = (to * width(share)) / 2;
      return [x - Math.sin(angle) * reach, y + Math.cos(angle) * reach];
    });
  return `<path d="${path([...side(1), ...side(-1).toReversed()])}" fill="${fill}"/>`;
}

type Plait = { from: number; to: number };

/** A plait of three strands along a line: lobes that meet in its middle like the grain of an ear. */
export function braid(line: Line, { from, to }: Plait, { hair, random }: Pen): string {
  const width = (share: number) => mix(from, to, share);
  const shade = hair(line[0] as Point).edge;
  const lobes = along(line, (share) => width(share) * 0.34).map(({ at: [x, y], angle, share }, index) => {
    const side = index % 2 ? 1 : -1;
    const w = width(share);
    const { edge, mid, light } = hair([x, y]);
    const colour = blend(mid, light, (side < 0 ? 0.42 : 0.08) + random.next() * 0.16);
    const [cx, cy] = [x - Math.sin(angle) * side * w * 0.22, y + Math.cos(angle) * side * w * 0.22];
    return (
      `<ellipse rx="${n(w * 0.47)}" ry="${n(w * 0.25)}" fill="${colour}" stroke="${edge}" ` +
      `stroke-width="${n(Math.max(0.7, w * 0.09))}" transform="translate(${n(cx)} ${n(cy)}) ` +
      `rotate(${degrees(angle) - side * 40})"/>`
    );
  });
  return band(line, (share) => width(share) * 0.92, shade) + lobes.join('');
}

/** Two strands turned about each other along a line. */
export function twist(line: Line, { from, to }: Plait, { hair, random }: Pen): string {
  const width = (share: number) => mix(from, to, share);
  const lobes = along(line, (share) => width(share) * 0.5).map(({ at: [x, y], angle, share }) => {
    const w = width(share);
    const { edge, mid, light } = hair([x, y]);
    return (
      `<ellipse rx="${n(w * 0.58)}" ry="${n(w * 0.31)}" ` +
      `fill="${blend(mid, light, 0.12 + random.next() * 0.24)}" stroke="${edge}" ` +
      `stroke-width="${n(Math.max(0.8, w * 0.1))}" transform="translate(${n(x)} ${n(y)}) ` +
      `rotate(${degrees(angle) - 48})"/><path d="M${n(-w * 0.3)} 0h${n(w * 0.42)}" stroke="${light}" ` +
      `stroke-opacity=".55" stroke-width="${n(w * 0.08)}" stroke-linecap="round" ` +
      `transform="translate(${n(x)} ${n(y)}) rotate(${degrees(angle) - 48}) translate(0 ` +
      `${n(-w * 0.08)})"/>`
    );
  });
  return band(line, (share) => width(share) * 0.8, hair(line[0] as Point).edge) + lobes.join('');
}

/** A curl that hangs like a spring: crescents one below the other. */
export function ringlet(line: Line, { from, to }: Plait, { hair, random }: Pen): string {
  const width = (share: number) => mix(from, to, Math.max(0, share * 1.25 - 0.25));
  const side = random.next() < 0.5 ? 1 : -1;
  const crescents = along(line, (share) => width(share) * 0.38).map(({ at: [x, y], angle, share }) => {
    const w = width(share);
    const { edge, mid, light } = hair([x, y]);
    const colour = blend(mid, light, 0.1 + random.next() * 0.4);
    const at = `translate(${n(x)} ${n(y)}) rotate(${degrees(angle) - 90 + side * 16})`;
    const [a, b, c] = [n(w / 2), n(w * 0.3), n(w * 0.06)];
    return (
      `<g transform="${at}"><path d="M${-a} ${c}C${-a} ${b * 1.7} ${a} ${b * 1.7} ${a} ${-c}C${a} ` +
      `${b * 0.9} ${-a} ${b * 0.9} ${-a} ${c}Z" fill="${colour}" stroke="${edge}" ` +
      `stroke-width="${n(w * 0.07)}"/><path d="M${n(-a * 0.55)} ${n(b * 0.95)}Q${n(-a * 0.2)} ` +
      `${n(b * 1.15)} ${n(a * 0.1)} ${n(b * 1.15)}" fill="none" stroke="${light}" ` +
      `stroke-opacity=".7" stroke-width="${n(w * 0.07)}" stroke-linecap="round"/></g>`
    );
  });
  return band(line, (share) => width(share) * 0.86, hair(line[0] as Point).base) + crescents.join('');
}

/** A loc: a round rope of one thickness with soft rings, and cuffs of gold at some shares of its length. */
export function loc(line: Line, width: number, { hair, random }: Pen, cuffs: readonly number[] = []): string {
  const tones = hair(line[Math.floor(line.length / 2)] as Point);
  const thick = (share: number) =>
    width * (0.94 + 0.1 * Math.sin(share * 21 + width)) * (share > 0.94 ? 1 - (share - 0.94) * 4 : 1);
  const rings = along(line, () => width * mix(0.55, 0.95, random.next())).map(({ at: [x, y], angle, share }) => {
    const { edge, light, mid } = hair([x, y]);
    const reach = n(width * 0.46);
    const place = `translate(${n(x)} ${n(y)}) rotate(${degrees(angle) - 90 + random.whole(-14, 14)})`;
    const shine =
      share < 0.96
        ? `<path d="M${n(-reach * 0.7)} 0q${n(reach * 0.4)} ${n(width * 0.16)} ${n(reach * 0.8)} ` +
          `${n(width * 0.14)}" fill="none" stroke="${blend(mid, light, 0.75)}" ` +
          `stroke-width="${n(width * 0.17)}" stroke-linecap="round"/>`
        : '';
    return (
      `<g transform="${place}"><path d="M${-reach} ${n(width * 0.3)}q${reach} ${n(width * 0.24)} ` +
      `${reach * 2} 0" fill="none" stroke="${edge}" stroke-opacity=".75" ` +
      `stroke-width="${n(width * 0.1)}"/>${shine}</g>`
    );
  });
  const end = line[line.length - 1] as Point;
  const tip = hair(end);
  return [
    band(line, (share) => thick(share) + 2.4, tones.edge),
    `<circle cx="${n(end[0])}" cy="${n(end[1])}" r="${n(width * 0.4 + 1)}" fill="${tip.edge}"/>`,
    gradient(line, thick, hair),
    `<circle cx="${n(end[0])}" cy="${n(end[1])}" r="${n(width * 0.36)}" fill="${tip.mid}"/>`,
    ...rings,
    ...cuffs.map((share) => cuff(line, share, width * 1.12)),
  ].join('');
}

/** A band in pieces, each in the hair's tone at its place. */
function gradient(line: Line, width: (share: number) => number, hair: Hair): string {
  const pieces = 5;
  return Array.from({ length: pieces }, (_, piece) => {
    const [start, end] = [piece / pieces, (piece + 1) / pieces];
    const part = along(line, () => 3).filter(({ share }) => share >= start - 0.04 && share <= end + 0.04);
    const middle = part[Math.floor(part.length / 2)];
    if (part.length < 2 || !middle) return '';
    return band(
      part.map(({ at }) => at),
      (share) => width(mix(start, end, share)),
      blend(hair(middle.at).base, hair(middle.at).mid, 0.75),
    );
  }).join('');
}

/** A gold cuff around a rope. */
export function cuff(line: Line, share: number, width: number): string {
  const places = along(line, () => 1);
  const place = places[Math.floor(share * (places.length - 1))];
  if (!place) return '';
  const [w, h] = [n(width + 1.6), n(Math.max(4.5, width * 0.62))];
  return (
    `<g transform="translate(${n(place.at[0])} ${n(place.at[1])}) ` +
    `rotate(${degrees(place.angle) - 90})"><rect x="${-w / 2}" y="${-h / 2}" width="${w}" ` +
    `height="${h}" rx="1.6" fill="${gold.flat}" stroke="${gold.edge}" stroke-width="1"/><path ` +
    `d="M${n(-w * 0.22)} ${n(-h / 2 + 1)}v${n(h - 2)}" stroke="${gold.light}" ` +
    'stroke-width="1.6"/></g>'
  );
}

/** Beads on a rope's end. */
export function beads(line: Line, colours: readonly string[], size: number): string {
  return along(line, () => size * 0.95)
    .map(({ at: [x, y] }, index) => {
      const colour = colours[index % colours.length] as string;
      return (
        `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size / 2)}" fill="${colour}" ` +
        `stroke="${blend(colour, '#24131F', 0.35)}" stroke-width="1"/><circle ` +
        `cx="${n(x - size * 0.14)}" cy="${n(y - size * 0.14)}" r="${n(size * 0.12)}" fill="#ffffff" ` +
        'fill-opacity=".6"/>'
      );
    })
    .join('');
}

type Strands = {
  count: number;
  width?: number /** Shares of the length that shine. */;
  shine?: readonly [number, number];
  loose?: number;
};

/** Long strands side by side between two lines, over a flat ground, with a shining part. */
export function strands(
  one: Line,
  other: Line,
  { count, width = 2, shine = [0.16, 0.34], loose = 0.5 }: Strands,
  { hair, random }: Pen,
): string {
  const middle = hair(between(one, other, 0.5)[12] as Point);
  // The ground ends before the strands do, so that their ends are uneven.
  const [from, to] = [even(one, 40).slice(0, 37), even(other, 40).slice(0, 37)];
  const parts = [`<path d="${path([...from, ...to.toReversed()])}" fill="${middle.base}"/>`];
  for (let strand = 0; strand < count; strand++) {
    const share = clamp((strand + 0.5 + (random.next() - 0.5) * loose) / count);
    const line = between(one, other, share);
    const [start, end] = [random.next() * 0.12, 1 - random.next() * 0.1];
    const seen = line.filter((_, index) => index / 23 >= start && index / 23 <= end);
    // The upper and the lower half each in the tone of their place.
    for (const [from, to] of [
      [0, 0.55],
      [0.5, 1],
    ] as const) {
      const half = seen.filter((_, index) => index / (seen.length - 1) >= from && index / (seen.length - 1) <= to);
      const { base, mid, light } = hair(half[Math.floor(half.length / 2)] as Point);
      const bright = random.next();
      const colour = bright < 0.3 ? blend(base, mid, 0.3) : blend(mid, light, (bright - 0.3) * 0.45);
      parts.push(
        `<path d="${path(half, false)}" fill="none" stroke="${colour}" ` +
          `stroke-width="${n(width * mix(0.5, 1.1, random.next()))}" stroke-linecap="round" ` +
          'stroke-linejoin="round"/>',
      );
    }
    if (random.next() < 0.6) {
      const [a, b] = [shine[0] + random.next() * 0.05, shine[1] + (random.next() - 0.5) * 0.12];
      const glint = line.filter((_, index) => index / 23 >= a && index / 23 <= b);
      if (glint.length > 1) {
        parts.push(
          `<path d="${path(glint, false)}" fill="none" stroke="${hair(glint[0] as Point).light}" ` +
            `stroke-width="${n(width * mix(0.5, 1, random.next()))}" stroke-linecap="round" ` +
            'stroke-linejoin="round"/>',
        );
      }
    }
  }
  return parts.join('');
}

/** Dots of clipped hair on skin. `strength` is from 0, bare, to 1, as dense as can be. */
export function stubble(shape: Line, gap: number, strength: (at: Point) => number, { hair, random }: Pen): string {
  return scatter(shape, gap, random, 0.12)
    .map((at) => {
      const radius = gap * 0.56 * Math.sqrt(clamp(strength(at)));
      return radius < 0.35
        ? ''
        : `<circle cx="${n(at[0])}" cy="${n(at[1])}" r="${n(radius * mix(0.9, 1.06, random.next()))}" fill="${hair(at).base}"/>`;
    })
    .join('');
}

/** Short hair that lies in one direction: strokes of some length all over a shape. */
export function strokes(
  shape: Line,
  { gap, length, angle }: { gap: number; length: number; angle: (at: Point) => number },
  { hair, random }: Pen,
): string {
  const light = lightOn(shape);
  return scatter(shape, gap, random, 0.45)
    .toSorted((a, b) => a[1] - b[1])
    .map((at) => {
      const { edge, base, mid, light: bright } = hair(at);
      const shine = light(at) + (random.next() - 0.5) * 0.7;
      const colour =
        shine < 0.2 ? edge : shine < 0.55 ? blend(base, mid, shine * 1.4) : blend(mid, bright, (shine - 0.55) * 1.1);
      const turn = angle(at) + (random.next() - 0.5) * 0.5;
      const reach = length * mix(0.6, 1.1, random.next());
      const [dx, dy] = [Math.cos(turn) * reach, Math.sin(turn) * reach];
      const bend = (random.next() - 0.5) * reach * 0.4;
      return (
        `<path d="M${n(at[0] - dx / 2)} ${n(at[1] - dy / 2)}q${n(dx / 2 - dy * bend * 0.05)} ` +
        `${n(dy / 2 + dx * bend * 0.05)} ${n(dx)} ${n(dy)}" fill="none" stroke="${colour}" ` +
        `stroke-width="${n(gap * 0.36)}" stroke-linecap="round"/>`
      );
    })
    .join('');
}
