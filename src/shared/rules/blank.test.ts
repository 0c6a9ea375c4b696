import { expect, test } from 'vitest';
import { isBlank } from './blank.ts';

test.each([
  '',
  ' \n\t',
  '\u00a0\u2003',
  '\u200b\u200d\ufeff',
  '\u2800\u3164\u115f\uffa0',
  '\ufe0f',
  '\u20e3\ufe0f',
  '\u0301\u0327',
  '\u{e0061}\u{e007f}',
  '\u034f\u2066',
])('%j shows nothing', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['.', ' 4 ', '👩🏾‍🦱', '1\ufe0f\u20e3', 'é', 'e\u0301', '\u200dа', '\u2764\ufe0f'])(
  '%j shows something',
  (text) => {
    expect(isBlank(text)).toBe(false);
  },
);
