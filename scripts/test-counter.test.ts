import { expect, test } from 'vitest';
import { counterText } from './test-counter.ts';

test('a stage tells its seconds, and once tests run how many files and tests are done', () => {
  expect(counterText('types', 3_400)).toBe('types      ... 3 s');
  expect(counterText('server', 61_000, { files: 40, done: 12, passed: 300, failed: 1, flaky: [], failing: [] })).toBe(
    'server     ... 61 s  12 of 40 files, 300 passed, 1 failed',
  );
});
