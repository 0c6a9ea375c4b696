import styles from './loading.module.css';
import { Coil } from './logo.tsx';

/** While a screen's code is on its way. Appears late, so that a fast line never sees it. */
export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <Coil turning />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
