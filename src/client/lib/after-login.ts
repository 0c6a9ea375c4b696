import type { Role } from '#shared/constants.ts';
import { isRecord } from './is-record.ts';
import { landingOf, maySee } from './route-roles.ts';
import { safeNext } from './safe-next.ts';

/**
 * Returns the page to open after a login: the requested one if the role may see it, else the role's landing page.
 * `next` comes from the address, `state` (`{ from: { pathname, search, hash, state } }`) from the navigation and wins; its inner state is
 * returned with the page.
 */
export function afterLogin(role: Role | null, next: string | null, state: unknown): { to: string; state?: unknown } {
  const from = isRecord(state) && isRecord(state.from) ? state.from : null;
  const kept = from && safeNext([from.pathname, from.search, from.hash].map((part) => part ?? '').join(''));
  const asked = kept ?? safeNext(next);
  if (asked === null || !maySee(asked.split(/[?#]/)[0] ?? '', role)) return { to: landingOf(role) };
  return kept ? { to: asked, state: from?.state } : { to: asked };
}
