import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generated, holidaysOf } from './public-holidays.ts';

const file = fileURLToPath(new URL('../src/server/features/hours/public-holidays.ts', import.meta.url));

test('the file of public holidays is what its generator makes', () => {
  expect(readFileSync(file, 'utf8')).toBe(generated());
}, 120_000);

test('Tasmania has the Monday when the first of January is a Sunday or a Saturday', () => {
  const newYear = (year: number) =>
    holidaysOf('TAS', year)
      .filter(({ name }) => name === "New Year's Day")
      .map(({ date }) => date);
  expect([2023, 2028, 2034, 2026].map(newYear)).toEqual([
    ['2023-01-02'],
    ['2028-01-03'],
    ['2034-01-02'],
    ['2026-01-01'],
  ]);
});

test('evenings, bank, school and regional holidays are left out', () => {
  const names = (state: Parameters<typeof holidaysOf>[0]) => holidaysOf(state, 2026).map(({ name }) => name);
  for (const state of ['NT', 'SA', 'QLD'] as const) expect(names(state).join()).not.toContain('Eve');
  expect(names('NSW')).not.toContain('Bank Holiday');
  expect(names('TAS')).not.toContain('Easter Tuesday');
  expect(names('VIC').filter((name) => name.startsWith('Term'))).toEqual([]);
});
