import { expect, test } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { useHarness } from './harness.ts';
import { axe, fitsAt, headings, rings, type Size, touches, walk } from './looks.ts';

const t = useHarness();
const phone: Size = [390, 844];
const smallest: Size = [320, 700];
const tablet: Size = [768, 1024];
const desktop: Size = [1280, 900];

test('on a phone nothing of any page jumps while its parts come, all fits, can be touched and seen, and axe finds nothing', async () => {
  const looks = { headings, rings, fit: fitsAt(phone), touches, smallest: fitsAt(smallest), axe };
  expect(await walk(t, phone, looks)).toEqual([]);
}, 480_000);

/** A window that becomes narrower shows what one of that width does; how a page comes is watched in the widest. */
test.each(full ? [desktop, tablet] : [desktop])(
  'at %i by %i px nothing of any page jumps while its parts come, and all fits, also as wide as a tablet',
  async (...size) => {
    expect(await walk(t, size, { fit: fitsAt(desktop), tablet: fitsAt(tablet) })).toEqual([]);
  },
  480_000,
);
