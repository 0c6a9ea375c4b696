import type { ReactNode } from 'react';
import styles from './sticky-actions.module.css';

/** On a phone a bar at the bottom of the screen: what was chosen above the main action. Put it last inside `Page`. */
export function StickyActions({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      {summary}
      {children}
    </div>
  );
}
