import { describe, expect, test } from 'vitest';
import { afterLogin } from './after-login.ts';

const from = (pathname: string, state?: unknown) => ({ from: { pathname, search: '', hash: '', state } });

describe('where a login leads', () => {
  test.each([
    ['professional', '/professional-dashboard'],
    ['client', '/client-profile'],
    ['admin', '/admin-dashboard'],
    [null, '/'],
  ] as const)('%s without a requested page: %s', (role, landing) => {
    expect(afterLogin(role, null, null)).toEqual({ to: landing });
  });

  test('to the requested page, with its navigation state', () => {
    expect(afterLogin('client', '/confirm-booking/1', from('/confirm-booking/1', { slotStart: 'x' }))).toEqual({
      to: '/confirm-booking/1',
      state: { slotStart: 'x' },
    });
    const stored = { draft: 'x' };
    expect(afterLogin('client', null, { from: { ...from('/confirm-booking/1').from, stored } })).toMatchObject({
      to: '/confirm-booking/1',
      stored,
    });
    expect(afterLogin('client', '/confirm-booking/1?slot_start=x', null)).toEqual({
      to: '/confirm-booking/1?slot_start=x',
    });
  });

  test('to the landing page of the role, if the requested page is not for the role or not ours', () => {
    expect(afterLogin('client', '/create-service', null)).toEqual({ to: '/client-profile' });
    expect(afterLogin('client', null, from('/professional-dashboard'))).toEqual({ to: '/client-profile' });
    expect(afterLogin('professional', '/add-more-services/1/2?x=1', null)).toEqual({ to: '/professional-dashboard' });
    expect(afterLogin('client', '//evil.example', from('//evil.example'))).toEqual({ to: '/client-profile' });
    expect(afterLogin('client', '/LOGIN', null)).toEqual({ to: '/client-profile' });
  });
});
