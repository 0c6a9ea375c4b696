import { serviceCategories, specializations } from '#shared/constants.ts';
import type { Found } from './found.ts';

/** How many documents each category and specialization has, by its bit, when its own filter is left out. */
type Counts = { ofCategory: Uint32Array; ofSpecialization: Uint32Array };

const categoryNames = [...serviceCategories].sort();

export function countBits(counts: Uint32Array, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const bit = 31 - Math.clz32(rest & -rest);
    counts[bit] = (counts[bit] as number) + 1;
  }
}

/** Without those that have nothing. */
export function facetsOf({ ofCategory, ofSpecialization }: Counts): NonNullable<Found['facets']> {
  const categories = categoryNames.map((name) => ({ name, count: ofCategory[serviceCategories.indexOf(name)] ?? 0 }));
  const counted = specializations.map(({ id, name }) => ({ id, name, count: ofSpecialization[id] ?? 0 }));
  return {
    categories: categories.filter(({ count }) => count > 0),
    specializations: counted.filter(({ count }) => count > 0),
  };
}

export function categoryBits(names: readonly string[]): number {
  return bitsOf(
    names.map((name) => (serviceCategories as readonly string[]).indexOf(name)).filter((bit) => bit !== -1),
  );
}

export function specializationBits(names: readonly string[]): number {
  return bitsOf(specializations.filter(({ name }) => names.includes(name)).map(({ id }) => id));
}

/** A set of numbers below 32 as the bits of one. */
export function bitsOf(numbers: readonly number[]): number {
  return numbers.reduce((bits, number) => bits | (1 << number), 0);
}
