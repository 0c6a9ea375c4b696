import { useEffect, useRef, useState } from 'react';
import { beforeLogout, delayLogout } from '#client/lib/session.ts';

/**
 * Milliseconds for which an answer can be undone, before the other side is told: long enough to see a slip, and never
 * more than 5 s.
 */
const undoTime = 4_000;

/**
 * Holds a step back for 4 s, in which it can be undone; hiding, leaving or closing the page and logging out in any tab
 * send it at once, so that nothing that was pressed is lost. `send` runs once for each `id` that is not undone.
 */
export function useHeld(send: (id: string) => Promise<unknown>) {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  /** What ends the wait of each: `settled` when it is undone or answered. */
  const waits = useRef(new Map<string, { timer: number; settled: () => void }>());
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  function release(id: string) {
    const one = waits.current.get(id);
    clearTimeout(one?.timer);
    waits.current.delete(id);
    setHeld(new Set(waits.current.keys()));
    return one?.settled;
  }
  const sendNow = useRef(async (id: string) => {
    const settled = release(id);
    if (settled) await latest.current(id).finally(settled);
  });

  useEffect(() => {
    const waiting = waits.current;
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
      if (waits.current.has(id)) return;
      const timer = window.setTimeout(() => sendNow.current(id), undoTime);
      delayLogout(new Promise<void>((settled) => waits.current.set(id, { timer, settled })));
      setHeld(new Set(waits.current.keys()));
    },
    undo: (id: string) => release(id)?.(),
  };
}
