import type { ComponentProps, ReactNode } from 'react';
import styles from './detail-list.module.css';

interface FactsProps extends ComponentProps<'dl'> {
  /** Adds padding, for a list directly inside a card. */
  inset?: boolean;
  /** Aligns names left and values right. */
  ends?: boolean;
}

/** A description list of `Fact`s, separated by lines. */
export function Facts({ inset, ends, className, ...rest }: FactsProps) {
  const classes = [styles.facts, inset && styles.inset, ends && styles.ends, className];
  return <dl className={classes.filter(Boolean).join(' ')} {...rest} />;
}

interface FactProps {
  name: string;
  /** Class of the value. */
  className?: string;
  children: ReactNode;
}

export function Fact({ name, className, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
