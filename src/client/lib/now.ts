import { useEffect, useState } from 'react';

const interval = 15_000;

/** The browser's clock, epoch milliseconds, a little behind. For screens that are never rendered on a server. */
export function useNow() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
