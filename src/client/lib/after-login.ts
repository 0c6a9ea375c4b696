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
 * The page to open after a login: the requested one if the role may see it, else the role's landing page. The
 * navigation's `state` (`{ from: { pathname, search, hash, state, stored } }`) wins over the address's `next`.
 */
export function afterLogin(role: Role | null, next: string | null, state: unknown): Target {
  const from = isRecord(state) && isRecord(state.from) ? state.from : null;
  const requested = from && safeNext([from.pathname, from.search, from.hash].map((part) => part ?? '').join(''));
  const asked = requested ?? safeNext(next);
  if (asked === null || !maySee(asked.split(/[?#]/)[0] ?? '', role)) return { to: landingOf(role) };
  return requested
    ? { to: asked, state: from?.state, stored: isRecord(from?.stored) ? from.stored : undefined }
    : { to: asked };
}
