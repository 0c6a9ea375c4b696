import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('only a count of one is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'free time'))).toEqual([
    '0 free times',
    '1 free time',
    '2 free times',
  ]);
});
