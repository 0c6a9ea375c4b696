import { expect, test } from 'vitest';
import { rangeAround } from './insight-range.ts';

test.each([
  ['week', '2026-11-26', '2026-11-23', '2026-11-29'],
  ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['quarter', '2026-11-26', '2026-10-01', '2026-12-31'],
  ['quarter', '2026-06-30', '2026-04-01', '2026-06-30'],
  ['year', '2026-11-26', '2026-01-01', '2026-12-31'],
] as const)('the %s of %s is from %s to %s', (name, today, from, to) => {
  expect(rangeAround(name, today)).toEqual({ from, to });
});
