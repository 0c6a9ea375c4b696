import type { Role } from '#shared/constants.ts';
import { isRecord } from './is-record.ts';
import { landingOf, maySee } from './route-roles.ts';
import { safeNext } from './safe-next.ts';

/** Where to go: an address, the navigation's state, and what `storeInEntry` puts into the new history entry. */
export interface Target {
  to: string;
  state?: unknown;
  stored?: Record<string, unknown> | undefined;
}

/**
 * The page that was asked for before the login; null where none was, or none of ours. The navigation's `state`
 * (`{ from: { pathname, search, hash, state, stored } }`) wins over the address's `next`.
 */
export function requestedPage(next: string | null, state: unknown): Target | null {
  const from = isRecord(state) && isRecord(state.from) ? state.from : null;
  const requested = from && safeNext([from.pathname, from.search, from.hash].map((part) => part ?? '').join(''));
  if (from && requested)
    return { to: requested, state: from.state, stored: isRecord(from.stored) ? from.stored : undefined };
  const asked = safeNext(next);
  return asked === null ? null : { to: asked };
}

/** The page that was asked for, if the role may see it. */
export function allowedPage(role: Role | null, next: string | null, state: unknown): Target | null {
  const requested = requestedPage(next, state);
  return requested && maySee(requested.to.split(/[?#]/)[0] ?? '', role) ? requested : null;
}

/** The page to open after a login: the requested one if the role may see it, else the role's landing page. */
export function afterLogin(role: Role | null, next: string | null, state: unknown): Target {
  return allowedPage(role, next, state) ?? { to: landingOf(role) };
}
