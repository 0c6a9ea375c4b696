import type { ComponentProps, ReactNode } from 'react';
import styles from './facts.module.css';

interface FactsProps extends ComponentProps<'dl'> {
  /** Keeps the distance from the edge of the card that the list fills. */
  inset?: boolean;
  /** Name and value at the two ends of the line. */
  ends?: boolean;
}

/** A list of `Fact`s with hairlines between them. */
export function Facts({ inset, ends, className, ...rest }: FactsProps) {
  const classes = [styles.facts, inset && styles.inset, ends && styles.ends, className];
  return <dl className={classes.filter(Boolean).join(' ')} {...rest} />;
}

interface FactProps {
  name: string;
  /** Of the value. */
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
