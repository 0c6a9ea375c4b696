import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'good' | 'wait' | 'bad' | 'done' | 'plain';

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
