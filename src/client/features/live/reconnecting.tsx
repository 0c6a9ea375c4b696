import { useEffect, useState } from 'react';
import styles from './reconnecting.module.css';

/** A connection that is gone for less long needs no words, milliseconds. */
const gracePeriod = 10_000;

/** Says politely that what is shown may be out of date. `since` is epoch milliseconds, null with a connection. */
export function Reconnecting({ since }: { since: number | null }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    setIsLong(false);
    if (since === null) return;
    const timer = setTimeout(() => setIsLong(true), Math.max(0, since + gracePeriod - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  // There before its words, so that screen readers hear them.
  if (since === null) return null;
  return (
    <p role="status" className={styles.reconnecting}>
      {isLong && 'Reconnecting… This may be out of date.'}
    </p>
  );
}
