import type { Hair, Health, ReadingPart } from '#shared/hair.ts';
import type { hairLengths, Pattern, Texture, zones } from '#shared/rules/hair.ts';

/** Families of patterns, by their number. */
export const families = [
  { number: '1', name: 'Straight', text: 'It falls without a bend.' },
  { number: '2', name: 'Wavy', text: 'It bends like an S.' },
  { number: '3', name: 'Curly', text: 'It curls round a pen.' },
  { number: '4', name: 'Coily', text: 'It coils round a straw or a needle.' },
] as const;

export const patternWords: Record<Pattern, string> = {
  '1A': 'Falls flat',
  '1B': 'Some body',
  '1C': 'A slight bend',
  '2A': 'A loose S',
  '2B': 'S from the middle',
  '2C': 'S from the root',
  '3A': 'Round a marker',
  '3B': 'Round a pen',
  '3C': 'Round a pencil',
  '4A': 'Round a straw',
  '4B': 'Round a needle',
  '4C': 'Tight zigzag',
};

/** Which hair, in the words of `4B or 4C hair`. */
export const textureWords: Record<Texture, string> = {
  '1': 'type 1',
  '2': 'type 2',
  '3': 'type 3',
  '4a': '4A',
  '4bc': '4B or 4C',
};

/** Heads of a table's columns. */
export const textureColumns: Record<Texture, string> = { '1': '1', '2': '2', '3': '3', '4a': '4A', '4bc': '4B/C' };

type Words<Value> = Record<Value & string, string>;

export const zoneWords: Words<(typeof zones)[number]> = {
  front: 'Front',
  crown: 'Crown',
  sides: 'Sides',
  nape: 'Nape',
};
export const strandWords: Words<Hair['strand']> = { fine: 'Fine', medium: 'Medium', coarse: 'Coarse' };
export const densityWords: Words<Hair['density']> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  very_high: 'Very high',
};
export const porosityWords: Words<Hair['porosity']> = { low: 'Low', normal: 'Normal', high: 'High' };
export const lengthWords: Words<(typeof hairLengths)[number]> = {
  ear: 'Ear',
  neck: 'Neck',
  shoulder: 'Shoulder',
  armpit: 'Armpit',
  bra_strap: 'Bra strap',
  mid_back: 'Mid-back',
  waist: 'Waist',
  hip: 'Hip',
  tailbone: 'Tailbone',
  knee: 'Knee',
};
/** How long hair of the crown is about that reaches so far, centimetres. */
export const lengthCentimetres: Record<keyof typeof lengthWords, number> = {
  ear: 10,
  neck: 20,
  shoulder: 28,
  armpit: 36,
  bra_strap: 46,
  mid_back: 55,
  waist: 65,
  hip: 76,
  tailbone: 88,
  knee: 120,
};
export const stateWords: Words<Hair['states'][number]> = {
  natural: 'Natural, no chemicals',
  transitioning: 'Transitioning: growing a relaxer out',
  relaxed: 'Relaxed',
  texturised: 'Texturised',
  coloured: 'Coloured',
  bleached: 'Bleached',
  henna: 'Henna',
  locs: 'Locs',
  braids: 'In braids or twists',
  weave: 'A weave or a wig',
};
export const eventWords: Words<Hair['events'][number]['kind']> = {
  relaxer: 'Relaxer',
  colour: 'Colour',
  bleach: 'Bleach',
  henna: 'Henna',
  install: 'Braids, locs or a weave put in',
  takedown: 'Take-down',
  retwist: 'Retwist',
  cut: 'Cut',
  other: 'Something else',
};
export const allergyWords: Words<Health['allergies'][number]> = {
  ppd: 'PPD, in dark hair dye',
  latex: 'Latex',
  adhesive: 'Glue and tape',
  synthetic_hair: 'Synthetic hair',
  fragrance: 'Fragrance',
  other: 'Something else',
};
export const resultWords: Words<Health['patch_tests'][number]['result']> = { clear: 'Clear', reaction: 'Reaction' };
export const partWords: Words<ReadingPart> = { hair: 'your hair', health: 'your health notes', pictures: 'pictures' };

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03` as `Mar 2026`. */
export function monthWords(month: string): string {
  const [year, number] = month.split('-');
  return `${monthNames[Number(number) - 1]} ${year}`;
}
