import type { Random } from '../random.ts';

/** Units of a drawing: 400 to a side, y downwards. */
export type Point = readonly [x: number, y: number];
export type Line = readonly Point[];

/** The axis of a head that is seen from the front or from behind. */
export const axis = 200;

export const mix = (from: number, to: number, share: number) => from + (to - from) * share;
export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));
const short = (value: number) => Math.round(value * 10) / 10;

/** Half an outline (distance from the axis, y), given from top to bottom, on both sides of the axis. */
export function symmetrical(half: Line): Point[] {
  const inner = half.filter(([x]) => x !== 0);
  return [...half.map(([x, y]): Point => [axis + x, y]), ...inner.toReversed().map(([x, y]): Point => [axis - x, y])];
}

/** A smooth line through all points (Catmull-Rom), as many short straight ones. */
export function smooth(points: Line, { closed = false, steps = 8 } = {}): Point[] {
  const count = points.length;
  const at = (index: number) => points[closed ? (index + count) % count : clamp(index, 0, count - 1)] as Point;
  const line: Point[] = [];
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const on = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
      line.push([on(before[0], from[0], to[0], after[0]), on(before[1], from[1], to[1], after[1])]);
    }
  }
  if (!closed) line.push(at(count - 1));
  return line;
}

/** Path data. */
export function path(line: Line, closed = true): string {
  return `M${line.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}${closed ? 'Z' : ''}`;
}

function inside(shape: Line, [x, y]: Point): boolean {
  let within = false;
  let last = shape[shape.length - 1] as Point;
  for (const next of shape) {
    if (next[1] > y !== last[1] > y && x < ((last[0] - next[0]) * (y - next[1])) / (last[1] - next[1]) + next[0])
      within = !within;
    last = next;
  }
  return within;
}

export function bounds(shape: Line) {
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Places all over a shape, in offset rows, each moved a little. */
export function scatter(shape: Line, gap: number, random: Random, stir = 0.35): Point[] {
  const { left, right, top, bottom } = bounds(shape);
  const places: Point[] = [];
  for (let row = 0, y = top; y <= bottom; row++, y += gap * 0.86) {
    for (let x = left + (row % 2 ? gap / 2 : 0); x <= right; x += gap) {
      const place: Point = [x + (random.next() - 0.5) * gap * stir * 2, y + (random.next() - 0.5) * gap * stir * 2];
      if (inside(shape, place)) places.push(place);
    }
  }
  return places;
}

type PointOnLine = {
  at: Point;
  /** Direction of the line, radians. */
  angle: number;
  /** Share of the line behind it. */
  share: number;
};

/** Points along a line; `gap` is the distance to the next, by the share of the line that is behind. */
export function along(line: Line, gap: (share: number) => number): PointOnLine[] {
  const lengths = line
    .slice(1)
    .map((to, index) => Math.hypot(to[0] - (line[index] as Point)[0], to[1] - (line[index] as Point)[1]));
  const total = lengths.reduce((sum, one) => sum + one, 0);
  const places: PointOnLine[] = [];
  let [index, before] = [0, 0];
  for (let reach = 0; reach <= total; reach += Math.max(0.5, gap(reach / total))) {
    while (index < lengths.length - 1 && before + (lengths[index] as number) < reach)
      before += lengths[index++] as number;
    const [from, to] = [line[index] as Point, line[index + 1] as Point];
    const share = (reach - before) / ((lengths[index] as number) || 1);
    places.push({
      at: [mix(from[0], to[0], share), mix(from[1], to[1], share)],
      angle: Math.atan2(to[1] - from[1], to[0] - from[0]),
      share: reach / total,
    });
  }
  return places;
}

/** The same line by `count` points in equal distances. */
export function even(line: Line, count: number): Point[] {
  const places = along(line, () => lengthOf(line) / (count - 1) - 1e-6);
  return Array.from(
    { length: count },
    (_, index) => (places[index] ?? places[places.length - 1])?.at ?? (line[0] as Point),
  );
}

function lengthOf(line: Line): number {
  return line
    .slice(1)
    .reduce(
      (sum, to, index) => sum + Math.hypot(to[0] - (line[index] as Point)[0], to[1] - (line[index] as Point)[1]),
      0,
    );
}

/** The line between two lines; both are brought to the same number of points. */
export function between(one: Line, other: Line, share: number, count = 24): Point[] {
  const [a, b] = [even(one, count), even(other, count)];
  return a.map(([x, y], index) => {
    const to = b[index] as Point;
    return [mix(x, to[0], share), mix(y, to[1], share)];
  });
}

/** A line with a slow bend to both sides, `reach` units wide. */
export function swaying(line: Line, reach: number, random: Random, turns = 1.4): Point[] {
  const start = random.next() * 2 * Math.PI;
  return even(line, 20).map(([x, y], index) => {
    const share = index / 19;
    return [x + Math.sin(start + share * turns * 2 * Math.PI) * reach * share, y];
  });
}

export function ellipse([x, y]: Point, width: number, height: number, steps = 40): Point[] {
  return Array.from({ length: steps }, (_, index) => {
    const angle = (index / steps) * 2 * Math.PI;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)];
  });
}

/** A point seen from another one, by angle (degrees, 0 to the right, 90 downwards) and distance. */
export function from([x, y]: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
}
