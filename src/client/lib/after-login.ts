import type { Role } from '#shared/constants.ts';
import { isRecord } from './is-record.ts';
import { landingOf, maySee } from './route-roles.ts';
import { safeNext } from './safe-next.ts';

/**
 * Where somebody goes after logging in: the place they asked for when their role may see it, else their role's landing page.
 * `next` is the address's, `state` the navigation's (`{ from: { pathname, search, hash, state } }`); the kept state comes back with its place.
 */
export function afterLogin(role: Role | null, next: string | null, state: unknown): { to: string; state?: unknown } {
  const from = isRecord(state) && isRecord(state.from) ? state.from : null;
  const kept = from && safeNext([from.pathname, from.search, from.hash].map((part) => part ?? '').join(''));
  const asked = kept ?? safeNext(next);
  if (asked === null || !maySee(asked.split(/[?#]/)[0] ?? '', role)) return { to: landingOf(role) };
  return kept ? { to: asked, state: from?.state } : { to: asked };
}
