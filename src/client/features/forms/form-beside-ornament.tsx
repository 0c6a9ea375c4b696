import type { ReactNode } from 'react';
import styles from './form-beside-ornament.module.css';

interface FormBesideOrnamentProps {
  ornament: ReactNode;
  /** On a phone what comes first is more important than the ornament, which stands above it otherwise. */
  isPlainOnPhone?: boolean;
  children: ReactNode;
}

/** A form with an ornament beside it, on a phone above it. */
export function FormBesideOrnament({ ornament, isPlainOnPhone = false, children }: FormBesideOrnamentProps) {
  return (
    <div className={styles.split} data-plain={isPlainOnPhone || undefined}>
      <div className={styles.form}>{children}</div>
      <div className={styles.picture}>{ornament}</div>
    </div>
  );
}
