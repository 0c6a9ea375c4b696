import { type ReactNode, useEffect, useState } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the content to come. */
  width?: string;
  height?: string;
  /** `SkeletonBlock`s of one card. */
  children?: ReactNode;
}

/**
 * Reserves the final size of loading content. Hidden from screen readers: the page announces the loading by a status
 * text.
 */
export function Skeleton({ width = '100%', height, children }: SkeletonProps) {
  return (
    <span
      data-testid="skeleton"
      data-loading
      aria-hidden="true"
      className={[styles.skeleton, children ? styles.card : undefined].filter(Boolean).join(' ')}
      style={{ width, height }}
    >
      {children}
    </span>
  );
}

/** Milliseconds; what hangs for longer holds nothing back. */
const awaitedAtMost = 3_000;

/**
 * Stands for a part that may turn out to be nothing, until it has answered: what is marked `data-held` and comes after
 * it is not shown before (`base.css`). For a first answer alone: later it would hide what is in use, and its focus.
 */
export function Awaited() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, awaitedAtMost, true);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? null : <span data-loading hidden />;
}

export function SkeletonBlock({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}
