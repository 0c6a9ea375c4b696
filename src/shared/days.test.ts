import { expect, test } from 'vitest';
import { addDays, weekdayOf, weekOf } from './days.ts';

test('weeks begin on Monday, also across months, years and clock changes', () => {
  const week = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'];
  for (const day of week) expect(weekOf(day)).toEqual(week);
  expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(addDays('2027-04-04', 1)).toBe('2027-04-05');
  expect(addDays('2027-10-03', -1)).toBe('2027-10-02');
});
