import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { guestErrors } from './guest-errors.ts';

function refused(detail: unknown) {
  return TRPCClientError.from({ error: { message: 'Validation failed', code: -32_603, data: { detail } } });
}

test('what is said of a guest stands at the fields of the guest, the rest where it is', () => {
  const detail = [
    { loc: ['body', 'guest', 'phone_number'], msg: 'Enter a valid number' },
    { loc: ['body', 'guest', 'email'], msg: 'Invalid email address' },
    { loc: ['body', 'service_ids', 0], msg: 'Must be an id' },
  ];
  expect(guestErrors(refused(detail))).toEqual({
    phone_number: 'Enter a valid number',
    email: 'Invalid email address',
    service_ids: 'Must be an id',
  });
  const whole = [{ loc: ['body', 'guest'], msg: 'Choose one of a guest, a client and a contact' }];
  expect(guestErrors(refused(whole))).toEqual({ guest: 'Choose one of a guest, a client and a contact' });
  expect(guestErrors(refused('That time is no longer available.'))).toEqual({});
});
