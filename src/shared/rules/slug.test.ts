import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Amara Okafor', 'amara-okafor'],
  ["Wanjiru Ng'ang'a", 'wanjiru-nganga'],
  ['Zoë’s Braids & Locs', 'zoes-braids-locs'],
  ['Đặng Ngọc', 'dang-ngoc'],
  ['Łucja Żak', 'lucja-zak'],
  ['Adébáyọ̀', 'adebayo'],
  ['ﬁne ½ day', 'fine-1-2-day'],
  ['  --Cut--  ', 'cut'],
  ['İpek', 'ipek'],
  ['田中', ''],
  ['', ''],
])('%s has the slug "%s"', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('every slug is of a to z, 0 to 9 and single inner hyphens, and its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(slugOf(slugOf(name))).toBe(slugOf(name));
    }),
  );
});
