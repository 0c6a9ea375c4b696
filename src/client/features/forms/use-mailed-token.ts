import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isRecord } from '#client/lib/is-record.ts';

/**
 * Returns the token of a mailed link, null without one, and takes it out of the address at once: the history entry
 * keeps it, so that a reload does not lose it.
 */
export function useMailedToken(): string | null {
  const [query] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = query.get('token');
  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, state: { token: inAddress } });
  }, [inAddress, pathname, navigate]);
  const stored = isRecord(state) && typeof state.token === 'string' ? state.token : null;
  return (inAddress ?? stored) || null;
}
