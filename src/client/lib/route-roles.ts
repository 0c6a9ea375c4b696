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
  client: pagePath('browseServices'),
  admin: pagePath('adminDashboard'),
};

/** Returns the page after a login without a requested page (specification 6); `/` for an unknown role. */
export function landingOf(role: string | null) {
  return Object.entries(landings).find(([known]) => known === role)?.[1] ?? pagePath('home');
}

const homes: Record<Role, string> = { ...landings, client: pagePath('clientProfile') };

/** Returns the page that the account menu links to and that a cancelled booking returns to. */
export function homeOf(role: string | null) {
  return Object.entries(homes).find(([known]) => known === role)?.[1] ?? pagePath('home');
}
