import { expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { useHarness } from './harness.ts';
import { fitsAt, type Size, walk } from './looks.ts';

const t = useHarness();
const sizes: Size[] = [
  [1280, 900],
  [768, 1024],
];

/** A window that becomes narrower shows what one of that width does; how the page comes is watched in the widest alone. */
test.each(full ? sizes : sizes.slice(0, 1))(
  'at %i by %i px nothing of any page jumps while its parts come, and all fits, also as wide as a tablet',
  async (width, height) => {
    const looks = Object.fromEntries(sizes.map((size) => [`${size[0]} px`, fitsAt(size)]));
    expect(await walk(t, [width, height], looks)).toEqual([]);
  },
  900_000,
);
