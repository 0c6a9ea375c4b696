import type { ComponentProps, ReactNode } from 'react';
import styles from './sticky-actions.module.css';

/** Summary and main action, on a phone a bar at the bottom of the screen. Must be the last child of its container. */
export function StickyActions({ summary, children, ...rest }: { summary?: ReactNode } & ComponentProps<'div'>) {
  return (
    <div className={summary ? `${styles.bar} ${styles.beside}` : styles.bar} data-sticky-bar {...rest}>
      {summary}
      {children}
    </div>
  );
}
