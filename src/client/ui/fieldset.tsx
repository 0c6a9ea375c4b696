import type { ComponentProps } from 'react';
import styles from './fieldset.module.css';

/** Fields that belong together, under a heading that screen readers say with each of them. */
export function Fieldset({ legend, children, ...rest }: ComponentProps<'fieldset'> & { legend: string }) {
  return (
    <fieldset className={styles.group} {...rest}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
