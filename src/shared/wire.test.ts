import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  changed,
  distinct,
  id,
  named,
  optionalText,
  optionalTrimmed,
  password,
  pathId,
  queryIds,
  text,
  trimmed,
} from './wire.ts';

/** One character of two UTF-16 units. */
const wide = '😀';

test.each([
  [
    'named',
    named({ min: 2, max: 4 }, 'missing'),
    { good: [wide, 'ab', ' ab ', wide.repeat(2)], bad: ['', 'a', ' a ', wide.repeat(3), `abc${wide}`] },
  ],
  ['text', text(4), { good: ['', wide.repeat(2), 'abcd'], bad: [wide.repeat(3), 'abcde', `abc${wide}`] }],
  ['trimmed', trimmed(4), { good: [`  ${wide.repeat(2)}  `, 'abcd '], bad: [wide.repeat(3), 'abcde'] }],
  [
    'password',
    password,
    {
      good: [wide.repeat(4), wide.repeat(64), 'x'.repeat(128)],
      bad: ['x'.repeat(7), wide.repeat(65), 'x'.repeat(129)],
    },
  ],
] as const)('lengths are counted in UTF-16 units: %s', (_name, schema, { good, bad }) => {
  for (const value of good) expect([value, schema.safeParse(value).success]).toEqual([value, true]);
  for (const value of bad) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
});

test.each([
  ['optionalText', optionalText(4), ' a'],
  ['optionalTrimmed', optionalTrimmed(4), 'a'],
  ['changed', changed(text(4)), ' a'],
] as const)('%s: what shows nothing is none, other text stays', (_name, schema, kept) => {
  for (const none of [null, '', ' \n', '\ufe0f', ' \u200b\u20e3'])
    expect([none, schema.parse(none)]).toEqual([none, null]);
  expect(schema.parse(' a')).toBe(kept);
});

test('text with NUL or half a surrogate pair, which PostgreSQL cannot store, is refused', () => {
  for (const value of ['a\u0000', '\ud800', 'a\udfff']) expect(text(10).safeParse(value).success).toBe(false);
});

test('ids become lower-case wherever they come from, so that the same id twice is found out', () => {
  const [upper, lower] = ['01A1FE9E-9618-73CA-8252-8596C9B27AB2', '01a1fe9e-9618-73ca-8252-8596c9b27ab2'];
  expect(id.parse(upper)).toBe(lower);
  expect(pathId('Booking').parse(upper)).toBe(lower);
  expect(queryIds(10).parse(`${upper},${lower}`)).toEqual([lower, lower]);
  expect(z.array(id).refine(distinct).safeParse([upper, lower]).success).toBe(false);
  expect(z.toJSONSchema(id)).toMatchObject({ type: 'string', format: 'uuid' });
});
