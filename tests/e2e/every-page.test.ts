import { expect, test } from 'vitest';
import { useHarness } from './harness.ts';
import { axe, fitsAt, headings, rings, touches, walk } from './looks.ts';

const t = useHarness();

test('on a phone nothing of any page jumps while its parts come, all fits, can be touched and seen, and axe finds nothing', async () => {
  const looks = { headings, rings, fit: fitsAt([390, 844]), touches, narrowest: fitsAt([320, 700]), axe };
  expect(await walk(t, [390, 844], looks)).toEqual([]);
}, 480_000);
