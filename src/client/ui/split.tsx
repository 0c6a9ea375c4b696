import type { ReactNode } from 'react';
import styles from './split.module.css';

/** What a page is about, and a narrow column with what goes with it, which stands below it on a phone. */
export function Split({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      {aside}
    </div>
  );
}
