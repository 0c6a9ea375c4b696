import styles from './count-badge.module.css';

/** How many are unread, at the corner of an icon of the header; nothing without any. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? <span className={styles.badge}>{count > 99 ? '99+' : count}</span> : null;
}
