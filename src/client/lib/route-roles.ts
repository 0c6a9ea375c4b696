import type { Role } from '#shared/constants.ts';
import { pageAt, pagePath, pages } from '#shared/pages.ts';

/** Returns the roles that may see `pathname`, null for a public page. */
export function rolesFor(pathname: string): readonly Role[] | null {
  const found = pageAt(pathname);
  return (found && pages[found.name].roles) ?? null;
}

export function maySee(pathname: string, role: Role | null) {
  const roles = rolesFor(pathname);
  return roles === null || (role !== null && roles.includes(role));
}

const landings: Record<Role, string> = {
  professional: pagePath('professionalDashboard'),
  client: pagePath('clientProfile'),
  admin: pagePath('adminDashboard'),
};

/**
 * Returns the page after a login without a requested page, which the account menu links to and a cancelled booking returns
 * to; `/` for an unknown role. A client comes back to their bookings.
 */
export function landingOf(role: string | null) {
  return Object.entries(landings).find(([known]) => known === role)?.[1] ?? pagePath('home');
}
