import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

/** The platform's checkbox: it registers with forms and announces itself without help. */
export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.row}>
      <input type="checkbox" className={styles.box} {...input} />
      <span>{label}</span>
    </label>
  );
}
