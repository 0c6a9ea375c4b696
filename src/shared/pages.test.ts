import { expect, test } from 'vitest';
import { type PageName, pageAt, pagePath, pages } from './pages.ts';

const bookingId = '01a1fe9e-9618-73ca-8252-8596c9b27ab2';

test('an address is made from the path of its page', () => {
  expect(pagePath('home')).toBe('/');
  expect(pagePath('updateBooking', { bookingId })).toBe(`/booking/${bookingId}/update`);
  expect(pagePath('pickBookingTime', { serviceId: '1', professionalId: '2' })).toBe('/pick-booking-time/1/2');
  expect(pagePath('pickBookingTime', { serviceId: '1', professionalId: '' })).toBe('/pick-booking-time/1');
  expect(pagePath('serviceDetails', { serviceId: '../login?x=1#y' })).toBe('/service-details/..%2Flogin%3Fx%3D1%23y');
});

test.each(Object.keys(pages) as PageName[])(
  'the address of %s, with and without parameters, leads back to it',
  (name) => {
    const { path } = pages[name];
    expect(pageAt(path.replaceAll(/\/:\w+\?/g, ''))?.name).toBe(name);
    const values = Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map(([, parameter = ''], index) => [parameter, `v${index}`]),
    );
    const address = path.replaceAll(/:(\w+)\?/g, (_, parameter: string) => values[parameter] ?? '');
    expect(pageAt(address.replace(/\/?$/, '/'))).toEqual({ name, params: values });
  },
);

test('an address is known in any case, as the router knows it; others are not', () => {
  expect(pageAt('/Client-Profile')?.name).toBe('clientProfile');
  for (const path of ['/nowhere', '/login/1', '/booking', '//evil.example']) expect(pageAt(path)).toBeUndefined();
});
