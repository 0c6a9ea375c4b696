import { blend } from './colours.ts';
import { arch, browShadow } from './figures.ts';
import { axis, type Line, type Point, path, smooth } from './geometry.ts';
import type { Style } from './scene.ts';
import { coils } from './textures.ts';

/** Cloths over hair. */

const fold = (line: Line, colour: string, width = 3) =>
  `<path d="${path(smooth(line), false)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

/** A scarf wound around the head, with coils on top. */
export const headwrap: Style = ({ pen, skin, accent }) => {
  const [dark, light] = [blend(accent, '#24131F', 0.3), blend(accent, '#fff3dd', 0.35)];
  const wrap = smooth(
    [
      [128, 168],
      [120, 118],
      [142, 76],
      [180, 62],
      [220, 62],
      [258, 76],
      [280, 118],
      [272, 168],
      [262, 142],
      [238, 124],
      [200, 117],
      [162, 124],
      [138, 142],
    ],
    { closed: true },
  );
  const crown = smooth(
    [
      [146, 82],
      [134, 46],
      [158, 14],
      [200, 4],
      [244, 14],
      [266, 46],
      [254, 82],
      [200, 70],
    ],
    { closed: true },
  );
  const knot = smooth(
    [
      [176, 74],
      [186, 60],
      [206, 58],
      [222, 68],
      [222, 88],
      [206, 98],
      [186, 94],
    ],
    { closed: true },
  );
  const tail = (side: 1 | -1): Point[] =>
    smooth(
      [
        [200 + side * 16, 70],
        [200 + side * 40, 40],
        [200 + side * 66, 34],
        [200 + side * 72, 52],
        [200 + side * 54, 76],
        [200 + side * 20, 86],
      ],
      { closed: true },
    );
  const folds: Line[] = [
    [
      [130, 152],
      [150, 112],
      [184, 84],
    ],
    [
      [124, 130],
      [146, 94],
      [182, 78],
    ],
    [
      [140, 140],
      [162, 108],
      [190, 90],
    ],
    [
      [154, 130],
      [174, 106],
      [196, 94],
    ],
    [
      [270, 152],
      [250, 112],
      [216, 84],
    ],
    [
      [276, 130],
      [254, 94],
      [218, 78],
    ],
    [
      [260, 140],
      [238, 108],
      [210, 90],
    ],
    [
      [246, 130],
      [226, 106],
      [204, 94],
    ],
  ];
  return {
    view: 'front',
    behind: coils(crown, 17, pen),
    over: [
      browShadow(
        [
          [0, 117],
          [38, 124],
          [62, 142],
          [66, 168],
        ],
        skin,
        8,
      ),
      `<clipPath id="wrap"><path d="${path(wrap)}"/></clipPath><path d="${path(wrap)}" fill="${accent}"/>`,
      `<g clip-path="url(#wrap)">${folds.map((line, index) => fold(line, index % 2 ? light : dark, index % 2 ? 2.4 : 3.4)).join('')}</g>`,
      ...([-1, 1] as const).map(
        (side) =>
          `<path d="${path(tail(side))}" fill="${accent}" stroke="${dark}" stroke-width="2"/>${fold(
            [
              [200 + side * 22, 76],
              [200 + side * 44, 58],
              [200 + side * 62, 46],
            ],
            dark,
            2.6,
          )}`,
      ),
      `<path d="${path(knot)}" fill="${blend(accent, '#fff3dd', 0.12)}" stroke="${dark}" stroke-width="2"/>`,
      fold(
        [
          [184, 88],
          [196, 74],
          [214, 66],
        ],
        dark,
        2.6,
      ),
    ].join(''),
    neckline: 'scoop',
    zoom: 1.24,
    middle: [200, 168],
  };
};

/** A hijab, pinned at the side. */
export const hijab: Style = ({ skin, accent }) => {
  const [dark, light] = [blend(accent, '#24131F', 0.26), blend(accent, '#fff3dd', 0.3)];
  const outer = smooth(
    [
      [200, 62],
      [244, 70],
      [278, 108],
      [288, 170],
      [284, 230],
      [300, 284],
      [338, 330],
      [372, 420],
      [28, 420],
      [62, 330],
      [100, 284],
      [116, 230],
      [112, 170],
      [122, 108],
      [156, 70],
    ],
    { closed: true },
  );
  const opening = smooth(
    arch([
      [0, 112],
      [32, 116],
      [52, 138],
      [60, 172],
      [57, 208],
      [45, 234],
      [26, 250],
      [0, 256],
    ]),
    { closed: true },
  );
  const drape = smooth(
    [
      [142, 232],
      [160, 268],
      [200, 286],
      [244, 278],
      [282, 244],
      [306, 290],
      [292, 342],
      [236, 372],
      [160, 360],
      [104, 322],
      [112, 270],
    ],
    { closed: true },
  );
  return {
    view: 'front',
    over: [
      `<path d="${path(outer)}${path(opening)}" fill="${accent}" fill-rule="evenodd"/>`,
      `<path d="${path(opening)}" fill="none" stroke="${dark}" stroke-width="7" opacity=".55"/>`,
      browShadow(
        [
          [0, 112],
          [32, 116],
          [52, 138],
          [60, 172],
        ],
        skin,
        7,
      ),
      `<path d="${path(
        smooth(
          arch([
            [0, 106],
            [36, 110],
            [57, 134],
            [66, 172],
            [62, 214],
            [48, 246],
          ]),
        ),
        false,
      )}" fill="none" stroke="${light}" stroke-width="5" opacity=".8"/>`,
      `<path d="${path(drape)}" fill="${blend(accent, '#fff3dd', 0.1)}"/>`,
      fold(
        [
          [142, 234],
          [162, 270],
          [202, 288],
          [246, 278],
          [282, 246],
        ],
        dark,
        3.4,
      ),
      fold(
        [
          [118, 262],
          [152, 304],
          [210, 322],
          [268, 304],
          [296, 272],
        ],
        dark,
        3,
      ),
      fold(
        [
          [106, 288],
          [146, 334],
          [208, 350],
          [270, 334],
          [304, 300],
        ],
        dark,
        2.6,
      ),
      fold(
        [
          [130, 110],
          [122, 160],
          [124, 214],
        ],
        dark,
        3,
      ),
      fold(
        [
          [150, 88],
          [136, 124],
          [132, 168],
        ],
        light,
        2.6,
      ),
      fold(
        [
          [268, 110],
          [278, 160],
          [274, 214],
        ],
        dark,
        3,
      ),
      fold(
        [
          [70, 338],
          [54, 372],
          [46, 410],
        ],
        dark,
        3,
      ),
      fold(
        [
          [330, 338],
          [346, 372],
          [354, 410],
        ],
        dark,
        3,
      ),
      `<circle cx="${axis + 82}" cy="246" r="5" fill="#F4A92A" stroke="#8a5610"/>`,
    ].join(''),
    covered: true,
    neckline: 'crew',
    zoom: 1.12,
    middle: [200, 204],
  };
};
