import { type ReactNode, useEffect } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { storedInEntry } from '#client/lib/history-entry.ts';
import { maySee, rolesFor } from '#client/lib/route-roles.ts';
import { loginAddress } from '#client/lib/safe-next.ts';
import { useSession } from '#client/lib/session.ts';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { pagePath, titleAt } from '#shared/pages.ts';

/**
 * Specification 5: visitors go to the login with a return address, a wrong role to /unauthorized. Public screens never
 * wait for the session.
 */
export function Guard({ children }: { children: ReactNode }) {
  const location = useLocation();
  const { hydrated, isLoggedIn, role, left } = useSession();
  const isPublic = rolesFor(location.pathname) === null;

  // How a session ended concerns only the page on which it ended.
  useEffect(() => {
    if (isPublic && left !== null) useSession.setState({ left: null });
  }, [isPublic, left]);

  if (isPublic) return children;
  if (!hydrated) return <ScreenLoading title={titleAt(location.pathname)} />;
  if (!isLoggedIn) {
    if (left) return <Navigate to={pagePath(left)} replace />;
    const from = { ...location, stored: storedOn(location) };
    return <Navigate to={loginAddress(location)} state={{ from }} replace />;
  }
  if (!maySee(location.pathname, role)) return <Navigate to={pagePath('unauthorized')} replace />;
  return children;
}

/** What the screen stored in its history entry. Needs `window`, so it runs after hydration only. */
function storedOn({ pathname, search }: Location) {
  const isCurrent = window.location.pathname === pathname && window.location.search === search;
  return isCurrent ? storedInEntry() : undefined;
}
