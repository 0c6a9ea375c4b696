import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** Stays readable for screen readers when the design has no room for it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The message at the field; marks it invalid. */
  error?: string;
}

interface Wiring {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and message around one control; the control takes the wiring it is given. */
export function Field({ label, labelHidden, hint, error, children }: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
