import type { Skin } from './colours.ts';
import { arch, browShadow, cap, hairlines, outerLine } from './figures.ts';
import { clamp, even, type Line, type Point, path, smooth, swaying } from './geometry.ts';
import type { Style } from './scene.ts';
import { coils, ringlet, strands, strokes } from './textures.ts';

/** Hair that is worn loose. */

const ring = (outer: Line, inner: Line) => [...smooth(arch(outer)), ...smooth(arch(inner)).toReversed()];

/** The shadow of an edge of hair on a face. */
const shadowOf = (edge: Line, skin: Skin) =>
  `<path d="${path(
    edge.map(([x, y]): Point => [x + 3, y + 5]),
    false,
  )}" fill="none" stroke="${skin.shade}" stroke-width="12" opacity=".7" clip-path="url(#face)"/>`;

/** A large round afro. */
export const afro: Style = ({ pen, skin }) => {
  const outer: Line = [
    [0, 14],
    [56, 20],
    [104, 50],
    [136, 102],
    [140, 164],
    [122, 222],
    [88, 258],
    [60, 268],
  ];
  const inner: Line = [
    [0, 120],
    [22, 122],
    [41, 130],
    [54, 147],
    [62, 170],
    [63, 206],
    [54, 244],
    [44, 262],
  ];
  const shape = ring(outer, inner);
  const back = smooth(
    [
      [70, 200],
      [100, 262],
      [140, 284],
      [200, 290],
      [260, 284],
      [300, 262],
      [330, 200],
    ],
    { closed: true },
  );
  return {
    view: 'front',
    behind: coils(back, 20, pen),
    over: `${browShadow(inner.slice(0, 6), skin, 8)}<path d="${path(shape)}" fill="${pen.hair([200, 120]).edge}"/>${coils(shape, 21, pen)}`,
    neckline: 'scoop',
    covered: true,
    middle: [200, 196],
    zoom: 1.06,
  };
};

/** A short natural, rounded and tapered. */
export const tapered: Style = ({ pen, skin }) => {
  const shape = cap(outerLine(30, 176), hairlines.round.slice(0, 5));
  return {
    view: 'front',
    over: browShadow(hairlines.round, skin, 7) + coils(shape, 14, pen),
    zoom: 1.3,
    middle: [200, 190],
    neckline: 'vee',
  };
};

/** Curls to the shoulders from a side parting. */
export const curls: Style = ({ pen, random, skin }) => {
  const outer: Line = [
    [0, 54],
    [38, 56],
    [76, 80],
    [100, 128],
    [108, 190],
    [108, 240],
    [92, 286],
  ];
  const locks = (lines: Line[], from: number, to: number) =>
    lines.map((line) => ringlet(line, { from, to }, pen)).join('');
  const hanging = (side: 1 | -1, shares: number[], to: number): Line[] =>
    shares.map((share) => {
      const [x, bottom] = [200 + side * (64 + share * 62), to - Math.abs(share - 0.4) * 46 + random.whole(-12, 12)];
      return smooth([
        [200 + side * (20 + share * 30), 66 + share * 14],
        [200 + side * (50 + share * 44), 96 + share * 20],
        [x - side * 2, 170],
        [x + side * random.whole(-8, 6), 240],
        [x + side * random.whole(-14, 2), bottom],
      ]);
    });
  const mass = smooth([...arch(outer)], { closed: true });
  const fringe: Line[] = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    smooth([
      [168 + share * 6, 74],
      [190 + share * 26, 84 + share * 2],
      [222 + share * 26, 112 - share * 8],
      [250 + share * 14, 152 - share * 6],
    ]),
  );
  // Over the top, so that no gap shows between the parting and the sides.
  const top: Line[] = ([-1, 1] as const).flatMap((side) =>
    [0, 0.33, 0.66, 1].map((share) =>
      smooth([
        [200 + side * (6 + share * 26), 66 + share * 2],
        [200 + side * (36 + share * 22), 78 + share * 6],
        [200 + side * (62 + share * 20), 116 + share * 4],
        [200 + side * (72 + share * 18), 170],
      ]),
    ),
  );
  const left: Line[] = [0, 0.5, 1].map((share) =>
    smooth([
      [164 - share * 4, 74],
      [146 - share * 10, 92 + share * 4],
      [134 - share * 12, 130],
      [130 - share * 14, 168],
    ]),
  );
  return {
    view: 'front',
    behind:
      `<path d="${path(mass)}" ` +
      `fill="${pen.hair([200, 250]).base}"/>${locks([...hanging(-1, [0, 0.35, 0.7], 320), ...hanging(1, [0, 0.35, 0.7], 320)], 17, 20)}`,
    over:
      browShadow(hairlines.high, skin, 12) +
      `<path d="${path(cap(outerLine(26, 170), hairlines.high.slice(0, 5)))}" fill="${pen.hair([200, 80]).base}"/>` +
      locks(top, 15, 16) +
      locks([...hanging(-1, [0.95, 0.6, 0.15, 0.4], 306), ...hanging(1, [0.95, 0.6, 0.15, 0.4], 306)], 16, 21) +
      locks(left.toReversed(), 16, 17) +
      locks(fringe.toReversed(), 17, 17),
    neckline: 'scoop',
    covered: true,
    middle: [200, 190],
    zoom: 1.14,
  };
};

/** Pressed straight, long, from a middle parting. */
export const press: Style = ({ pen, skin }) => {
  const side = (to: 1 | -1) => {
    const x = (value: number) => 200 + to * value;
    const inner = smooth([
      [x(-3), 78],
      [x(22), 94],
      [x(46), 122],
      [x(60), 168],
      [x(62), 230],
      [x(66), 300],
      [x(58), 384],
    ]);
    const outer = smooth([
      [x(-3), 64],
      [x(46), 68],
      [x(78), 100],
      [x(94), 160],
      [x(106), 240],
      [x(118), 310],
      [x(122), 372],
    ]);
    return { inner, drawn: strands(inner, outer, { count: 64, width: 2.1, shine: [0.13, 0.3] }, pen) };
  };
  const mass = smooth(
    [
      [200, 70],
      [130, 90],
      [100, 160],
      [92, 260],
      [84, 350],
      [130, 330],
      [200, 326],
      [270, 330],
      [316, 350],
      [308, 260],
      [300, 160],
      [270, 90],
    ],
    { closed: true },
  );
  return {
    view: 'front',
    behind: `<path d="${path(mass)}" fill="${pen.hair([200, 300]).edge}"/>`,
    over: shadowOf(side(-1).inner, skin) + shadowOf(side(1).inner, skin) + side(-1).drawn + side(1).drawn,
    neckline: 'vee',
    covered: true,
    middle: [200, 204],
    zoom: 1.1,
  };
};

/** Long waves from a side parting, as a unit is worn. */
export const wavy: Style = ({ pen, random, skin }) => {
  const bent = (line: Line, start: number) =>
    even(line, 48).map(
      ([x, y], index): Point => [x + Math.sin(start + (index / 47) * 17) * 9 * clamp((index - 10) / 14), y],
    );
  const side = (to: 1 | -1, roots: Line) => {
    const x = (value: number) => 200 + to * value;
    const start = random.next();
    const inner = bent(smooth([...roots, [x(61), 176], [x(58), 240], [x(62), 310], [x(50), 390]]), start);
    const outer = bent(
      smooth([roots[0] as Point, [x(50), 62], [x(88), 98], [x(102), 164], [x(116), 240], [x(128), 310], [x(128), 384]]),
      start + 0.7,
    );
    return { inner, drawn: strands(inner, outer, { count: 68, width: 2.3, shine: [0.22, 0.42], loose: 0.8 }, pen) };
  };
  const [left, right] = [
    side(-1, [
      [176, 68],
      [158, 96],
      [142, 134],
    ]),
    side(1, [
      [170, 64],
      [214, 92],
      [248, 128],
    ]),
  ];
  const mass = smooth(
    [
      [190, 66],
      [120, 100],
      [98, 180],
      [92, 300],
      [120, 390],
      [280, 390],
      [308, 300],
      [302, 180],
      [280, 100],
    ],
    { closed: true },
  );
  return {
    view: 'front',
    behind: `<path d="${path(mass)}" fill="${pen.hair([200, 300]).edge}"/>`,
    over: shadowOf(left.inner, skin) + shadowOf(right.inner, skin) + left.drawn + right.drawn,
    neckline: 'scoop',
    covered: true,
    middle: [200, 204],
    zoom: 1.12,
  };
};

/** A blunt bob that swings from a side parting. */
export const bob: Style = ({ pen, skin }) => {
  const left = strands(
    smooth([
      [172, 74],
      [152, 96],
      [140, 132],
      [137, 190],
      [142, 250],
      [148, 282],
    ]),
    smooth([
      [178, 62],
      [126, 82],
      [104, 132],
      [98, 196],
      [100, 250],
      [112, 288],
    ]),
    { count: 46, width: 2.2, shine: [0.24, 0.44] },
    pen,
  );
  const right = strands(
    smooth([
      [174, 78],
      [214, 96],
      [248, 128],
      [262, 178],
      [260, 240],
      [250, 284],
    ]),
    smooth([
      [164, 64],
      [228, 60],
      [282, 96],
      [302, 170],
      [304, 240],
      [292, 292],
    ]),
    { count: 66, width: 2.2, shine: [0.22, 0.42] },
    pen,
  );
  const mass = smooth(
    [
      [160, 80],
      [110, 140],
      [106, 240],
      [120, 284],
      [200, 276],
      [284, 286],
      [296, 240],
      [290, 140],
      [240, 80],
    ],
    { closed: true },
  );
  return {
    view: 'front',
    behind: `<path d="${path(mass)}" fill="${pen.hair([200, 260]).edge}"/>`,
    over:
      shadowOf(
        smooth([
          [172, 74],
          [152, 96],
          [140, 132],
          [137, 190],
        ]),
        skin,
      ) +
      shadowOf(
        smooth([
          [174, 78],
          [214, 96],
          [248, 128],
          [262, 178],
          [260, 240],
        ]),
        skin,
      ) +
      left +
      right,
    neckline: 'crew',
    covered: true,
    middle: [200, 184],
    zoom: 1.26,
  };
};

/** A cropped top that falls forward. */
export const crop: Style = ({ pen, skin }) => {
  const top = smooth(
    [
      [132, 150],
      [128, 118],
      [140, 84],
      [176, 66],
      [224, 66],
      [262, 86],
      [272, 118],
      [268, 150],
      [258, 142],
      [242, 150],
      [226, 142],
      [208, 151],
      [190, 143],
      [172, 150],
      [156, 142],
      [143, 149],
    ],
    { closed: true },
  );
  const sides = (side: 1 | -1) =>
    smooth(
      [
        [200 + side * 69, 138],
        [200 + side * 71, 182],
        [200 + side * 64, 206],
        [200 + side * 58, 176],
        [200 + side * 58, 140],
      ],
      { closed: true },
    );
  const short = (side: 1 | -1) => `<path d="${path(sides(side))}" fill="${pen.hair([200, 150]).base}" opacity=".62"/>`;
  return {
    view: 'front',
    over:
      short(-1) +
      short(1) +
      browShadow(
        [
          [0, 146],
          [26, 146],
          [52, 148],
          [60, 150],
        ],
        skin,
        8,
      ) +
      `<path d="${path(top)}" fill="${pen.hair([200, 110]).base}"/>` +
      strokes(
        top,
        {
          gap: 5.2,
          length: 24,
          angle: ([x, y]) => (y < 92 ? Math.PI / 2 + (200 - x) / 90 : Math.PI / 2 + (x - 200) / 130),
        },
        pen,
      ),
    neckline: 'crew',
    zoom: 1.4,
    middle: [200, 176],
  };
};

/** Long layers from behind, with the light on the turn of the head. */
export const behind: Style = ({ pen }) => {
  const x = (side: number, value: number) => 200 + side * value;
  const half = (side: 1 | -1) =>
    strands(
      smooth([
        [x(side, -3), 76],
        [x(side, -2), 140],
        [x(side, -3), 220],
        [x(side, -4), 310],
        [x(side, -4), 372],
      ]),
      smooth([
        [x(side, 2), 74],
        [x(side, 56), 92],
        [x(side, 84), 160],
        [x(side, 96), 240],
        [x(side, 98), 300],
        [x(side, 74), 340],
      ]),
      { count: 84, width: 2.2, shine: [0.2, 0.36], loose: 1 },
      pen,
    );
  return { view: 'behind', over: half(-1) + half(1), neckline: 'crew', covered: true, middle: [200, 212], zoom: 1.12 };
};

/** Curls in a round shape from behind, which end in ringlets. */
export const curlsBehind: Style = ({ pen, random }) => {
  const half: Line = [
    [0, 58],
    [50, 66],
    [88, 104],
    [106, 166],
    [114, 226],
    [106, 262],
    [60, 276],
    [0, 280],
  ];
  const mass = smooth(arch(half), { closed: true });
  const ends = Array.from({ length: 15 }, (_, index) => {
    const lean = (index / 14 - 0.5) * 2;
    const [x, y] = [200 + lean * 104, 236 - Math.abs(lean) * 10];
    return swaying(
      smooth([
        [x, y],
        [x + lean * 6, y + 44],
        [x + lean * 4 + random.whole(-4, 4), y + 84 - Math.abs(lean) ** 2 * 22 + random.whole(-8, 8)],
      ]),
      6,
      random,
      2,
    );
  });
  return {
    view: 'behind',
    over: `${ends.map((line) => ringlet(line, { from: 18, to: 22 }, pen)).join('')}${coils(mass, 20, pen)}`,
    neckline: 'crew',
    covered: true,
    middle: [200, 196],
    zoom: 1.16,
  };
};
