import { blend, gold, type Skin } from './colours.ts';
import { arch, earRing, scalpBehind, sideEar, sideScalp } from './figures.ts';
import { axis, type Line, mix, type Point, path, smooth, swaying } from './geometry.ts';
import type { Scene, Style } from './scene.ts';
import { band, beads, braid, coils, cuff, loc, type Pen, strands, twist } from './textures.ts';

/** Rows and partings, seen from the side and from behind. */

const scalp = (shape: Line, skin: Skin, pen: Pen, share = 0.3) =>
  `<path d="${path(shape)}" fill="${blend(skin.flat, pen.hair([200, 100]).base, share)}"/>`;
const shares = (count: number) => Array.from({ length: count }, (_, index) => index / (count - 1));

/** Rows from the hairline of a head in profile to the nape. */
const sideRows = (count: number): Point[][] =>
  shares(count).map((share) => {
    // Along the hairline from the sideburn up to the top of the forehead.
    const front = smooth([
      [216, 186],
      [228, 160],
      [236, 134],
      [250, 114],
      [236, 97],
    ]);
    const [x, y] = front[Math.round(share * (front.length - 1))] as Point;
    const lift = mix(170, 96, share);
    return smooth([
      [x, y],
      [mix(x, 178, 0.42), mix(y, lift, 0.72)],
      [mix(200, 160, share), lift],
      [mix(176, 128, share), mix(188, 132, share)],
      [mix(164, 126, share), mix(222, 196, share)],
      [mix(158, 140, share), mix(240, 238, share)],
    ]);
  });

/** Rows straight back that end in long braids. */
export const cornrows: Style = ({ pen, random, skin }) => {
  const rows = sideRows(6);
  const tails = shares(7).map((share) =>
    swaying(
      smooth([
        [mix(158, 140, share), 236],
        [mix(150, 116, share), 280],
        [mix(150, 96, share) + random.whole(-4, 4), 340],
        [mix(146, 92, share), 420],
      ]),
      5,
      random,
    ),
  );
  return {
    view: 'side',
    over:
      scalp(sideScalp, skin, pen, 0.22) +
      tails
        .toReversed()
        .map((line, index) => braid(line, { from: 13, to: 10 }, pen) + (index % 3 === 1 ? cuff(line, 0.32, 13) : ''))
        .join('') +
      rows
        .toReversed()
        .map((line) => braid(line, { from: 9, to: 12 }, pen))
        .join('') +
      sideEar(skin) +
      earRing('hoops', [196, 214]),
    neckline: 'crew',
    zoom: 1.32,
    middle: [188, 186],
  };
};

/** Braids that are swept over to one side. */
export const lemonade: Style = ({ pen, random, skin }) => {
  const rows = shares(12).map((share) => {
    const [x, y] = [mix(246, 150, share), mix(104, 92, share) + Math.sin(share * Math.PI) * -14];
    const end: Point = [mix(226, 112, share), mix(352, 420, share)];
    const over: Point = [mix(240, 126, share), mix(146, 150, share)];
    return swaying(
      smooth([
        [x, y],
        [mix(x, over[0], 0.6), mix(y, over[1], 0.5)],
        over,
        [mix(214, 110, share), 220],
        [mix(212, 102, share), 300],
        [end[0], end[1] + random.whole(-10, 10)],
      ]),
      4,
      random,
      1,
    );
  });
  const front = rows.slice(0, 2).map((line) => line.map(([x, y]): Point => [x - Math.max(0, y - 110) * 0.2, y]));
  return {
    view: 'side',
    over:
      scalp(sideScalp, skin, pen, 0.3) +
      sideEar(skin) +
      earRing('drops', [196, 212]) +
      [...rows.slice(2).toReversed(), ...front.toReversed()]
        .map(
          (line, index) =>
            braid(line, { from: 10, to: 11.5 }, pen) +
            (index % 4 === 1 ? cuff(line, mix(0.55, 0.8, random.next()), 13) : ''),
        )
        .join(''),
    neckline: 'scoop',
    zoom: 1.22,
    middle: [186, 192],
  };
};

/** Plaits pulled up into a long tail, in profile. */
export const ponytail: Style = ({ pen, random, skin }) => {
  const knot: Point = [142, 78];
  const rows = shares(9).map((share) => {
    const front = smooth([
      [158, 240],
      [180, 222],
      [204, 190],
      [222, 168],
      [230, 142],
      [250, 114],
      [232, 96],
    ]);
    const start = front[Math.round(share * (front.length - 1))] as Point;
    return smooth([
      start,
      [mix(start[0], knot[0], 0.5) - (1 - share) * 12, mix(start[1], knot[1], 0.5) - share * 10],
      knot,
    ]);
  });
  const tail = shares(8).map((share) =>
    swaying(
      smooth([
        knot,
        [mix(96, 120, share), mix(48, 70, share)],
        [mix(56, 104, share), mix(92, 130, share)],
        [mix(48, 98, share), mix(220, 240, share)],
        [mix(52, 96, share) + random.whole(-6, 6), mix(392, 350, share)],
      ]),
      5,
      random,
    ),
  );
  return {
    view: 'side',
    over:
      scalp(sideScalp, skin, pen, 0.24) +
      tail.map((line) => braid(line, { from: 14, to: 10 }, pen)).join('') +
      rows.map((line) => braid(line, { from: 9, to: 12 }, pen)).join('') +
      band(
        smooth([
          [128, 62],
          [146, 76],
          [150, 98],
        ]),
        () => 15,
        gold.flat,
      ) +
      sideEar(skin) +
      earRing('hoops', [196, 214]),
    neckline: 'scoop',
    zoom: 1.16,
    middle: [176, 190],
  };
};

/** Pressed hair in profile, blown back. */
export const pressSide: Style = ({ pen }) => {
  const over = smooth([
    [252, 108],
    [236, 84],
    [196, 68],
    [150, 76],
    [116, 112],
    [98, 170],
    [84, 250],
    [66, 322],
    [46, 372],
  ]);
  const under = smooth([
    [252, 112],
    [236, 128],
    [222, 148],
    [206, 168],
    [196, 206],
    [190, 260],
    [172, 320],
    [150, 372],
  ]);
  return {
    view: 'side',
    over:
      strands(over, under, { count: 104, width: 2.3, shine: [0.3, 0.44], loose: 0.9 }, pen) +
      earRing('studs', [200, 212]),
    neckline: 'vee',
    zoom: 1.16,
    middle: [176, 196],
  };
};

/** Rows from behind that run down to the nape and hang. */
export const cornrowsBehind: Style = ({ pen, random, skin }) => {
  const rows = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((lean) => {
    const at = (reach: number, y: number): Point => [axis + lean * reach, y];
    return {
      lean,
      row: smooth([at(26, 90), at(52, 112), at(64, 150), at(63, 190), at(50, 226), at(40, 246)]),
      tail: swaying(
        smooth([at(40, 244), at(44, 280), at(54, 330), [axis + lean * 60 + random.whole(-5, 5), 412]]),
        4,
        random,
      ),
    };
  });
  const ordered = rows.toSorted((a, b) => Math.abs(b.lean) - Math.abs(a.lean));
  return {
    view: 'behind',
    over:
      scalp(scalpBehind, skin, pen, 0.22) +
      ordered
        .map(({ tail }, index) => braid(tail, { from: 13, to: 10 }, pen) + (index % 4 === 2 ? cuff(tail, 0.4, 13) : ''))
        .join('') +
      ordered.map(({ row }) => braid(row, { from: 10, to: 13.5 }, pen)).join(''),
    neckline: 'scoop',
    zoom: 1.3,
    middle: [200, 196],
  };
};

/** A head from behind whose ropes fall from rows of square partings. */
function curtain(
  { pen, random, skin }: Scene,
  rope: (line: Line, index: number) => string,
  { rows = 5, bottom = 410, wide = 1 } = {},
): string {
  const levels = shares(rows)
    .toReversed()
    .map((level) => {
      const count = 7 + Math.round(level * 2);
      return shares(count).map((share) => {
        const lean = (share - 0.5) * 2;
        const start: Point = [axis + lean * mix(32, 64, level), mix(82, 160, level) + Math.abs(lean) ** 2 * 14];
        const reach = axis + lean * mix(78, 66, level) * wide;
        return swaying(
          smooth([
            start,
            [mix(start[0], reach, 0.72), start[1] + 30],
            [reach + lean * 10, 220],
            [reach + lean * 16, 300],
            [reach + lean * mix(22, 8, level), bottom - Math.abs(lean) * 30 + random.whole(-14, 14)],
          ]),
          4,
          random,
        );
      });
    });
  const partings = [108, 128, 150]
    .map(
      (y) =>
        `<path d="${path(
          smooth(
            arch([
              [0, y],
              [36, y + 4],
              [62, y + 20],
            ]),
          ),
          false,
        )}" fill="none" stroke="${skin.light}" stroke-width="2.6"/>`,
    )
    .join('');
  const lower = levels.slice(0, -2).flat();
  const upper = levels.slice(-2).flat();
  return scalp(scalpBehind, skin, pen, 0.5) + partings + lower.map(rope).join('') + upper.map(rope).join('');
}

export const knotless: Style = (scene) => ({
  view: 'behind',
  over: curtain(
    scene,
    (line, index) =>
      braid(line, { from: 10, to: 10.5 }, scene.pen) +
      (index % 11 === 3 ? cuff(line, mix(0.5, 0.85, scene.random.next()), 11.5) : ''),
  ),
  neckline: 'scoop',
  covered: true,
  zoom: 1.14,
  middle: [200, 210],
});

export const locsBehind: Style = (scene) => ({
  view: 'behind',
  over: curtain(
    scene,
    (line, index) => loc(line, 13.5, scene.pen, index % 9 === 4 ? [mix(0.45, 0.9, scene.random.next())] : []),
    {
      rows: 4,
      bottom: 352,
      wide: 1.06,
    },
  ),
  neckline: 'crew',
  covered: true,
  zoom: 1.18,
  middle: [200, 200],
});

export const twistsBehind: Style = (scene) => ({
  view: 'behind',
  over: curtain(scene, (line) => twist(line, { from: 12, to: 10 }, scene.pen), { rows: 5, bottom: 296, wide: 0.96 }),
  neckline: 'crew',
  covered: true,
  zoom: 1.26,
  middle: [200, 188],
});

function flower([x, y]: Point, size: number, colour: string): string {
  const petal = (turn: number) =>
    `<ellipse cx="0" cy="${-size * 0.6}" rx="${size * 0.42}" ry="${size * 0.62}" fill="${colour}" ` +
    `stroke="${blend(colour, '#24131F', 0.25)}" stroke-width="1" transform="rotate(${turn})"/>`;
  return (
    `<g transform="translate(${x} ${y})">${[0, 72, 144, 216, 288].map(petal).join('')}` +
    `<circle r="${size * 0.32}" fill="${gold.flat}" stroke="${gold.edge}"/></g>`
  );
}

/** A plait all the way round, from behind, with a flower. */
export const crown: Style = ({ pen, skin }) => {
  const up = ([-1, 1] as const)
    .map((side) =>
      strands(
        smooth([
          [axis, 118],
          [axis + side * 2, 160],
          [axis, 244],
        ]),
        smooth([
          [axis + side * 58, 122],
          [axis + side * 70, 170],
          [axis + side * 46, 236],
        ]),
        { count: 42, width: 2.2, shine: [0.3, 0.5] },
        pen,
      ),
    )
    .join('');
  const ring = smooth([
    [axis - 40, 92],
    [axis - 72, 134],
    [axis - 70, 186],
    [axis - 34, 226],
    [axis + 10, 236],
    [axis + 48, 214],
    [axis + 74, 170],
    [axis + 66, 120],
    [axis + 22, 88],
    [axis - 30, 84],
  ]);
  return {
    view: 'behind',
    over:
      scalp(scalpBehind, skin, pen, 1) +
      up +
      coils(
        smooth(
          [
            [axis - 34, 244],
            [axis, 236],
            [axis + 36, 244],
            [axis + 20, 262],
            [axis - 22, 262],
          ],
          { closed: true },
        ),
        8,
        pen,
      ) +
      braid(ring, { from: 34, to: 28 }, pen) +
      flower([axis + 62, 128], 20, '#F2C6B4') +
      flower([axis + 78, 158], 14, '#FFF6E6'),
    neckline: 'scoop',
    zoom: 1.44,
    middle: [200, 172],
  };
};

/** Hair gathered low in a wound knot, from behind, with flowers. */
export const chignon: Style = ({ pen, skin }) => {
  const up = ([-1, 1] as const)
    .map((side) =>
      strands(
        smooth([
          [axis, 78],
          [axis, 140],
          [axis + side * 4, 214],
        ]),
        smooth([
          [axis + side * 8, 78],
          [axis + side * 64, 108],
          [axis + side * 74, 164],
          [axis + side * 52, 226],
        ]),
        { count: 60, width: 2.3, shine: [0.22, 0.42], loose: 0.9 },
        pen,
      ),
    )
    .join('');
  const knot = Array.from({ length: 60 }, (_, step): Point => {
    const [angle, reach] = [(step / 59) * 5 * Math.PI, 38 * (1 - (step / 59) * 0.86)];
    return [axis + Math.cos(angle) * reach * 1.16, 236 + Math.sin(angle) * reach * 0.92];
  });
  return {
    view: 'behind',
    over:
      scalp(scalpBehind, skin, pen, 1) +
      up +
      `<ellipse cx="200" cy="236" rx="52" ry="42" fill="${pen.hair([200, 236]).edge}"/>` +
      braid(knot, { from: 26, to: 16 }, pen) +
      [
        [-44, -26, 15],
        [-26, -42, 18],
        [2, -50, 15],
        [26, -44, 12],
      ]
        .map(([x, y, size]) => flower([200 + (x as number), 236 + (y as number)], size as number, '#FFF6E6'))
        .join(''),
    neckline: 'scoop',
    zoom: 1.34,
    middle: [200, 186],
  };
};

/** Beads at the ends of a child's rows, in profile. */
export const beadedRows: Style = ({ pen, random, skin }) => {
  const rows = sideRows(6);
  const colours = ['#F4A92A', '#F3E3C8', '#C9502C', '#2F6B57'];
  const tails = shares(6).map((share) =>
    smooth([
      [mix(158, 138, share), 238],
      [mix(152, 122, share), 262],
      [mix(152, 112, share), 292 + random.whole(-6, 6)],
    ]),
  );
  return {
    view: 'side',
    over:
      scalp(sideScalp, skin, pen, 0.22) +
      tails
        .map(
          (line) =>
            braid(line, { from: 13, to: 11 }, pen) +
            beads(
              smooth([
                line[line.length - 1] as Point,
                [(line[line.length - 1] as Point)[0] - 3, (line[line.length - 1] as Point)[1] + 46],
              ]),
              colours.slice(random.whole(0, 2)),
              13,
            ),
        )
        .join('') +
      rows
        .toReversed()
        .map((line) => braid(line, { from: 12, to: 15 }, pen))
        .join('') +
      sideEar(skin),
    neckline: 'crew',
    zoom: 1.3,
    middle: [190, 196],
  };
};
