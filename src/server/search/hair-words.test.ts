import { expect, test } from 'vitest';
import { hairWords } from './hair-words.ts';

const names = ['Knotless Braids', 'Type 3 Wash'];
const isName = (phrase: string) => names.some((name) => name.toLowerCase().includes(phrase));

test.each([
  ['4c', { textures: ['4bc'] }, ''],
  ['Type 4 hair', { textures: ['4a', '4bc'] }, 'hair'],
  ['silk press Footscray', { technique: 'silk_press' }, 'footscray'],
  ['Sew-in on 3B', { technique: 'sew_in', textures: ['3'] }, 'on'],
  ['box braids 4A', { technique: 'box_braids', textures: ['4a'] }, ''],
])('%s is understood', (search, hair, rest) => {
  expect(hairWords(search, isName)).toEqual({ hair, rest });
});

test.each(['knotless', 'type 3', 'braids', '44c', '4'])('%s stays words', (search) => {
  expect(hairWords(search, isName)).toBeUndefined();
});
