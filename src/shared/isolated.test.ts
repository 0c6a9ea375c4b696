import { expect, test } from 'vitest';
import { isolated, namesOf } from './isolated.ts';

test.each([
  ['عائشة الزهراء', '\u2068عائشة الزهراء\u2069'],
  ['Noa נועה', '\u2068Noa נועה\u2069'],
  ["Zoë O'Brien", "Zoë O'Brien"],
  ['田中 Đặng', '田中 Đặng'],
  ['', ''],
])('%j stands in a sentence as %j', (name, told) => {
  expect(isolated(name)).toBe(told);
});

test('names in a row are isolated each', () => {
  expect(namesOf([{ name: 'قص' }, { name: 'Cut' }])).toBe('\u2068قص\u2069, Cut');
});
