import { type ReactNode, useEffect } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { isRecord } from '#client/lib/is-record.ts';
import { maySee, rolesFor } from '#client/lib/route-roles.ts';
import { loginAddress } from '#client/lib/safe-next.ts';
import { useSession } from '#client/lib/session.ts';
import { Loading } from '#client/ui/loading.tsx';
import { pages } from '#shared/pages.ts';

/** Specification 5: nobody goes to the login, which brings them back; the wrong role goes to /unauthorized. Public screens are never held up. */
export function Guard({ children }: { children: ReactNode }) {
  const location = useLocation();
  const { hydrated, isLoggedIn, role, left } = useSession();
  const isPublic = rolesFor(location.pathname) === null;

  // Having left counts for the page that somebody left from; the next one that asks for a login is a place to come back to.
  useEffect(() => {
    if (isPublic && left) useSession.setState({ left: false });
  }, [isPublic, left]);

  if (isPublic) return children;
  if (!hydrated) return <Loading />;
  if (!isLoggedIn) {
    if (left) return <Navigate to={pages.login} replace />;
    const { pathname, search, hash } = location;
    const state = entryState(location);
    return <Navigate to={loginAddress(location)} state={{ from: { pathname, search, hash, state } }} replace />;
  }
  if (!maySee(location.pathname, role)) return <Navigate to={pages.unauthorized} replace />;
  return children;
}

/**
 * What the history entry of a location carries now. A screen that has just written to its entry (notes that are on their way) is rendered
 * with it a moment later, which may be after the session ended. Asked in the browser only: the server never gets past `hydrated`.
 */
function entryState({ pathname, search, state }: Location): unknown {
  const isCurrent = window.location.pathname === pathname && window.location.search === search;
  const entry: unknown = window.history.state;
  return isCurrent && isRecord(entry) && 'usr' in entry ? entry.usr : state;
}
