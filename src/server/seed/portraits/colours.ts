import { clamp, mix, type Point } from './geometry.ts';

/** A colour between two, both as `#rrggbb`. */
export function blend(one: string, other: string, share: number): string {
  const part = (colour: string, index: number) => Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
  const hex = (index: number) =>
    Math.round(mix(part(one, index), part(other, index), clamp(share)))
      .toString(16)
      .padStart(2, '0');
  return `#${hex(0)}${hex(1)}${hex(2)}`;
}

export type Skin = { flat: string; shade: string; light: string };

/** Seven natural tones (design direction), the darkest first. */
export const skins: Skin[] = ['#3b2219', '#573323', '#77482f', '#99633f', '#ba8158', '#d9a87e', '#eec8a6'].map(
  (flat) => ({
    flat,
    shade: blend(flat, '#2b0a16', 0.24),
    light: blend(flat, '#fff1dc', 0.16),
  }),
);

/** Tones of hair: what lies in shadow, what it is seen by, where light falls on it, and the lines between its parts. */
export type Tones = { edge: string; base: string; mid: string; light: string };

export const hairColours = {
  black: { edge: '#0f0a0d', base: '#1e1519', mid: '#48383f', light: '#85717a' },
  ink: { edge: '#0c0b12', base: '#191823', mid: '#3c3a52', light: '#77749a' },
  brown: { edge: '#1a0f0a', base: '#2f1c13', mid: '#5f3e2b', light: '#9a6d4b' },
  chestnut: { edge: '#2a130a', base: '#4b2716', mid: '#85502f', light: '#c28751' },
  copper: { edge: '#471a08', base: '#7a3312', mid: '#b65a24', light: '#ec9a55' },
  honey: { edge: '#4c2f11', base: '#7c5324', mid: '#b98543', light: '#edc884' },
  wine: { edge: '#24070f', base: '#42101d', mid: '#822539', light: '#c25a6c' },
  silver: { edge: '#4a444e', base: '#6b6570', mid: '#9d97a3', light: '#dedae2' },
} satisfies Record<string, Tones>;
export type HairColour = keyof typeof hairColours;

/** The tones of hair at a place, so that roots, tips and temples may differ. */
export type Hair = (at: Point) => Tones;

export function blendTones(one: Tones, other: Tones, share: number): Tones {
  return {
    edge: blend(one.edge, other.edge, share),
    base: blend(one.base, other.base, share),
    mid: blend(one.mid, other.mid, share),
    light: blend(one.light, other.light, share),
  };
}

/** Ground colours of the house (design direction), with the circle that lies on each. */
export const grounds = {
  plum: '#4A1942',
  sun: '#F4A92A',
  leaf: '#2F6B57',
  clay: '#C9502C',
  sea: '#2E5E8C',
  berry: '#7B2D63',
  sand: '#F3E3C8',
  blush: '#F2C6B4',
} as const;
export type Ground = keyof typeof grounds;

export const gold = { flat: '#F4A92A', light: '#FFD98A', edge: '#8a5610' };

/** The circle of a ground: lighter on a dark one, darker on a light one. */
export function circleOn(ground: Ground): string {
  const dark = ground === 'plum' || ground === 'leaf' || ground === 'sea' || ground === 'berry' || ground === 'clay';
  return dark ? blend(grounds[ground], '#fff3dd', 0.2) : blend(grounds[ground], '#8a3c1e', 0.14);
}
