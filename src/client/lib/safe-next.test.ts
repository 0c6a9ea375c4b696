import { describe, expect, test } from 'vitest';
import { loginAddress, safeNext } from './safe-next.ts';

describe('safeNext (F6)', () => {
  test.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    [' //evil.example'],
    ['https:evil.example'],
    ['https://evil.example/a'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['%2f%2fevil.example'],
    ['/./ /..//evil.example'],
    ['/a/..//evil.example'],
    ['/a\\..\\\\evil.example'],
    ['evil.example'],
    ['/login'],
    ['/login/'],
    ['/LOGIN?next=/login'],
    ['/login#x'],
    ['/a/../login'],
    [''],
    [null],
    [undefined],
    [['/a']],
  ])('%j is refused', (value) => {
    expect(safeNext(value)).toBeNull();
  });

  test.each([
    [
      '/confirm-booking/1?slot_start=2026-11-26T00:00:00Z#notes',
      '/confirm-booking/1?slot_start=2026-11-26T00:00:00Z#notes',
    ],
    ['/browse-services', '/browse-services'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/login-help', '/login-help'],
    ['/a/../b', '/b'],
    ['/', '/'],
  ])('%s is followed as a path of this site', (value, path) => {
    expect(safeNext(value)).toBe(path);
  });
});

test('the address of the login carries the page to return to, except for the home page', () => {
  expect(loginAddress({ pathname: '/client-profile', search: '?a=1&b=2', hash: '' })).toBe(
    '/login?next=%2Fclient-profile%3Fa%3D1%26b%3D2',
  );
  expect(loginAddress({ pathname: '/', search: '', hash: '' })).toBe('/login');
});
