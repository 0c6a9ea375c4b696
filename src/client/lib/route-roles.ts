import { matchPath } from 'react-router';
import type { Role } from '#shared/constants.ts';
import { type PageName, pages } from '#shared/pages.ts';

const professional: readonly Role[] = ['professional'];
const client: readonly Role[] = ['client'];
const everyRole: readonly Role[] = ['client', 'professional', 'admin'];

/** Who may see which screen (specification 6). What is not here is public. */
const routeRoles: Partial<Record<PageName, readonly Role[]>> = {
  adminDashboard: ['admin'],
  professionalDashboard: ['professional', 'admin'],
  editProfessionalProfile: professional,
  createService: professional,
  editService: professional,
  setAvailability: professional,
  editAvailability: professional,
  clientProfile: client,
  editClientProfile: client,
  addMoreServices: client,
  confirmBooking: client,
  bookingConfirmed: client,
  clientPublicProfile: everyRole,
  bookingDetails: everyRole,
  updateBooking: everyRole,
};

const rolesByName = new Map<string, readonly Role[]>(Object.entries(routeRoles));

/** The roles that may see `pathname`; null when everybody may. */
export function rolesFor(pathname: string): readonly Role[] | null {
  const known = Object.entries(pages).find(([, path]) => matchPath(path, pathname) !== null);
  return (known && rolesByName.get(known[0])) ?? null;
}

/** Whether somebody with `role` may see `pathname`. */
export function maySee(pathname: string, role: Role | null) {
  const roles = rolesFor(pathname);
  return roles === null || (role !== null && roles.includes(role));
}

const landings: Record<Role, string> = {
  professional: pages.professionalDashboard,
  client: pages.browseServices,
  admin: pages.adminDashboard,
};

/** Where a login leads without a requested page (specification 6); any other role to /. */
export function landingOf(role: string | null) {
  return Object.entries(landings).find(([known]) => known === role)?.[1] ?? pages.home;
}

const homes: Record<Role, string> = { ...landings, client: pages.clientProfile };

/** Where the account menu leads and where somebody returns to after a cancel. */
export function homeOf(role: string | null) {
  return Object.entries(homes).find(([known]) => known === role)?.[1] ?? pages.home;
}
