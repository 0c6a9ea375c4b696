import { blend, gold, type Skin } from './colours.ts';
import { axis, type Line, type Point, path, smooth, symmetrical } from './geometry.ts';

/** Whose head it is: a child's is rounder, on narrower shoulders. */
export type Build = { jaw: number; neck: number; shoulders: number };
export const builds = {
  woman: { jaw: 0.93, neck: 0.9, shoulders: 0.94 },
  man: { jaw: 1.04, neck: 1.14, shoulders: 1.08 },
  child: { jaw: 0.96, neck: 0.74, shoulders: 0.7 },
} satisfies Record<string, Build>;

export type Neckline = 'crew' | 'scoop' | 'vee' | 'roll' | 'cape';
export type Body = { skin: Skin; top: string; build: Build; neckline: Neckline };

/**
 * From half an outline (distance from the axis, y), top to bottom: over the head from the lower left to the lower
 * right.
 */
export function arch(half: Line): Point[] {
  const left = half.filter(([x]) => x !== 0);
  return [...left.toReversed().map(([x, y]): Point => [axis - x, y]), ...half.map(([x, y]): Point => [axis + x, y])];
}

/** A ring of hair over a head: an outer arch and a hairline. */
export function cap(outer: Line, hairline: Line, { sharp = false } = {}): Point[] {
  return [...smooth(arch(outer)), ...(sharp ? arch(hairline) : smooth(arch(hairline))).toReversed()];
}

/** The outline of hair that stands so far from the skull, down to a height. */
export function outerLine(thickness: number, bottom: number, flare = 0): Point[] {
  const t = thickness;
  return [
    [0, 90 - t],
    [34 + 0.3 * t, 95 - 0.94 * t],
    [56 + 0.62 * t, 116 - 0.72 * t],
    [66 + 0.9 * t, 150 - 0.38 * t],
    [69 + 1.02 * t, 182],
    ...(bottom > 190 ? ([[70 + 1.02 * t + flare, bottom]] as Point[]) : []),
  ];
}

export const hairlines = {
  round: [
    [0, 121],
    [20, 122],
    [40, 129],
    [53, 146],
    [59, 164],
    [62, 186],
  ],
  widow: [
    [0, 130],
    [16, 124],
    [38, 128],
    [53, 145],
    [59, 164],
    [62, 186],
  ],
  high: [
    [0, 112],
    [22, 114],
    [42, 124],
    [55, 144],
    [60, 164],
    [62, 186],
  ],
  low: [
    [0, 131],
    [24, 132],
    [44, 139],
    [54, 154],
    [59, 170],
    [62, 190],
  ],
  /** As a razor draws it. */
  edged: [
    [0, 124],
    [40, 124],
    [51, 130],
    [55, 150],
    [52, 163],
    [61, 170],
    [61, 204],
  ],
} satisfies Record<string, Line>;

const faceHalf = ({ jaw }: Build): Point[] => [
  [0, 90],
  [34, 95],
  [56, 116],
  [65, 150],
  [65.5, 182],
  [61 * Math.sqrt(jaw), 209],
  [51 * jaw, 232],
  [35 * jaw, 250],
  [16 * jaw, 259],
  [0, 261],
];

export function faceOf(build: Build): Point[] {
  return smooth(symmetrical(faceHalf(build)), { closed: true });
}

const earHalf: Line = [
  [61, 170],
  [70, 163],
  [78, 168],
  [78, 184],
  [72, 202],
  [65, 209],
  [60, 204],
];

export function ears({ flat, shade }: Skin, visible: 'both' | 'left' | 'right' = 'both'): string {
  const sides = visible === 'both' ? [-1, 1] : [visible === 'left' ? -1 : 1];
  return sides
    .map((side) => {
      const outline = smooth(
        earHalf.map(([x, y]): Point => [axis + side * x, y]),
        { closed: true },
      );
      const fold = smooth(
        [
          [66, 174],
          [72, 172],
          [74, 182],
          [69, 194],
        ].map(([x, y]): Point => [axis + side * (x as number), y as number]),
      );
      return (
        `<path d="${path(outline)}" fill="${flat}"/><path d="${path(fold, false)}" fill="none" ` +
        `stroke="${shade}" stroke-width="2.6" stroke-linecap="round"/>`
      );
    })
    .join('');
}

export function earRings(kind: 'hoops' | 'studs' | 'drops', x = 72): string {
  return [-1, 1].map((side) => earRing(kind, [axis + side * x, 206])).join('');
}

export function earRing(kind: 'hoops' | 'studs' | 'drops', [x, y]: Point): string {
  if (kind === 'studs')
    return `<circle cx="${x}" cy="${y}" r="4" fill="${gold.flat}"/><circle cx="${x - 1}" cy="${y - 1}" r="1.3" fill="${gold.light}"/>`;
  if (kind === 'drops')
    return `<path d="M${x} ${y}v12" stroke="${gold.flat}" stroke-width="2.2"/><path d="M${x} ${y + 10}l6 14h-12z" fill="${gold.flat}"/>`;
  return (
    `<circle cx="${x}" cy="${y + 10}" r="11" fill="none" stroke="${gold.flat}" stroke-width="3.6"/>` +
    `<path d="M${x - 8} ${y + 3}a11 11 0 0 1 5 -4" fill="none" stroke="${gold.light}" ` +
    'stroke-width="2" stroke-linecap="round"/>'
  );
}

/** Neck, shoulders and a plain top. */
export function frontBody({ skin, top, build, neckline }: Body): string {
  const [n, s] = [build.neck, build.shoulders];
  const neck = smooth(
    symmetrical([
      [0, 210],
      [30 * n, 214],
      [31 * n, 254],
      [32 * n, 284],
      [46 * n, 305],
      [92 * s, 326],
      [136 * s, 350],
      [154 * s, 412],
      [0, 420],
    ]),
    { closed: true },
  );
  const chin = faceOf(build).map(([x, y]): Point => [x + 5, y + 17]);
  return [
    `<clipPath id="neck"><path d="${path(neck)}"/></clipPath>`,
    `<path d="${path(neck)}" fill="${skin.flat}"/>`,
    `<path d="${path(chin)}" fill="${skin.shade}" clip-path="url(#neck)"/>`,
    // Collarbones.
    neckline === 'scoop' || neckline === 'vee'
      ? `<path d="M${axis - 12} 333q-22 -9 -46 -8M${axis + 12} 333q22 -9 46 -8" fill="none" ` +
        `stroke="${skin.shade}" stroke-width="3" stroke-linecap="round" opacity=".75"/>`
      : '',
    topOf({ top, build, neckline }),
  ].join('');
}

/** What covers the shoulders, seen from the front. */
function topOf({ top, build: { neck: n, shoulders: s }, neckline }: Omit<Body, 'skin'>): string {
  const shade = blend(top, '#24131F', 0.22);
  const shoulder: Point[] = [
    [96 * s, 322],
    [134 * s, 342],
    [158 * s, 372],
    [168 * s, 420],
  ];
  const cuts: Record<Neckline, Point[]> = {
    crew: [
      [0, 338],
      [24 * n, 333],
      [43 * n, 316],
      [52 * n, 308],
    ],
    scoop: [
      [0, 372],
      [30, 368],
      [54, 346],
      [72 * s, 319],
    ],
    vee: [
      [0, 384],
      [26, 352],
      [50 * n, 313],
    ],
    roll: [
      [0, 286],
      [34 * n, 280],
      [36 * n, 292],
      [48 * n, 310],
    ],
    cape: [
      [0, 306],
      [26 * n, 302],
      [37 * n, 290],
      [44 * n, 300],
    ],
  };
  const half = [...cuts[neckline], ...shoulder];
  const outline = [...smooth(arch(half), { steps: 6 }), [axis - 168 * s, 420] as Point];
  const edge = path(smooth(arch(cuts[neckline])), false);
  const folds =
    neckline === 'cape'
      ? [-1, 1]
          .map(
            (side) =>
              `<path d="M${axis + side * 40} 312q${side * 34} 34 ${side * 44} 100M${axis + side * 14} ` +
              `318q${side * 10} 40 ${side * 8} 92" fill="none" stroke="${shade}" stroke-width="3.4" ` +
              'stroke-linecap="round"/>',
          )
          .join('')
      : '';
  const collar =
    neckline === 'roll'
      ? `<path d="M${axis - 36 * n} 286q${36 * n} 14 ${72 * n} 0" fill="none" stroke="${shade}" stroke-width="3"/>`
      : `<path d="${edge}" fill="none" stroke="${neckline === 'cape' ? '#fff8ec' : shade}" ` +
        `stroke-width="${neckline === 'cape' ? 6.5 : 3.4}" ` +
        `stroke-linecap="${neckline === 'cape' ? 'butt' : 'round'}"/>`;
  return `<path d="${path(outline)}" fill="${top}"/>${folds}${collar}`;
}

/** A face without features: flat, with the cheek that is turned from the light. */
export function face(skin: Skin, build: Build): string {
  const outline = faceOf(build);
  const light = outline.map(([x, y]): Point => [x - 15, y - 4]);
  return (
    `<clipPath id="face"><path d="${path(outline)}"/></clipPath><path d="${path(outline)}" ` +
    `fill="${blend(skin.flat, skin.shade, 0.36)}"/><path d="${path(light)}" fill="${skin.flat}" ` +
    'clip-path="url(#face)"/>'
  );
}

/** Shadow that hair throws on a forehead: the hairline, moved down. */
export function browShadow(hairline: Line, skin: Skin, by = 9): string {
  const line = smooth(arch(hairline));
  const moved = line.map(([x, y]): Point => [x + 2, y + by]);
  return `<path d="${path([...line, ...moved.toReversed()])}" fill="${skin.shade}" opacity=".8" clip-path="url(#face)"/>`;
}

// A head in profile looks to the right.

const profile: Line = smooth(
  [
    [206, 86],
    [236, 96],
    [257, 116],
    [267, 140],
    [270, 158],
    [267, 172],
    [274, 190],
    [285, 205],
    [283, 212],
    [274, 217],
    [279, 226],
    [274, 232],
    [278, 239],
    [270, 247],
    [272, 259],
    [264, 270],
    [246, 271],
    [222, 262],
    [198, 250],
    [184, 238],
    [172, 250],
    [150, 246],
    [134, 222],
    [123, 190],
    [122, 156],
    [138, 118],
    [168, 93],
  ],
  { closed: true },
);

/** The shadow of a jaw in profile. */
const underJaw = smooth(
  [
    [170, 226],
    [184, 254],
    [206, 276],
    [232, 292],
    [250, 300],
    [250, 250],
    [200, 220],
  ],
  { closed: true },
);

/** Neck, shoulder and top of a head in profile. */
export function sideBody({ skin, top, build, neckline }: Body): string {
  const thick = build.neck;
  const neck = smooth(
    [
      [150, 214],
      [150 - 6 * (thick - 1), 262],
      [143 - 18 * (thick - 1), 296],
      [100, 322],
      [70, 420],
      [300, 420],
      [272, 340],
      [240, 314],
      [232 + 12 * (thick - 1), 290],
      [234, 262],
      [226, 230],
    ],
    { closed: true },
  );
  const shade = blend(top, '#24131F', 0.22);
  const cut: Record<Neckline, Line> = {
    crew: [
      [128, 300],
      [156, 318],
      [200, 326],
      [238, 318],
    ],
    scoop: [
      [118, 308],
      [150, 330],
      [206, 348],
      [262, 336],
    ],
    vee: [
      [126, 302],
      [160, 322],
      [216, 352],
      [262, 334],
    ],
    roll: [
      [140, 280],
      [170, 290],
      [206, 294],
      [238, 286],
    ],
    cape: [
      [138, 286],
      [168, 298],
      [206, 302],
      [240, 296],
    ],
  };
  const line = smooth(cut[neckline]);
  const outline: Point[] = [
    ...line,
    ...smooth([
      [250, 316],
      [288, 340],
      [318, 372],
      [334, 420],
    ]),
    [20, 420],
    ...smooth([[22, 420], [34, 372], [66, 334], [110, 312], [cut[neckline][0] as Point][0] as Point]),
  ];
  return [
    `<clipPath id="neck"><path d="${path(neck)}"/></clipPath>`,
    `<path d="${path(neck)}" fill="${skin.flat}"/>`,
    `<path d="${path(underJaw)}" fill="${skin.shade}" clip-path="url(#neck)"/>`,
    `<path d="${path(outline)}" fill="${top}"/>`,
    neckline === 'cape'
      ? `<path d="M150 312q-30 40 -34 110M226 314q34 40 40 108" fill="none" stroke="${shade}" stroke-width="3.4" stroke-linecap="round"/>`
      : '',
    `<path d="${path(line, false)}" fill="none" ` +
      `stroke="${neckline === 'cape' ? '#fff8ec' : shade}" ` +
      `stroke-width="${neckline === 'cape' ? 6.5 : 3.4}" ` +
      `stroke-linecap="${neckline === 'cape' ? 'butt' : 'round'}"/>`,
  ].join('');
}

export function sideHead(skin: Skin): string {
  const light = profile.map(([x, y]): Point => [x + 10, y - 8]);
  return (
    `<clipPath id="face"><path d="${path(profile)}"/></clipPath><path d="${path(profile)}" ` +
    `fill="${blend(skin.flat, skin.shade, 0.3)}"/><path d="${path(light)}" fill="${skin.flat}" ` +
    'clip-path="url(#face)"/>'
  );
}

/** The ear of a head in profile. */
export function sideEar({ flat, shade }: Skin): string {
  const outline = smooth(
    [
      [186, 176],
      [194, 168],
      [206, 168],
      [212, 178],
      [210, 194],
      [202, 206],
      [194, 216],
      [187, 212],
    ],
    { closed: true },
  );
  const fold = smooth([
    [192, 180],
    [200, 176],
    [205, 184],
    [200, 196],
    [194, 204],
  ]);
  return (
    `<path d="${path(outline)}" fill="${flat}" stroke="${shade}" stroke-width="1.6"/><path ` +
    `d="${path(fold, false)}" fill="none" stroke="${shade}" stroke-width="2.8" ` +
    'stroke-linecap="round"/>'
  );
}

/** Where the hair of a head in profile ends: from the forehead down to the sideburn, around the ear, to the nape. */
const sideHairline = {
  temple: smooth([
    [251, 109],
    [246, 122],
    [234, 134],
    [228, 150],
    [226, 166],
    [219, 178],
    [214, 204],
  ]),
  behindEar: smooth([
    [206, 206],
    [205, 172],
    [192, 165],
    [182, 176],
    [182, 204],
    [178, 224],
    [160, 246],
  ]),
  back: smooth([
    [160, 247],
    [146, 244],
    [134, 222],
    [123, 190],
    [122, 156],
    [138, 118],
    [168, 93],
    [206, 86],
    [236, 96],
    [251, 109],
  ]),
};

/** The part of a head in profile that hair grows on. */
export const sideScalp: Line = [...sideHairline.temple, ...sideHairline.behindEar, ...sideHairline.back];

// A head from behind.

const skullHalf: Line = [
  [0, 88],
  [36, 93],
  [59, 116],
  [69, 152],
  [68, 186],
  [60, 214],
  [46, 238],
  [34, 252],
];
const skullBehind: Line = smooth(symmetrical([...skullHalf, [0, 262]]), { closed: true });
/** Where hair ends at the nape, seen from behind. */
export const napeHalf: Line = [
  [0, 244],
  [14, 246],
  [26, 253],
  [37, 247],
  [48, 232],
  [58, 210],
];
/** The part of a head from behind that hair grows on. */
export const scalpBehind: Line = [...smooth(arch(skullHalf.slice(0, 6))), ...smooth(arch(napeHalf)).toReversed()];

export function behindBody({ skin, top, build, neckline }: Body): string {
  const [n, s] = [build.neck, build.shoulders];
  const neck = smooth(
    symmetrical([
      [0, 214],
      [35 * n, 226],
      [35 * n, 268],
      [37 * n, 292],
      [54 * n, 306],
      [96 * s, 322],
      [140 * s, 350],
      [156 * s, 412],
      [0, 420],
    ]),
    { closed: true },
  );
  const shade = blend(top, '#24131F', 0.22);
  const cuts: Record<Neckline, Point[]> = {
    crew: [
      [0, 306],
      [30, 304],
      [52 * n, 300],
    ],
    scoop: [
      [0, 340],
      [36, 334],
      [66, 312],
    ],
    vee: [
      [0, 326],
      [30, 318],
      [58, 304],
    ],
    roll: [
      [0, 280],
      [38 * n, 276],
      [40 * n, 292],
    ],
    cape: [
      [0, 296],
      [26 * n, 294],
      [40 * n, 288],
    ],
  };
  const cut = cuts[neckline];
  const outline = [
    ...smooth(arch([...cut, [98 * s, 318], [138 * s, 342], [160 * s, 372], [170 * s, 420]]), { steps: 6 }),
  ];
  return [
    `<clipPath id="neck"><path d="${path(neck)}"/></clipPath>`,
    `<path d="${path(neck)}" fill="${skin.flat}"/>`,
    `<path d="${path(skullBehind.map(([x, y]): Point => [x + 3, y + 10]))}" fill="${skin.shade}" clip-path="url(#neck)"/>`,
    `<path d="${path(outline)}" fill="${top}"/>`,
    neckline === 'cape'
      ? [-1, 1]
          .map(
            (side) =>
              `<path d="M${axis + side * 44} 304q${side * 30} 40 ${side * 40} 110" fill="none" ` +
              `stroke="${shade}" stroke-width="3.4" stroke-linecap="round"/>`,
          )
          .join('')
      : '',
    `<path d="${path(smooth(arch(cut)), false)}" fill="none" ` +
      `stroke="${neckline === 'cape' ? '#fff8ec' : shade}" ` +
      `stroke-width="${neckline === 'cape' ? 6.5 : 3.4}" ` +
      `stroke-linecap="${neckline === 'cape' ? 'butt' : 'round'}"/>`,
  ].join('');
}

export function behindHead(skin: Skin): string {
  const fold = [-1, 1]
    .map((side) => {
      const outline = smooth(
        [
          [64, 172],
          [74, 166],
          [79, 176],
          [76, 196],
          [66, 210],
          [60, 204],
        ].map(([x, y]): Point => [axis + side * (x as number), y as number]),
        { closed: true },
      );
      return `<path d="${path(outline)}" fill="${blend(skin.flat, skin.shade, side > 0 ? 0.5 : 0.15)}"/>`;
    })
    .join('');
  return `${fold}<path d="${path(skullBehind)}" fill="${skin.flat}"/>`;
}
