import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { holidaysOf as storedHolidays } from '#server/features/hours/holidays.ts';
import { hoursBounds, states } from '#shared/constants.ts';
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

test('Anzac Day and Christmas Day on weekends: the Mondays of New South Wales and South Australia by their laws', () => {
  const days = (state: Parameters<typeof holidaysOf>[0], year: number, month: string) =>
    holidaysOf(state, year)
      .filter(({ date }) => date.slice(5, 7) === month && Number(date.slice(8)) >= 24)
      .map(({ date }) => date.slice(5));
  expect([2020, 2026, 2027, 2032].map((year) => days('NSW', year, '04'))).toEqual([
    ['04-25'],
    ['04-25', '04-27'],
    ['04-25', '04-26'],
    ['04-25'],
  ]);
  expect([2026, 2027].map((year) => days('SA', year, '04'))).toEqual([['04-25'], ['04-25', '04-26']]);
  expect([2022, 2027, 2028, 2033].map((year) => days('SA', year, '12'))).toEqual([
    ['12-26', '12-27'],
    ['12-25', '12-26', '12-27', '12-28'],
    ['12-25', '12-26'],
    ['12-25', '12-26', '12-27'],
  ]);
});

test('no day is told twice, but for those of 2038 on which Easter meets Anzac Day or its Monday', () => {
  const { min, max } = hoursBounds.holidayYears;
  const years = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const twice = states
    .flatMap((state) => years.map((year) => storedHolidays(state, year)))
    .flatMap((days) => days.filter(({ date }, index) => days[index + 1]?.date === date));
  expect(new Set(twice.map(({ date }) => date))).toEqual(new Set(['2038-04-25', '2038-04-26']));
});

test('evenings, bank, school and regional holidays are left out', () => {
  const names = (state: Parameters<typeof holidaysOf>[0]) => holidaysOf(state, 2026).map(({ name }) => name);
  for (const state of ['NT', 'SA', 'QLD'] as const) expect(names(state).join()).not.toContain('Eve');
  expect(names('NSW')).not.toContain('Bank Holiday');
  expect(names('TAS')).not.toContain('Easter Tuesday');
  expect(names('VIC').filter((name) => name.startsWith('Term'))).toEqual([]);
});
