import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react';
import { bringIntoView } from '#client/lib/focus.ts';
import { isLossSaid } from '#client/lib/lost-calls.ts';
import { isOnline, watchOnline } from '#client/lib/online.ts';
import { LoadButton } from './load-button.tsx';
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
      {retry && <TryAgain failedText={text} retry={retry} />}
      {children}
    </div>
  );
}

interface TryAgainProps extends Pick<ComponentProps<typeof LoadButton>, 'look'> {
  /** Said to screen readers if it fails again. */
  failedText: string;
  /** Resolves when the attempt has ended. */
  retry: () => unknown;
}

/** It stays and is busy while it tries. */
export function TryAgain({ failedText, retry, look }: TryAgainProps) {
  const [busy, setBusy] = useState(false);

  async function load() {
    setBusy(true);
    await retry();
    // What has come is rendered before.
    setTimeout(() => setBusy(false));
  }
  return (
    <LoadButton look={look} busy={busy} load={load} remains={failedText}>
      {busy ? 'Trying again...' : 'Try again'}
    </LoadButton>
  );
}

/**
 * A message about a whole form, a refusal in sight also above a bar; renders nothing without children. What failed for
 * lack of a connection is said once (`isLossSaid`), and no longer than that lasts.
 */
export function FormMessage({ tone = 'bad', children }: { tone?: 'bad' | 'good' | 'wait'; children?: ReactNode }) {
  if (!children) return null;
  if (tone === 'bad') return <Refusal>{children}</Refusal>;
  return (
    <div key={tone} className={styles.form} data-tone={tone} role="status">
      {children}
    </div>
  );
}

function Refusal({ children }: { children: ReactNode }) {
  const [isSaid] = useState(isLossSaid);
  const [cameOffline] = useState(() => !isOnline());
  const isBack = useSyncExternalStore(watchOnline, isOnline, () => true) && cameOffline;
  if (isSaid || isBack) return null;
  return (
    <div ref={bringIntoView} className={styles.form} data-tone="bad" role="alert">
      {children}
    </div>
  );
}
