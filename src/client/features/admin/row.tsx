import type { ReactNode } from 'react';
import styles from './admin.module.css';

/** A row of an admin list: what it is, what is known of it, and buttons. */
export function Row({ title, about, children }: { title: ReactNode; about: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <p>{title}</p>
        <div className="soft">{about}</div>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
