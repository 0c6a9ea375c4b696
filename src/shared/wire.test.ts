import { expect, test } from 'vitest';
import { named, password, text, trimmed } from './wire.ts';

/** One character of two UTF-16 units. */
const wide = '😀';

test.each([
  ['named', named(4, 'missing'), { good: [wide, 'ab', ' ab ', wide.repeat(2)], bad: ['', 'a', ' a ', wide.repeat(3), `abc${wide}`] }],
  ['text', text(4), { good: ['', wide.repeat(2), 'abcd'], bad: [wide.repeat(3), 'abcde', `abc${wide}`] }],
  ['trimmed', trimmed(4), { good: [`  ${wide.repeat(2)}  `, 'abcd '], bad: [wide.repeat(3), 'abcde'] }],
  [
    'password',
    password,
    { good: [wide.repeat(4), wide.repeat(64), 'x'.repeat(128)], bad: ['x'.repeat(7), wide.repeat(65), 'x'.repeat(129)] },
  ],
] as const)('lengths are counted in UTF-16 units: %s', (_name, schema, { good, bad }) => {
  for (const value of good) expect([value, schema.safeParse(value).success]).toEqual([value, true]);
  for (const value of bad) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
});

test('text with NUL or half a surrogate pair, which PostgreSQL cannot store, is refused', () => {
  for (const value of ['a\u0000', '\ud800', 'a\udfff']) expect(text(10).safeParse(value).success).toBe(false);
});
