import type { ReactNode } from 'react';
import styles from './form-beside-ornament.module.css';

/** A page of one form; an ornament fills the other half, or a strip above it on a phone. */
export function FormBesideOrnament({ ornament, children }: { ornament: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.form}>{children}</div>
      <div className={styles.picture}>{ornament}</div>
    </div>
  );
}
