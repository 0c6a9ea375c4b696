import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './message.module.css';

/** A list or page without content; `children` offer the next step. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.panel}>
      <p className={`figure ${styles.text}`}>{text}</p>
      {children}
    </div>
  );
}

/** A failed load; `retry` adds a 'Try again' button. */
export function Failure({ text, retry, children }: { text: string; retry?: () => unknown; children?: ReactNode }) {
  return (
    <div className={`${styles.panel} ${styles.failure}`} role="alert">
      <p className={`figure ${styles.text}`}>{text}</p>
      {retry && (
        <Button look="secondary" onClick={() => retry()}>
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}

/** A message about a whole form; renders nothing without children. */
export function FormMessage({ tone = 'bad', children }: { tone?: 'bad' | 'good' | 'wait'; children?: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.form} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
