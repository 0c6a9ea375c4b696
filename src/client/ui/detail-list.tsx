import type { ComponentProps, ReactNode } from 'react';
import styles from './detail-list.module.css';

interface DetailListProps extends ComponentProps<'dl'> {
  /** Adds padding, for a list directly inside a card. */
  inset?: boolean;
  /** Aligns names left and values right. */
  ends?: boolean;
}

/** A description list of `Detail`s, separated by lines. */
export function DetailList({ inset, ends, className, ...rest }: DetailListProps) {
  const classes = [styles.details, inset && styles.inset, ends && styles.ends, className];
  return <dl className={classes.filter(Boolean).join(' ')} {...rest} />;
}

interface DetailProps {
  name: string;
  /** Class of the value. */
  className?: string;
  children: ReactNode;
}

export function Detail({ name, className, children }: DetailProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
