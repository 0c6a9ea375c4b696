import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { maySee, rolesFor } from '#client/lib/route-roles.ts';
import { loginAddress } from '#client/lib/safe-next.ts';
import { useSession } from '#client/lib/session.ts';
import { Loading } from '#client/ui/loading.tsx';

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
    if (left) return <Navigate to="/login" replace />;
    const { pathname, search, hash, state } = location;
    return <Navigate to={loginAddress(location)} state={{ from: { pathname, search, hash, state } }} replace />;
  }
  if (!maySee(location.pathname, role)) return <Navigate to="/unauthorized" replace />;
  return children;
}
