import { matchPath } from 'react-router';
import type { Role } from '#shared/constants.ts';
import { type PageName, pages } from '#shared/pages.ts';

const professional: readonly Role[] = ['professional'];
const client: readonly Role[] = ['client'];
const everyRole: readonly Role[] = ['client', 'professional', 'admin'];

/** Roles that may see a page (specification 6). Pages without an entry are public. */
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

/** Returns the roles that may see `pathname`, null for a public page. */
export function rolesFor(pathname: string): readonly Role[] | null {
  const known = Object.entries(pages).find(([, path]) => matchPath(path, pathname) !== null);
  return (known && rolesByName.get(known[0])) ?? null;
}

export function maySee(pathname: string, role: Role | null) {
  const roles = rolesFor(pathname);
  return roles === null || (role !== null && roles.includes(role));
}

const landings: Record<Role, string> = {
  professional: pages.professionalDashboard,
  client: pages.browseServices,
  admin: pages.adminDashboard,
};

/** Returns the page after a login without a requested page (specification 6); `/` for an unknown role. */
export function landingOf(role: string | null) {
  return Object.entries(landings).find(([known]) => known === role)?.[1] ?? pages.home;
}

const homes: Record<Role, string> = { ...landings, client: pages.clientProfile };

/** Returns the page that the account menu links to and that a cancelled booking returns to. */
export function homeOf(role: string | null) {
  return Object.entries(homes).find(([known]) => known === role)?.[1] ?? pages.home;
}
