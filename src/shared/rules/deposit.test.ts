import { expect, test } from 'vitest';
import { type BookingStatus, bookingStatuses, HOUR } from '../constants.ts';
import {
  type DepositCause,
  type DepositStatus,
  depositAfter,
  depositCauses,
  depositsOf,
  isAskedOf,
  leavesTimeToPay,
  payToValue,
} from './deposit.ts';

test('whatever moves a deposit and its booking, the two go with each other', () => {
  const next: Record<BookingStatus, Partial<Record<DepositCause, BookingStatus>>> = {
    pending: {
      confirmed: 'confirmed',
      received: 'confirmed',
      ended: 'cancelled',
      paid: 'pending',
      not_received: 'pending',
    },
    confirmed: {
      completed: 'completed',
      ended: 'cancelled',
      ended_late: 'cancelled',
      missed: 'confirmed',
      unmissed: 'confirmed',
    },
    completed: { missed: 'completed', unmissed: 'completed' },
    cancelled: { paid: 'cancelled', received: 'cancelled', not_received: 'cancelled', refunded: 'cancelled' },
  };
  const reached = new Set<`${BookingStatus} ${DepositStatus}`>(['pending due']);
  for (const pair of reached) {
    const [booking, deposit] = pair.split(' ') as [BookingStatus, DepositStatus];
    for (const cause of depositCauses) {
      const to = next[booking][cause];
      if (!to) continue;
      const moved = depositAfter(deposit, cause) ?? deposit;
      // A completed visit that took place after all.
      reached.add(`${to} ${to === 'completed' && moved === 'received' ? 'applied' : moved}`);
    }
  }
  const fitting = bookingStatuses.flatMap((one) => depositsOf[one].map((deposit) => `${one} ${deposit}`));
  expect([...reached].sort()).toEqual(fitting.sort());
});

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
