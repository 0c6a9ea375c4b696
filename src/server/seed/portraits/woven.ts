import type { Random } from '../random.ts';
import { blend, gold, type Skin } from './colours.ts';
import { arch, browShadow, cap, hairlines, outerLine } from './figures.ts';
import { type Line, mix, type Point, path, smooth, swaying } from './geometry.ts';
import type { Style } from './scene.ts';
import { beads, braid, coils, cuff, loc, type Pen, twist } from './textures.ts';

/** Hair that is plaited, twisted or locked, from the front. */

/** A rope's line from the parting over the head and down; `share` is 0 beside the face and 1 outermost. */
function fall(side: 1 | -1, share: number, bottom: number, random: Random, { lift = 0, spread = 1 } = {}): Point[] {
  const x = (value: number) => 200 + side * value;
  const line = smooth([
    [x(2 + share * 8), 112 - share * 38 - lift * 0.5 * share],
    [x(27 + share * 18), 93 - share * 17 - lift],
    [x(54 + share * 22), 119 - share * 10 - lift * 0.6],
    [x(65 + share * 36 * spread), 176 + share * 4],
    [x(67 + share * 50 * spread), 250],
    [x(64 + share * 56 * spread), bottom],
  ]);
  return swaying(line, 5, random);
}

/** Colour of a scalp between thin rows. */
const scalpOf = (skin: Skin, { hair }: Pen) => blend(skin.shade, hair([200, 80]).base, 0.6);

const scalp = (skin: Skin, pen: Pen, thickness = 8, bottom = 178) =>
  `<path d="${path(cap(outerLine(thickness, bottom), hairlines.round.slice(0, 5)))}" fill="${scalpOf(skin, pen)}"/>`;

const parting = (skin: Skin) =>
  `<path d="M200 80C201 92 200 106 199 120" fill="none" stroke="${skin.flat}" stroke-width="4" stroke-linecap="round"/>`;

const shares = (count: number) => Array.from({ length: count }, (_, index) => index / (count - 1));

/** Long braids from a middle parting. */
export const boxBraids: Style = ({ pen, random, skin }) => {
  const lines = (count: number, bottom: number, more = {}) =>
    shares(count)
      .toReversed()
      .flatMap((share) =>
        ([-1, 1] as const).map((side) => fall(side, share, bottom + random.whole(-16, 26), random, more)),
      );
  const rope = (line: Line) => braid(line, { from: 12.5, to: 10 }, pen);
  const backdrop = smooth(
    [
      [130, 90],
      [100, 180],
      [96, 300],
      [110, 420],
      [290, 420],
      [304, 300],
      [300, 180],
      [270, 90],
    ],
    { closed: true },
  );
  return {
    view: 'front',
    behind: `<path d="${path(backdrop)}" fill="${pen.hair([200, 300]).edge}"/>${lines(5, 430, { spread: 0.9 }).map(rope).join('')}`,
    over:
      browShadow(hairlines.round, skin, 8) +
      scalp(skin, pen, 10) +
      lines(8, 412)
        .map((line, index) => rope(line) + (index % 5 === 1 ? cuff(line, mix(0.5, 0.8, random.next()), 11) : ''))
        .join('') +
      parting(skin),
    neckline: 'scoop',
    covered: true,
    middle: [200, 206],
    zoom: 1.14,
  };
};

/** A spiral of a rope around a point. */
const bunLine = ([x, y]: Point, radius: number, turns: number): Point[] =>
  Array.from({ length: 60 }, (_, step) => {
    const [angle, reach] = [(step / 59) * turns * 2 * Math.PI - 2.2, radius * (1 - (step / 59) * 0.82)];
    return [x + Math.cos(angle) * reach * 1.12, y + Math.sin(angle) * reach * 0.86];
  });

/** Rows plaited to the scalp that meet in a bun on top. */
export const bun: Style = ({ pen, skin }) => {
  const base = smooth(arch(outerLine(5, 176)));
  const front = smooth(arch(hairlines.round.slice(0, 5)));
  const rows = shares(11).map((share) => {
    const start = front[Math.round(mix(2, front.length - 3, share))] as Point;
    const lean = (share - 0.5) * 2;
    return smooth([
      start,
      [mix(start[0], 200, 0.16) + lean * 12, mix(start[1], 84, 0.5)],
      [200 + lean * 34, 82 - (1 - Math.abs(lean)) * 6],
      [200 + lean * 14, 66],
    ]);
  });
  const ordered = rows.toSorted((a, b) => Math.abs((b[0] as Point)[0] - 200) - Math.abs((a[0] as Point)[0] - 200));
  const knot = bunLine([200, 46], 40, 2.6);
  return {
    view: 'front',
    behind: '',
    over:
      browShadow(hairlines.round, skin, 7) +
      `<path d="${path([...base, ...front.toReversed()])}" fill="${blend(skin.flat, scalpOf(skin, pen), 0.55)}"/>` +
      ordered.map((line) => braid(line, { from: 8, to: 11 }, pen)).join('') +
      `<ellipse cx="200" cy="46" rx="46" ry="37" fill="${pen.hair([200, 46]).edge}"/>` +
      braid(knot, { from: 20, to: 15 }, pen) +
      `<path d="M170 72q30 14 60 0" fill="none" stroke="${gold.flat}" stroke-width="6" stroke-linecap="round"/>`,
    neckline: 'vee',
    middle: [200, 166],
    zoom: 1.32,
  };
};

/** Locs that fall to the shoulders. */
export const locs: Style = ({ pen, random, skin }) => {
  const lines = (count: number, bottom: number, more = {}) =>
    shares(count)
      .toReversed()
      .flatMap((share) =>
        ([-1, 1] as const).map((side) =>
          fall(side, share, bottom + random.whole(-26, 20) - share * 10, random, { lift: 10, ...more }),
        ),
      );
  const rope = (line: Line, index = 1) => loc(line, 14, pen, index % 4 === 0 ? [mix(0.4, 0.88, random.next())] : []);
  return {
    view: 'front',
    behind: `<path d="${path(
      smooth(
        [
          [130, 90],
          [104, 190],
          [110, 290],
          [200, 310],
          [290, 290],
          [296, 190],
          [270, 90],
        ],
        { closed: true },
      ),
    )}" fill="${pen.hair([200, 260]).edge}"/>${lines(4, 322, { spread: 0.8 })
      .map((line) => rope(line))
      .join('')}`,
    over: browShadow(hairlines.round, skin, 10) + scalp(skin, pen, 16) + lines(6, 316).map(rope).join(''),
    neckline: 'crew',
    covered: true,
    middle: [200, 190],
    zoom: 1.2,
  };
};

/** Short twists that stand from the head. */
export const twists: Style = ({ pen, random, skin }) => {
  const roots = [
    { y: 70, reach: 60, count: 9, length: 62, spread: 1.25 },
    { y: 88, reach: 62, count: 9, length: 64, spread: 1.1 },
    { y: 108, reach: 52, count: 8, length: 46, spread: 0.72 },
  ];
  const ropes = roots.flatMap(({ y, reach, count, length, spread }, row) =>
    shares(count).map((share) => {
      const lean = (share - 0.5) * 2;
      const start: Point = [200 + lean * reach, y + Math.abs(lean) ** 2 * 30];
      const angle = lean * spread;
      const out = length * mix(0.85, 1.1, random.next());
      const lift = row === 2 ? 0.55 : 0.9;
      const tip: Point = [
        start[0] + Math.sin(angle) * out * 0.9,
        start[1] -
          Math.cos(angle) * out * lift * (Math.abs(lean) > 0.8 ? 0.2 : 0.55) +
          Math.abs(lean) * 30 +
          (row === 2 ? 34 : 12),
      ];
      return smooth([
        start,
        [mix(start[0], tip[0], 0.5) + lean * 7, Math.min(start[1], tip[1]) - 14 + Math.abs(lean) * 8],
        tip,
      ]);
    }),
  );
  const sides = ([-1, 1] as const).flatMap((side) =>
    [0, 1, 2].map((index) =>
      smooth([
        [200 + side * (62 + index * 2), 104 + index * 22],
        [200 + side * (84 + index), 118 + index * 22],
        [200 + side * (86 - index * 2), 158 + index * 20],
      ]),
    ),
  );
  return {
    view: 'front',
    over:
      browShadow(hairlines.round, skin, 9) +
      scalp(skin, pen, 20, 176) +
      [...sides, ...ropes].map((line) => twist(line, { from: 13, to: 10 }, pen)).join(''),
    neckline: 'crew',
    middle: [200, 182],
    zoom: 1.3,
  };
};

/** Knots of wound hair, with partings between them. */
export const knots: Style = ({ pen, skin }) => {
  const places: [Point, number][] = [
    [[148, 92], 25],
    [[200, 68], 28],
    [[252, 92], 25],
    [[172, 112], 24],
    [[228, 112], 24],
    [[136, 132], 20],
    [[264, 132], 20],
  ];
  const base = cap(outerLine(6, 172), hairlines.round.slice(0, 5));
  const parts =
    'M200 84L200 121M174 78L188 100L180 126M226 78L212 100L220 126M150 100L162 124L152 142M250 100L238 124L248 142';
  return {
    view: 'front',
    over:
      browShadow(hairlines.round, skin, 7) +
      `<path d="${path(base)}" fill="${pen.hair([200, 90]).base}"/>` +
      coils(base, 7, pen) +
      `<path d="${parts}" fill="none" stroke="${skin.flat}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>` +
      places
        .map(
          ([at, radius]) =>
            `<ellipse cx="${at[0]}" cy="${at[1]}" rx="${radius * 1.16}" ry="${radius}" ` +
            `fill="${pen.hair(at).edge}"/>${twist(bunLine(at, radius * 0.82, 2.1), { from: radius * 0.56, to: radius * 0.3 }, pen)}`,
        )
        .join(''),
    neckline: 'scoop',
    middle: [200, 172],
    zoom: 1.34,
  };
};

/** A child's braids with beads at their ends. */
export const beaded: Style = ({ pen, random, skin }) => {
  const colours = ['#C9502C', '#F4A92A', '#F3E3C8', '#2E5E8C', '#7B2D63'];
  const lines = shares(5)
    .toReversed()
    .flatMap((share) =>
      ([-1, 1] as const).map((side) => fall(side, share, 262 + random.whole(-14, 14), random, { lift: 2 })),
    );
  const fringe = [-0.75, 0, 0.75].map((lean) =>
    smooth([
      [200 + lean * 16, 84],
      [200 + lean * 44, 92],
      [200 + lean * 62, 128 + Math.abs(lean) * 8],
    ]),
  );
  const rope = (line: Line, share: number) => {
    const end = line.slice(Math.floor(line.length * share));
    return (
      braid(line.slice(0, Math.floor(line.length * share) + 1), { from: 13, to: 11 }, pen) +
      beads(end, colours.slice(random.whole(0, 2)), 12)
    );
  };
  return {
    view: 'front',
    behind: `<path d="${path(
      smooth(
        [
          [130, 100],
          [112, 180],
          [120, 240],
          [280, 240],
          [288, 180],
          [270, 100],
        ],
        { closed: true },
      ),
    )}" fill="${pen.hair([200, 240]).edge}"/>`,
    over:
      browShadow(hairlines.high, skin, 9) +
      scalp(skin, pen, 10) +
      lines.map((line) => rope(line, 0.72)).join('') +
      fringe.map((line) => rope(line, 0.62)).join(''),
    neckline: 'crew',
    covered: true,
    middle: [200, 190],
    zoom: 1.32,
  };
};

/** A child's two puffs with a parting between them. */
export const puffs: Style = ({ pen, skin, accent }) => {
  const base = cap(outerLine(7, 176), hairlines.round.slice(0, 5));
  const puff = (side: 1 | -1) =>
    smooth(
      [
        [200 + side * 52, 88],
        [200 + side * 72, 42],
        [200 + side * 122, 34],
        [200 + side * 150, 74],
        [200 + side * 138, 122],
        [200 + side * 92, 132],
        [200 + side * 62, 118],
      ],
      { closed: true },
    );
  const band = (side: 1 | -1) =>
    `<g transform="translate(${200 + side * 64} 102) rotate(${side * 38})"><rect x="-6" y="-22" ` +
    `width="12" height="44" rx="6" fill="${accent}" stroke="#24131F" stroke-opacity=".25" ` +
    'stroke-width="2"/></g>';
  const lines = ([-1, 1] as const).flatMap((side) =>
    shares(6).map((share) =>
      smooth([
        [200 + side * (6 + share * 50), 118 + share ** 2 * 30],
        [200 + side * (32 + share * 30), 100 + share * 26],
        [200 + side * 62, 102],
      ]),
    ),
  );
  return {
    view: 'front',
    behind: coils(puff(-1), 16, pen) + coils(puff(1), 16, pen),
    over:
      browShadow(hairlines.round, skin, 7) +
      `<path d="${path(base)}" fill="${pen.hair([200, 90]).base}"/>` +
      lines
        .map(
          (line) =>
            `<path d="${path(line, false)}" fill="none" stroke="${pen.hair([200, 90]).mid}" stroke-width="2.4" stroke-linecap="round"/>`,
        )
        .join('') +
      `<path d="M200 83C202 98 199 108 200 121" fill="none" stroke="${skin.flat}" stroke-width="3.6" stroke-linecap="round"/>` +
      band(-1) +
      band(1),
    neckline: 'crew',
    middle: [200, 176],
    zoom: 1.22,
  };
};
