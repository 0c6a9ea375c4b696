import { expect, test } from 'vitest';
import { type BookingStatus, bookingStatuses } from '#shared/constants.ts';
import type { DepositStatus } from './deposit.ts';
import { depositAfter, depositsOf, effectOf, happenings, statusesBefore } from './visit-life.ts';

const every = happenings.flatMap((happening) =>
  bookingStatuses.flatMap((from) => {
    const effect = effectOf(happening, from);
    return effect ? [{ ...effect, happening, from }] : [];
  }),
);

test('a booking changes its status exactly as the contract says', () => {
  const changes = every.flatMap(({ by, from, to }) => (from === to ? [] : by.map((who) => `${who}: ${from} to ${to}`)));
  expect([...new Set(changes)].sort()).toEqual(
    [
      'admin: confirmed to cancelled',
      'admin: pending to cancelled',
      // By agreeing to another time.
      'client: pending to confirmed',
      'client: confirmed to cancelled',
      'client: pending to cancelled',
      'professional: confirmed to cancelled',
      'professional: pending to cancelled',
      'professional: pending to confirmed',
      // By Done, and by taking it back.
      'professional: completed to confirmed',
      'professional: confirmed to completed',
      'system: confirmed to completed',
      'system: pending to cancelled',
    ].sort(),
  );
});

test('an update is guarded by the statuses from which its actor can make it', () => {
  expect(statusesBefore('cancelled', 'client')).toEqual(['pending', 'confirmed']);
  expect(statusesBefore('cancelled', 'system')).toEqual(['pending']);
  expect(statusesBefore('confirmed', 'admin')).toEqual([]);
});

test('a booking that ends holds no time, has no request and waits for no earlier one; a completed one keeps its time', () => {
  for (const { from, to, request, time, earlier, happening } of every.filter((one) => one.from !== one.to)) {
    const isLive = to === 'pending' || to === 'confirmed';
    expect([happening, from, request], 'every change of status ends a request').not.toContain(undefined);
    if (!isLive) expect([happening, from, earlier]).toEqual([happening, from, 'ended']);
    expect([happening, from, time === 'freed']).toEqual([happening, from, to === 'cancelled']);
  }
});

test('whatever happens to a booking and its deposit, the two go with each other', () => {
  const reached = new Set<`${BookingStatus} ${DepositStatus}`>(['pending due']);
  for (const pair of reached) {
    const [from, deposit] = pair.split(' ') as [BookingStatus, DepositStatus];
    for (const happening of happenings) {
      const to = effectOf(happening, from)?.to;
      // A pending booking that waits for its deposit is never agreed.
      if (to && !(happening === 'agreed' && from === 'pending'))
        reached.add(`${to} ${depositAfter(happening, from, deposit) ?? deposit}`);
    }
  }
  const fitting = bookingStatuses.flatMap((one) => depositsOf[one].map((deposit) => `${one} ${deposit}`));
  expect([...reached].sort()).toEqual(fitting.sort());
});
