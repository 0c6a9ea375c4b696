import { expect, test } from 'vitest';
import { HOUR } from '../constants.ts';
import { isAskedOf, leavesTimeToPay, payToValue } from './deposit.ts';

test('who is asked', () => {
  const [stranger, regular, missing] = [
    { visited: false, missed: false },
    { visited: true, missed: false },
    { visited: true, missed: true },
  ];
  expect([stranger, regular, missing].map((one) => isAskedOf('everyone', one))).toEqual([true, true, true]);
  expect([stranger, regular, missing].map((one) => isAskedOf('new_clients', one))).toEqual([true, false, false]);
  expect([stranger, regular, missing].map((one) => isAskedOf('after_no_show', one))).toEqual([false, false, true]);
});

test('none is asked of what begins within 3 hours', () => {
  expect(leavesTimeToPay(3 * HOUR, 0)).toBe(false);
  expect(leavesTimeToPay(3 * HOUR + 1, 0)).toBe(true);
});

test.each([
  ['payid_email', ' Amara@Example.com ', 'amara@example.com'],
  ['payid_email', 'amara@example', undefined],
  ['payid_phone', '0400 111 222', '0400111222'],
  ['payid_phone', '+61 400 111 222', '0400111222'],
  ['payid_phone', '61400111222', '0400111222'],
  ['payid_phone', '0300 111 222', undefined],
  ['payid_phone', '+64 400 111 222', undefined],
  ['payid_phone', '040011122', undefined],
  ['payid_abn', '51 824 753 556', '51824753556'],
  ['payid_abn', '51824753557', undefined],
  ['payid_abn', '5182475355', undefined],
  ['bank', '123-456 12345678', '123-456 12345678'],
  ['bank', '123-456 1234', '123-456 1234'],
  ['bank', '123-456 123', undefined],
  ['bank', '123-456 1234567890', undefined],
  ['bank', '12-3456 12345678', undefined],
] as const)('%s %j is kept as %j', (kind, typed, kept) => {
  expect(payToValue(kind, typed)).toBe(kept);
});
