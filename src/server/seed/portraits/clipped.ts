import { blend, type Skin } from './colours.ts';
import {
  arch,
  browShadow,
  cap,
  faceOf,
  hairlines,
  napeHalf,
  outerLine,
  scalpBehind,
  sideEar,
  sideScalp,
} from './figures.ts';
import { axis, clamp, ellipse, from, type Line, mix, type Point, path, smooth } from './geometry.ts';
import type { Scene, Style } from './scene.ts';
import { coils, loc, type Pen, strokes, stubble } from './textures.ts';

/** Hair that is clipped and shaved: fades, short waves, beards. */

/** Clipped hair that thins out from one height (y) to another, on a shape. */
function fade(shape: Line, [dense, bare]: readonly [number, number], pen: Pen, id: string, slope = 0): string {
  const { base } = pen.hair([axis, 60]);
  const strength = ([x, y]: Point) => clamp((bare - y - slope * (x - axis)) / (bare - dense));
  return [
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="200" x2="${200 - slope * 40}" ` +
      `y1="${dense - 12}" y2="${bare - 8}"><stop offset="0" stop-color="${base}" stop-opacity=".96"/>` +
      `<stop offset=".5" stop-color="${base}" stop-opacity=".42"/><stop offset="1" ` +
      `stop-color="${base}" stop-opacity="0"/></linearGradient>`,
    `<path d="${path(shape)}" fill="url(#${id})"/>`,
    stubble(shape, 4.1, (at) => strength(at) ** 1.15, pen),
  ].join('');
}

/** The clipped sides of a head in profile, and the ear on them. */
const sides = ({ skin, pen }: Scene, heights: readonly [number, number] = [118, 206]) =>
  fade(sideScalp, heights, pen, 'fade', 0.12) + sideEar(skin);

const sideBeard: Line = [
  ...smooth(
    [
      [219, 176],
      [226, 200],
      [238, 222],
      [256, 226],
      [270, 219],
      [280, 219],
      [277, 226],
      [266, 228],
      [258, 232],
      [262, 242],
      [272, 243],
      [279, 252],
      [278, 270],
      [266, 284],
      [244, 284],
      [218, 272],
      [202, 254],
      [199, 230],
      [206, 204],
    ],
    { closed: true },
  ),
];

/** A fade in profile under a curly top, with a beard that is lined up. */
export const skinFade: Style = (scene) => {
  const top = smooth(
    [
      [262, 120],
      [266, 96],
      [250, 70],
      [216, 56],
      [176, 60],
      [146, 80],
      [134, 108],
      [140, 128],
      [168, 122],
      [200, 116],
      [232, 122],
      [250, 126],
    ],
    { closed: true },
  );
  return {
    view: 'side',
    over: sides(scene, [112, 198]) + coils(top, 13, scene.pen),
    neckline: 'cape',
    zoom: 1.42,
    middle: [196, 174],
  };
};

/** The same with a beard. */
export const beard: Style = (scene) => {
  const top = smooth(
    [
      [262, 116],
      [264, 98],
      [246, 80],
      [212, 70],
      [172, 74],
      [142, 94],
      [132, 122],
      [146, 132],
      [180, 122],
      [214, 114],
      [246, 118],
    ],
    { closed: true },
  );
  return {
    view: 'side',
    over:
      sides(scene, [116, 190]) +
      `<path d="${path(top)}" fill="${scene.pen.hair([200, 90]).base}"/>` +
      coils(top, 8, scene.pen) +
      `<path d="${path(sideBeard)}" fill="${scene.pen.hair([240, 250]).edge}"/>` +
      coils(sideBeard, 8, scene.pen, 0.4),
    neckline: 'cape',
    zoom: 1.4,
    middle: [202, 186],
  };
};

/** A high flat top. */
export const flatTop: Style = (scene) => {
  const top: Line = [
    [264, 122],
    [270, 90],
    [268, 34],
    [262, 24],
    [204, 18],
    [152, 24],
    [143, 32],
    [136, 80],
    [132, 116],
    [160, 118],
    [200, 116],
    [240, 120],
  ];
  return {
    view: 'side',
    over: sides(scene, [116, 200]) + coils(top, 11, scene.pen, 0.2),
    neckline: 'cape',
    zoom: 1.3,
    middle: [200, 150],
  };
};

/** A curly crest from forehead to nape, faded around the ear. */
export const burst: Style = (scene) => {
  const crest = smooth(
    [
      [264, 122],
      [274, 96],
      [258, 62],
      [218, 44],
      [170, 46],
      [128, 70],
      [102, 116],
      [94, 170],
      [98, 226],
      [112, 282],
      [132, 300],
      [150, 286],
      [148, 246],
      [136, 212],
      [140, 164],
      [164, 124],
      [204, 108],
      [240, 118],
    ],
    { closed: true },
  );
  const bare = ([x, y]: Point) => clamp((Math.hypot(x - 200, (y - 190) * 0.9) - 26) / 52);
  return {
    view: 'side',
    over: stubble(sideScalp, 4, (at) => bare(at) ** 1.2, scene.pen) + sideEar(scene.skin) + coils(crest, 17, scene.pen),
    neckline: 'crew',
    zoom: 1.26,
    middle: [190, 184],
  };
};

/** Locs that are tied up over faded sides. */
export const locFade: Style = (scene) => {
  const { pen, random } = scene;
  const knot: Point = [146, 66];
  const back = Array.from({ length: 9 }, (_, index) => {
    const start: Point = [256 - index * 14, 116 - Math.sin((index / 8) * Math.PI) * 6 + index * 0.8];
    return smooth([start, [mix(start[0], knot[0], 0.45), 78 - (8 - index) * 1.4], [knot[0] + 8, knot[1] + index - 4]]);
  });
  const tail = Array.from({ length: 11 }, (_, index) => {
    const spread = index / 10;
    return smooth([
      knot,
      from(knot, 200 + spread * 120, 44),
      [mix(60, 178, spread), mix(96, 20, spread) + random.whole(-4, 6)],
      [mix(64, 214, spread) + random.whole(-8, 8), mix(206, 66, spread ** 0.7) + random.whole(-12, 12)],
    ]);
  });
  return {
    view: 'side',
    over:
      sides(scene, [112, 196]) +
      `<path d="${path(
        smooth(
          [
            [260, 120],
            [250, 84],
            [200, 66],
            [150, 72],
            [134, 112],
            [170, 126],
            [220, 118],
          ],
          { closed: true },
        ),
      )}" fill="${pen.hair([200, 90]).edge}"/>` +
      tail.map((line, index) => loc(line, 12, pen, index % 4 === 1 ? [0.7] : [])).join('') +
      back
        .toReversed()
        .map((line) => loc(line, 12, pen))
        .join('') +
      loc(
        [
          [knot[0] - 4, knot[1] - 22],
          [knot[0] + 8, knot[1]],
          [knot[0] + 6, knot[1] + 26],
        ],
        13,
        pen,
        [0.5],
      ),
    neckline: 'crew',
    zoom: 1.26,
    middle: [188, 166],
  };
};

/** Waves that run around the crown, seen from behind, with a tapered neckline. */
export const waves: Style = (scene) => {
  const { pen, skin } = scene;
  const crown: Point = [206, 112];
  const arcs = Array.from({ length: 16 }, (_, ring) => {
    const reach = 7 + ring * 9;
    return Array.from({ length: 2 }, (_, half) => {
      const line = Array.from({ length: 40 }, (_, step): Point => {
        const angle = (step / 39) * Math.PI * 2 + half * 0.5;
        return [
          crown[0] + Math.cos(angle) * (reach + Math.sin(angle * 9) * 2.2),
          crown[1] + Math.sin(angle) * (reach * 1.02 + Math.cos(angle * 8) * 2.2),
        ];
      });
      const { mid, light } = pen.hair(crown);
      return (
        `<path d="${path(line, false)}" fill="none" stroke="${blend(mid, light, half ? 0.5 : 0)}" ` +
        `stroke-opacity="${half ? 0.5 : 0.9}" stroke-width="${half ? 1.4 : 3}" ` +
        `stroke-dasharray="${half ? '26 30' : '60 5'}" stroke-linecap="round"/>`
      );
    }).join('');
  }).join('');
  return {
    view: 'behind',
    over:
      `${fade(scalpBehind, [186, 244], pen, 'fade')}<linearGradient id="down" x1="0" x2="0" y1="0" ` +
      'y2="1"><stop offset=".5" stop-color="#fff"/><stop offset=".82" ' +
      `stop-color="#000"/></linearGradient><mask id="waved"><path d="${path(scalpBehind)}" ` +
      `fill="url(#down)"/></mask><g mask="url(#waved)"><path d="${path(scalpBehind)}" ` +
      `fill="${pen.hair(crown).base}"/>${arcs}</g>${neckline(skin)}`,
    neckline: 'cape',
    zoom: 1.5,
    middle: [200, 182],
  };
};

/** The line that a razor draws at the nape. */
const neckline = ({ shade }: Skin) =>
  `<path d="${path(smooth(arch(napeHalf.slice(0, 4))), false)}" fill="none" stroke="${shade}" stroke-width="1.4" opacity=".6"/>`;

/** A razored star and lines in a fade, from behind. */
export const design: Style = (scene) => {
  const { pen, skin } = scene;
  const top = [
    ...smooth(
      arch([
        [0, 74],
        [44, 80],
        [72, 108],
        [82, 146],
        [78, 158],
      ]),
    ),
    ...smooth(
      arch([
        [0, 176],
        [40, 172],
        [68, 158],
      ]),
    ).toReversed(),
  ];
  const star = Array.from({ length: 10 }, (_, corner) => from([200, 210], corner * 36 - 90, corner % 2 ? 8 : 20));
  const lines = [-1, 1]
    .map(
      (side) =>
        `M${axis + side * 30} 210Q${axis + side * 50} 204 ${axis + side * 66} 184M${axis + side * 30} ` +
        `221Q${axis + side * 48} 216 ${axis + side * 62} 202`,
    )
    .join('');
  return {
    view: 'behind',
    over:
      `${fade(scalpBehind, [206, 250], pen, 'fade')}<path d="${path(star)}${lines}" fill="none" ` +
      `stroke="${skin.light}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>` +
      `<path d="${path(star)}" fill="${skin.light}"/>${coils(top, 13, pen)}${neckline(skin)}`,
    neckline: 'cape',
    zoom: 1.5,
    middle: [200, 178],
  };
};

/** A taper at the nape under curls, from behind. */
export const taper: Style = (scene) => {
  const { pen, skin } = scene;
  const top = [
    ...smooth(
      arch([
        [0, 62],
        [50, 70],
        [82, 102],
        [92, 146],
        [86, 178],
      ]),
    ),
    ...smooth(
      arch([
        [0, 206],
        [40, 202],
        [72, 182],
      ]),
    ).toReversed(),
  ];
  return {
    view: 'behind',
    over: fade(scalpBehind, [196, 252], pen, 'fade') + coils(top, 16, pen) + neckline(skin),
    neckline: 'cape',
    zoom: 1.42,
    middle: [200, 178],
  };
};

/** One length all over, with a line-up, from the front; with a full beard. */
export const lineUp: Style = ({ pen, skin, build }) => {
  const hair = cap(outerLine(9, 176), hairlines.edged.slice(0, 5), { sharp: true });
  const temple = (side: 1 | -1): Point[] => [
    [axis + side * 70, 168],
    [axis + side * 54, 163],
    [axis + side * 61, 172],
    [axis + side * 61, 206],
    [axis + side * 68, 204],
  ];
  const jaw = faceOf(build).filter(([, y]) => y > 200);
  const [right, left] = [jaw.filter(([x]) => x >= axis), jaw.filter(([x]) => x < axis)];
  const outer = [...right.toSorted((a, b) => a[1] - b[1]), ...left.toSorted((a, b) => b[1] - a[1])].map(
    ([x, y]): Point => [axis + (x - axis) * 1.05, y + (y > 226 ? (y - 226) * 0.28 : 0)],
  );
  const inner: Line = smooth([
    [axis - 61, 200],
    [axis - 54, 212],
    [axis - 36, 224],
    [axis - 16, 219],
    [axis, 222],
    [axis + 16, 219],
    [axis + 36, 224],
    [axis + 54, 212],
    [axis + 61, 200],
  ]);
  const beardShape = [...inner, ...outer];
  const mouth = ellipse([axis, 236], 15, 5.5);
  return {
    view: 'front',
    over: [
      browShadow(hairlines.edged.slice(0, 4), skin, 6),
      `<path d="${path(hair)}" fill="${pen.hair([200, 90]).base}"/>`,
      coils(hair, 7.5, pen, 0.3),
      fade(temple(-1), [166, 208], pen, 'left'),
      fade(temple(1), [166, 208], pen, 'right'),
      `<path d="${path(beardShape)}" fill="${pen.hair([200, 250]).edge}"/>`,
      coils(beardShape, 8, pen, 0.4),
      `<path d="${path(mouth)}" fill="${skin.shade}"/>`,
    ].join(''),
    neckline: 'crew',
    zoom: 1.42,
    middle: [200, 182],
  };
};

/** Clipped to one short length and edged with a razor, from the front. */
export const buzz: Style = ({ pen, skin }) => {
  const hair = cap(outerLine(3, 178), hairlines.edged.slice(0, 5), { sharp: true });
  const temple = (side: 1 | -1): Point[] => [
    [axis + side * 71, 160],
    [axis + side * 54, 160],
    [axis + side * 61, 172],
    [axis + side * 61, 206],
    [axis + side * 68, 204],
  ];
  return {
    view: 'front',
    over: [
      `<path d="${path(hair)}" fill="${blend(skin.shade, pen.hair([200, 90]).base, 0.72)}"/>`,
      stubble(hair, 3.6, () => 0.8, pen),
      fade(temple(-1), [160, 206], pen, 'left'),
      fade(temple(1), [160, 206], pen, 'right'),
    ].join(''),
    neckline: 'cape',
    zoom: 1.44,
    middle: [200, 168],
  };
};

/** Straight hair in profile, clipped below and brushed forward above. */
export const cropSide: Style = (scene) => {
  const top = smooth(
    [
      [268, 126],
      [272, 104],
      [256, 76],
      [216, 60],
      [172, 64],
      [140, 86],
      [128, 122],
      [130, 150],
      [150, 150],
      [178, 132],
      [212, 122],
      [236, 132],
      [254, 128],
    ],
    { closed: true },
  );
  return {
    view: 'side',
    over:
      sides(scene, [120, 222]) +
      `<path d="${path(top)}" fill="${scene.pen.hair([200, 90]).base}"/>` +
      strokes(
        top,
        {
          gap: 5,
          length: 26,
          angle: ([x, y]) => mix(-0.1, 1.2, clamp((x - 150) / 110)) * (y < 120 ? 1 : 0.8) + (x < 160 ? 1.7 : 0),
        },
        scene.pen,
      ),
    neckline: 'cape',
    zoom: 1.42,
    middle: [196, 172],
  };
};
