import { useEffect, useRef, useState } from 'react';
import { beforeLogout } from '#client/lib/session.ts';

/** Milliseconds for which an answer can be undone, before the other side is told: long enough to see a slip, and never more than 5 s. */
const undoTime = 4_000;

/**
 * Holds a step back for 4 s, in which it can be undone; hiding, leaving or closing the page and logging out send it at once, so that nothing that
 * was pressed is lost. `send` runs once for each `id` that is not undone.
 */
export function useHeld(send: (id: string) => Promise<unknown>) {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, number>());
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  function release(id: string) {
    if (!timers.current.has(id)) return false;
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setHeld(new Set(timers.current.keys()));
    return true;
  }
  const sendNow = useRef(async (id: string) => {
    if (release(id)) await latest.current(id);
  });

  useEffect(() => {
    const waiting = timers.current;
    const now = sendNow.current;
    const flush = () => Promise.all([...waiting.keys()].map(now));
    const hidden = () => document.visibilityState === 'hidden' && flush();
    const stop = beforeLogout(flush);
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
      stop();
      void flush();
    };
  }, []);

  return {
    held,
    hold(id: string) {
      if (timers.current.has(id)) return;
      timers.current.set(
        id,
        window.setTimeout(() => sendNow.current(id), undoTime),
      );
      setHeld(new Set(timers.current.keys()));
    },
    undo: release,
  };
}
