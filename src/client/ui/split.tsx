import type { ReactNode } from 'react';
import styles from './split.module.css';

/** Main content with a narrow column beside it, on a phone below it; with `false` it has no column at all. */
export function Split({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split} data-alone={aside === false || undefined}>
      <div className={styles.main}>{children}</div>
      {aside}
    </div>
  );
}
