import { describe, expect, test } from 'vitest';
import { type BookingStatus, bookingStatuses, HOUR, roles } from '#shared/constants.ts';
import { mayCancel, mayConfirm, pendingUntil } from './booking-status.ts';

const start = Date.parse('2026-11-26T22:00:00.000Z');
const at = (status: BookingStatus) => {
  const start_time = '2026-11-26T22:00:00.000Z';
  return { status, start_time, cancel_until: start_time };
};

describe('confirming is offered', () => {
  test.each(roles)('to %s only if it is the professional', (role) => {
    expect(mayConfirm(at('pending'), role, start - 1)).toBe(role === 'professional');
  });

  test.each(bookingStatuses)('from %s only if it is pending', (status) => {
    expect(mayConfirm(at(status), 'professional', start - 1)).toBe(status === 'pending');
  });

  test('before the start and before the expiry, not at them', () => {
    expect(mayConfirm(at('pending'), 'professional', start)).toBe(false);
    const expiry = start - 24 * HOUR;
    const expiring = { ...at('pending'), expires_at: new Date(expiry).toISOString() };
    expect(mayConfirm(expiring, 'professional', expiry - 1)).toBe(true);
    expect(mayConfirm(expiring, 'professional', expiry)).toBe(false);
  });
});

describe('cancelling is offered', () => {
  test.each(roles)('to %s while it is pending or confirmed', (role) => {
    expect(bookingStatuses.filter((status) => mayCancel(at(status), role, start - 1))).toEqual([
      'pending',
      'confirmed',
    ]);
  });

  test('before the start, not at it', () => {
    expect(mayCancel(at('confirmed'), 'client', start)).toBe(false);
    expect(mayCancel(at('pending'), 'client', start - 1)).toBe(true);
  });

  test.each([
    ['client', 'confirmed', false],
    ['client', 'pending', true],
    ['professional', 'confirmed', true],
    ['admin', 'confirmed', true],
  ] as const)('after the cut-off to %s of a %s one: %s', (role, status, isOffered) => {
    const cutOff = { ...at(status), cancel_until: new Date(start - 24 * HOUR).toISOString() };
    expect(mayCancel(cutOff, role, start - 24 * HOUR)).toBe(isOffered);
    expect(mayCancel(cutOff, role, start - 24 * HOUR - 1)).toBe(true);
  });
});

test('a pending booking waits for the given hours, but not beyond its start', () => {
  expect(pendingUntil(start - 48 * HOUR, start, 24)).toBe(start - 24 * HOUR);
  expect(pendingUntil(start - 2 * HOUR, start, 24)).toBe(start);
});
