import { useEffect, useState } from 'react';
import { onCallEnd } from '#client/lib/lost-calls.ts';
import { Button } from '#client/ui/button.tsx';
import styles from './layout.module.css';

/** A form whose call got no answer keeps what was entered, and is sent again from here. */
export function LostForm() {
  const [lost, setLost] = useState<HTMLFormElement>();

  useEffect(() => {
    let sent: HTMLFormElement | undefined;
    const watch = ({ target }: Event) => {
      sent = target instanceof HTMLFormElement && target.method !== 'dialog' ? target : undefined;
      setLost(undefined);
    };
    document.addEventListener('submit', watch, true);
    onCallEnd((isLost) => {
      if (isLost && sent?.isConnected) setLost(sent);
      if (!isLost) {
        sent = undefined;
        setLost(undefined);
      }
    });
    return () => document.removeEventListener('submit', watch, true);
  }, []);

  if (!lost?.isConnected) return null;
  return (
    <div role="alert" className={styles.lost}>
      <p>No connection. What you entered is still here.</p>
      <Button look="secondary" onClick={() => lost.requestSubmit()}>
        Try again
      </Button>
    </div>
  );
}
