import styles from './loading.module.css';
import { Coil } from './logo.tsx';

/** Shown while a screen's code loads, after a delay that fast connections never reach. */
export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <Coil turning />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
