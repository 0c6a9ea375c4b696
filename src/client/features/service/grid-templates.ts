import { lengthWords } from '#client/features/hair/words.ts';
import type { Landmark } from '#shared/rules/hair.ts';
import type { Axis } from './grid-entry.ts';

const axis = (kind: Axis['kind'], name: string, ...names: string[]): Axis => ({
  kind,
  name,
  choices: names.map((one) => ({ name: one, landmark: null, picture: null })),
});
const size = (...names: string[]) => axis('size', 'Size', ...names);
const count = (...names: string[]) => axis('count', 'How many', ...names);
const length = (...to: Landmark[]): Axis => ({
  kind: 'length',
  name: 'Length',
  choices: to.map((landmark) => ({ name: lengthWords[landmark], landmark, picture: null })),
});

export const kindNames: Record<Axis['kind'], string> = {
  size: 'Size',
  length: 'Length',
  count: 'How many',
  weeks: 'Weeks since last time',
  other: 'Something else',
};

/** What an axis of a kind begins with. */
export const axisStarts: Record<Axis['kind'], Axis> = {
  size: size('Large', 'Medium', 'Small'),
  length: length('shoulder', 'mid_back', 'waist'),
  count: count('Up to 60', '60 to 100', 'More than 100'),
  weeks: axis('weeks', 'Since the last one', 'Up to 4 weeks', '5 to 8 weeks', '9 weeks or more'),
  other: axis('other', 'Option', '', ''),
};

/** Axes and names to begin with, no prices. */
export const templates: Record<string, readonly Axis[]> = {
  'Knotless or box braids': [
    size('Jumbo', 'Large', 'Medium', 'Small'),
    length('shoulder', 'bra_strap', 'mid_back', 'waist', 'hip'),
  ],
  Cornrows: [count('Up to 6', '8 to 10', '12 or more'), length('neck', 'shoulder', 'mid_back', 'waist')],
  Twists: [size('Large', 'Medium', 'Small'), length('shoulder', 'bra_strap', 'mid_back', 'waist')],
  'Faux locs': [size('Large', 'Medium', 'Small'), length('shoulder', 'mid_back', 'waist', 'hip')],
  Retwist: [axisStarts.weeks],
  'Starter locs': [axisStarts.count, length('neck', 'shoulder', 'armpit')],
  'Silk press': [length('neck', 'shoulder', 'bra_strap', 'waist')],
  Cut: [length('neck', 'shoulder', 'mid_back')],
  Colour: [axis('other', 'What', 'Roots', 'All over', 'Highlights'), length('neck', 'shoulder', 'mid_back')],
  'Something else': [axisStarts.other],
};
