import { useEffect } from 'react';
import { formSent, useLostForm } from '#client/lib/lost-calls.ts';
import { Button } from '#client/ui/button.tsx';
import styles from './layout.module.css';

/** A form whose call got no answer keeps what was entered, and is sent again from here. */
export function LostForm() {
  const lost = useLostForm(({ form }) => form);

  useEffect(() => {
    const watch = ({ target }: Event) =>
      formSent(target instanceof HTMLFormElement && target.method !== 'dialog' ? target : undefined);
    const back = () => useLostForm.setState({ form: undefined });
    document.addEventListener('submit', watch, true);
    window.addEventListener('online', back);
    return () => {
      document.removeEventListener('submit', watch, true);
      window.removeEventListener('online', back);
    };
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
