import type { ReactNode } from 'react';
import styles from './form-beside-ornament.module.css';

/** A form with an ornament beside it, on a phone above it. */
export function FormBesideOrnament({ ornament, children }: { ornament: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.form}>{children}</div>
      <div className={styles.picture}>{ornament}</div>
    </div>
  );
}
