import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './switch.module.css';

/** A setting that takes effect at once, with its label on the left; `hint` is a sentence under the label. */
export function Switch({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself.
        role="switch"
        className={styles.track}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </div>
  );
}
