import type { Role } from '#shared/constants.ts';
import { isRecord } from './is-record.ts';
import { landingOf, maySee } from './route-roles.ts';
import { safeNext } from './safe-next.ts';

/** Where to go: an address, the navigation's state, and what `keepInEntry` puts into the new history entry. */
export interface Target {
  to: string;
  state?: unknown;
  kept?: Record<string, unknown> | undefined;
}

/**
 * Returns the page to open after a login: the requested one if the role may see it, else the role's landing page.
 * `next` comes from the address, `state` (`{ from: { pathname, search, hash, state, kept } }`) from the navigation and wins; its inner state and
 * what the page kept in its history entry are returned with the page.
 */
export function afterLogin(role: Role | null, next: string | null, state: unknown): Target {
  const from = isRecord(state) && isRecord(state.from) ? state.from : null;
  const requested = from && safeNext([from.pathname, from.search, from.hash].map((part) => part ?? '').join(''));
  const asked = requested ?? safeNext(next);
  if (asked === null || !maySee(asked.split(/[?#]/)[0] ?? '', role)) return { to: landingOf(role) };
  return requested
    ? { to: asked, state: from?.state, kept: isRecord(from?.kept) ? from.kept : undefined }
    : { to: asked };
}
