import { specializations } from './constants.ts';

/** The pages `/find/{specialization}/{city}` (contract 10). */

/** In the order of the catalogue's ids. */
const plurals = [
  'Barbers',
  'Braiders',
  'Colourists for Textured Hair',
  'Curl Specialists',
  'Locticians',
  'Natural Hair Stylists',
  'Scalp Care Specialists',
  'Silk Press Specialists',
  'Weave and Wig Specialists',
];

export const findSpecializations = specializations.map(({ id, name }, index) => {
  const plural = plurals[index] ?? name;
  return { id, name, plural, slug: plural.toLowerCase().replaceAll(' ', '-').replace('colour', 'color') };
});

export const findCities = ['Melbourne', 'Sydney', 'Brisbane', 'Perth', 'Adelaide', 'Hobart', 'Darwin', 'Canberra'].map(
  (name) => ({ name, slug: name.toLowerCase() }),
);

/** There is such a page where at least so many people work. */
export const fewestFound = 3;
/** So many of them, those with the most people, are linked in the footer. */
export const findInFooter = 12;

export type FindPage = {
  specialization: (typeof findSpecializations)[number];
  city: (typeof findCities)[number];
};

/** The page of these parts of an address, in any case of letters; undefined where there is none. */
export function findPageOf(specialization = '', city = ''): FindPage | undefined {
  const one = findSpecializations.find(({ slug }) => slug === specialization.toLowerCase());
  const other = findCities.find(({ slug }) => slug === city.toLowerCase());
  return one && other && { specialization: one, city: other };
}
