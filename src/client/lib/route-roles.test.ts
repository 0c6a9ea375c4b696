import { expect, test } from 'vitest';
import { landingOf, maySee, rolesFor } from './route-roles.ts';

test.each([
  ['/professional-dashboard', 'professional, admin'],
  ['/edit-professional-profile', 'professional'],
  ['/create-service', 'professional'],
  ['/edit-service/1', 'professional'],
  ['/set-availability', 'professional'],
  ['/edit-availability/1', 'professional'],
  ['/client-profile', 'client'],
  ['/edit-client-profile', 'client'],
  ['/add-more-services/1/2', 'client'],
  ['/confirm-booking/1,2', 'client'],
  ['/confirm-booking/', 'client'],
  ['/booking-confirmed/1', 'client'],
  ['/client-public-profile/1', 'client, professional, admin'],
  ['/booking-details/1', 'client, professional, admin'],
  ['/booking/1/update', 'client, professional, admin'],
  ['/Client-Profile/', 'client'],
])('%s is for %s', (path, roles) => {
  expect(rolesFor(path)?.join(', ')).toBe(roles);
});

test.each([
  '/',
  '/login',
  '/browse-services',
  '/browse-professionals',
  '/service-details/1',
  '/pick-booking-time/1/2',
  '/unauthorized',
  '/no-such-page',
])('%s is public', (path) => {
  expect(rolesFor(path)).toBeNull();
  expect(maySee(path, null)).toBe(true);
});

test('each role has a home page; nobody has /', () => {
  expect([landingOf('client'), landingOf('professional'), landingOf('admin'), landingOf(null)]).toEqual([
    '/client-profile',
    '/professional-dashboard',
    '/admin-dashboard',
    '/',
  ]);
});
