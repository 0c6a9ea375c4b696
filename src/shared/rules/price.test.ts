import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPrice, isTotal, isWholeCents, toCents, toDollars } from './price.ts';

test('every number of cents is the same after conversion to dollars, JSON and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      const dollars = JSON.parse(JSON.stringify(toDollars(cents)));
      expect(isWholeCents(dollars)).toBe(true);
      expect(toCents(dollars)).toBe(cents + 0);
      expect(isTotal(dollars, cents)).toBe(true);
      expect(isTotal(dollars, cents + 1)).toBe(false);
    }),
  );
});

test.each([5.001, 1.005, 4.999, 0.001, 1e-9, Number.NaN, Infinity, -Infinity, 1e308, 0.1 + 0.2])(
  '%s dollars are not whole cents',
  (dollars) => {
    expect(isWholeCents(dollars)).toBe(false);
    expect(() => toCents(dollars)).toThrow(RangeError);
  },
);

test.each([
  [5, 500],
  [1.15, 115],
  [4.35, 435],
  [19.99, 1999],
  [10_000, 1_000_000],
  [0, 0],
  [-0, 0],
  [0.29, 29],
])('%s dollars are %s cents', (dollars, cents) => {
  expect(toCents(dollars)).toBe(cents);
});

test('isTotal accepts a total added in floating point, and no other number of cents', () => {
  expect(5.1 + 5.3).not.toBe(10.4);
  expect(isTotal(5.1 + 5.3, 1040)).toBe(true);
  for (const other of [10.401, 10.41, 10.3999, 0, -10.4, 0.01, 1e308, Number.NaN, Infinity])
    expect(isTotal(other, 1040)).toBe(false);
});

test.each([
  [95, '$95.00'],
  [5, '$5.00'],
  [999.5, '$999.50'],
  [1250, '$1,250.00'],
  [10_000, '$10,000.00'],
  [1_234_567.89, '$1,234,567.89'],
  [0, '$0.00'],
  [-12.3, '-$12.30'],
])('%s reads %s, as en-AU formats it', (dollars, text) => {
  expect(formatPrice(dollars)).toBe(text);
  expect(new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' }).format(dollars)).toBe(text);
});
