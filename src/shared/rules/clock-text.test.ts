import { expect, test } from 'vitest';
import { clockTyped } from './clock-text.ts';

test.each([
  ['9:40 am', '09:40'],
  ['9.40PM', '21:40'],
  ['14:05', '14:05'],
  ['3 p.m.', '15:00'],
  ['12 am', '00:00'],
  ['12:30pm', '12:30'],
  [' 00:00 ', '00:00'],
])('%s is %s', (typed, clock) => expect(clockTyped(typed)).toBe(clock));

test.each(['', '9', '9:4', '24:00', '9:60', '13 pm', '0 am', 'noon', '9:40 xm'])('%s is no time yet', (typed) =>
  expect(clockTyped(typed)).toBeUndefined(),
);
