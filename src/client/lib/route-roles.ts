import { matchPath } from 'react-router';
import type { Role } from '#shared/constants.ts';

const professional: readonly Role[] = ['professional'];
const client: readonly Role[] = ['client'];
const everyRole: readonly Role[] = ['client', 'professional', 'admin'];

/** Who may see which screen (specification 6). What is not here is public. */
export const routeRoles: Record<string, readonly Role[]> = {
  '/admin-upload': ['admin'],
  '/admin-dashboard': ['admin'],
  '/professional-dashboard': ['professional', 'admin'],
  '/edit-professional-profile': professional,
  '/create-service': professional,
  '/edit-service/:id?': professional,
  '/set-availability': professional,
  '/edit-availability/:id?': professional,
  '/client-profile': client,
  '/edit-client-profile': client,
  '/add-more-services/:serviceId?/:professionalId?': client,
  '/confirm-booking/:serviceId?': client,
  '/booking-confirmed/:bookingId?': client,
  '/client-public-profile/:clientId?': everyRole,
  '/booking-details/:bookingId?': everyRole,
  '/booking/:bookingId/update': everyRole,
};

/** The roles that may see `pathname`; null when everybody may. */
export function rolesFor(pathname: string): readonly Role[] | null {
  const pattern = Object.keys(routeRoles).find((path) => matchPath(path, pathname) !== null);
  return (pattern && routeRoles[pattern]) || null;
}

/** Whether somebody with `role` may see `pathname`. */
export function maySee(pathname: string, role: Role | null) {
  const roles = rolesFor(pathname);
  return roles === null || (role !== null && roles.includes(role));
}

const landings: Record<Role, string> = {
  professional: '/professional-dashboard',
  client: '/browse-services',
  admin: '/admin-dashboard',
};

/** Where a login leads without a requested page (specification 6); any other role to /. */
export function landingOf(role: string | null) {
  return Object.entries(landings).find(([known]) => known === role)?.[1] ?? '/';
}

const homes: Record<Role, string> = { ...landings, client: '/client-profile' };

/** Where the account menu leads and where somebody returns to after a cancel. */
export function homeOf(role: string | null) {
  return Object.entries(homes).find(([known]) => known === role)?.[1] ?? '/';
}
