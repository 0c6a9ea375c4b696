import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Error message; also marks the control as invalid. */
  error?: string;
}

interface Wiring {
  id: string;
  className: string | undefined;
  /** Left out without an error, so that a control's own counts. */
  'aria-invalid'?: true;
  'aria-describedby': string | undefined;
}

/** Label, hint and error message around one control; spread the passed `wiring` on the control. */
export function Field({
  label,
  labelHidden,
  hint,
  error,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
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
        'aria-describedby': describedBy || undefined,
        ...(error && { 'aria-invalid': true }),
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
