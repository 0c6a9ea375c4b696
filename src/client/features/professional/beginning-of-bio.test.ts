import { expect, test } from 'vitest';
import { beginningOfBio } from './beginning-of-bio.ts';

test.each([
  [null, undefined],
  ['Curls, and nothing else.', undefined],
  ['Curls.\nBraids.', 'Curls.'],
  [`${'curl '.repeat(80)}`, 'curl '.repeat(52).trim()],
  ['髪'.repeat(400), '髪'.repeat(260)],
  [`${'髪'.repeat(255)}👨‍👩‍👧‍👦髪`, '髪'.repeat(255)],
])('a long bio begins in whole words, or without spaces in whole characters: %j', (bio, beginning) => {
  expect(beginningOfBio(bio)).toBe(beginning);
});
