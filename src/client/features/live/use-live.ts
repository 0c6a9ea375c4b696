import { useEffect, useRef, useState } from 'react';
import { followOwnChanges } from '#client/lib/own-changes.ts';
import { useSession } from '#client/lib/session.ts';
import { type Hears, joinLive } from './live-connection.ts';

/**
 * Follows the session's notifications while the component is there. `lostSince` is epoch milliseconds, null with a
 * connection.
 */
export function useLive(hears: Omit<Hears, 'lost'>): { lostSince: number | null; tellRead: () => void } {
  const token = useSession((session) => session.token);
  const email = useSession((session) => session.email);
  const [lostSince, setLostSince] = useState<number | null>(null);
  const live = useRef<ReturnType<typeof joinLive>>(null);
  // A connection outlives many renderings.
  const latest = useRef(hears);
  useEffect(() => {
    latest.current = hears;
  });

  useEffect(() => {
    if (!token) return;
    const all: Hears = {
      joined: () => latest.current.joined(),
      created: (id) => latest.current.created(id),
      messaged: () => latest.current.messaged(),
      missed: () => latest.current.missed(),
      read: () => latest.current.read(),
      changed: () => latest.current.changed(),
      lost: setLostSince,
    };
    const join = (gap: boolean) => {
      live.current = joinLive(token, `saluni.live ${email}`, all, gap);
    };
    const leave = () => live.current?.leave();
    // The browser may keep the page to come back to; another tab must not wait for it.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && join(true);
    join(false);
    const stopFollowing = followOwnChanges(() => live.current?.tellChanged());
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      stopFollowing();
      leave();
    };
  }, [token, email]);

  return { lostSince, tellRead: () => live.current?.tellRead() };
}
