import { expect, test } from 'vitest';
import { ofFacet } from './facet-counts.ts';

const counts = [
  { name: 'Cuts and Trims', count: 13 },
  { name: 'Haircut', count: 24 },
  { name: 'Color', count: 5 },
];

test.each([
  ['a filter that finds one name', ['Color'], true, 5],
  ['one that finds what is nowhere', ['Other'], true, 0],
  ['one that finds two names, of services', ['Cuts and Trims', 'Haircut'], true, 37],
  ['the same of professionals, who may have both', ['Cuts and Trims', 'Haircut'], false, undefined],
  ['two names of which one is nowhere', ['Protective Styles', 'Color'], false, 5],
])('%s', (_, names, apart, count) => {
  expect(ofFacet(counts, names, { apart })).toBe(count);
});

test('no count is shown before it is known', () => {
  expect(ofFacet(undefined, ['Color'])).toBeUndefined();
});
