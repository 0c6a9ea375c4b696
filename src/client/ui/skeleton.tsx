import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the block that will stand here. */
  width?: string;
  height?: string;
  /** A whole card of blocks: counted as one skeleton. */
  children?: ReactNode;
}

/** Holds the place of what is loading, in its final size. Says nothing to screen readers: the page says that it loads. */
export function Skeleton({ width = '100%', height, children }: SkeletonProps) {
  return (
    <span
      data-testid="skeleton"
      aria-hidden="true"
      className={[styles.skeleton, children ? styles.card : undefined].filter(Boolean).join(' ')}
      style={{ width, height }}
    >
      {children}
    </span>
  );
}

/** A block inside a skeleton card. */
export function SkeletonBlock({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}
