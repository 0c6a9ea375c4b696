import type { ComponentProps } from 'react';
import styles from './card.module.css';

interface CardProps extends ComponentProps<'div'> {
  padded?: boolean;
  /** Makes the whole card press its one `<Link data-cover>`. */
  link?: boolean;
  /** Hairlines between the children. */
  rows?: boolean;
}

export function Card({ padded, link, rows, className, ...rest }: CardProps) {
  const classes = [styles.card, padded && styles.padded, link && styles.link, rows && styles.rows, className];
  return <div className={classes.filter(Boolean).join(' ')} {...rest} />;
}

/** Four columns on a desktop, one on a phone. */
export function CardGrid({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul className={[styles.grid, className].filter(Boolean).join(' ')} {...rest} />;
}
