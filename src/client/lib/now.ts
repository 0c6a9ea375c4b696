import { useEffect, useState } from 'react';

const interval = 15_000;

/** Returns the browser's time in epoch milliseconds, updated every 15 seconds. Not for screens rendered on a server. */
export function useNow() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
