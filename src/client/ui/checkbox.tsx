import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

/** A native checkbox with its label. */
export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.row}>
      <input type="checkbox" className={styles.box} {...input} />
      <span>{label}</span>
    </label>
  );
}
