import { seeded } from '../random.ts';
import {
  blendTones,
  circleOn,
  type Ground,
  grounds,
  type Hair,
  type HairColour,
  hairColours,
  skins,
  type Tones,
} from './colours.ts';
import {
  behindBody,
  behindHead,
  builds,
  earRings,
  ears,
  face,
  frontBody,
  type Neckline,
  sideBody,
  sideHead,
} from './figures.ts';
import { clamp, mix } from './geometry.ts';
import { styles } from './styles.ts';
import { coilShapes } from './textures.ts';

export type StyleName = keyof typeof styles;

/** A picture of hair: what is drawn, and in which colours. */
export type Portrait = {
  style: StyleName;
  seed: number;
  /** 0, the darkest, to 6. */
  skin: number;
  hair: HairColour;
  /** Colour at the tips; or of single hairs, for `grey`. */
  tips?: HairColour;
  grey?: number;
  ground: Ground;
  top: Ground;
  build?: keyof typeof builds;
  neckline?: Neckline;
  rings?: 'hoops' | 'studs' | 'drops';
  /** To the left instead of the right, for a profile. */
  turned?: true;
};

/** The drawing as SVG, the same for the same portrait; `height` is in pixels, the width `wide` times as much. */
export function drawPortrait(portrait: Portrait, { wide, height }: { wide: number; height: number }): string {
  const random = seeded(portrait.seed);
  const [skin, build] = [skins[portrait.skin] ?? skins[0], builds[portrait.build ?? 'woman']];
  if (!skin) throw new Error('no skin');
  const pen = { random, hair: hairOf(portrait, random.next) };
  const ground = grounds[portrait.ground];
  const hairdo = styles[portrait.style]({ pen, random, skin, build, accent: grounds[portrait.top] });
  const { view, zoom = 1.1, middle = [200, 200] } = hairdo;
  const body = { skin, top: grounds[portrait.top], build, neckline: portrait.neckline ?? hairdo.neckline ?? 'crew' };
  const rings = portrait.rings && view === 'front' ? earRings(portrait.rings) : '';
  const layers =
    view === 'front'
      ? [
          frontBody(body),
          hairdo.under,
          hairdo.covered ? '' : ears(skin),
          face(skin, build),
          hairdo.covered ? rings : '',
          hairdo.over,
          hairdo.covered ? '' : rings,
        ]
      : view === 'behind'
        ? [behindBody(body), hairdo.under, behindHead(skin), hairdo.over]
        : [sideBody(body), hairdo.under, sideHead(skin), hairdo.over];
  const left = 200 - 200 * wide;
  const circle = {
    x: left + 400 * wide * mix(0.28, 0.78, random.next()),
    y: mix(90, 190, random.next()),
    r: mix(150, 205, random.next()),
  };
  const turn = portrait.turned ? ' translate(400 0) scale(-1 1)' : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(height * wide)}" ` +
      `height="${height}" viewBox="${left} 0 ${400 * wide} 400"><defs>${coilShapes}</defs>`,
    `<rect x="${left}" width="${400 * wide}" height="400" fill="${ground}"/>`,
    `<circle cx="${Math.round(circle.x)}" cy="${Math.round(circle.y)}" r="${Math.round(circle.r)}" fill="${circleOn(portrait.ground)}"/>`,
    `<g transform="translate(200 200) scale(${zoom}) translate(${-middle[0]} ` +
      `${-middle[1]})${turn}">${hairdo.behind ?? ''}${layers.join('')}</g>`,
    '</svg>',
  ].join('');
}

function hairOf({ hair, tips, grey = 0 }: Portrait, next: () => number): Hair {
  const [root, tip, silver] = [hairColours[hair] as Tones, hairColours[tips ?? hair] as Tones, hairColours.silver];
  return ([x, y]) => {
    const share = clamp((y - 120) / 190 + (next() - 0.5) * 0.24);
    const tone = tips ? blendTones(root, tip, share) : root;
    if (grey === 0) return tone;
    // The temples and the front turn first.
    const early = clamp(Math.abs(x - 200) / 160 + (y > 120 ? 0.2 : 0));
    return next() < grey * (0.6 + early) ? blendTones(tone, silver, 0.55 + 0.45 * next()) : tone;
  };
}
