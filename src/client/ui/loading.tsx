import styles from './loading.module.css';
import { Coil } from './logo.tsx';

/** In place of a screen that is not there yet; `title` is what is known of it. */
export function ScreenLoading({ title = 'Loading' }: { title?: string | undefined }) {
  return (
    <>
      <title>{`${title} · Saluni`}</title>
      <Loading />
      <h1 className="visually-hidden">{title}</h1>
    </>
  );
}

/** Shown while a screen's code loads, after a delay that fast connections never reach. */
export function Loading() {
  return (
    <div className={styles.loading} role="status" data-loading>
      <Coil turning />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
