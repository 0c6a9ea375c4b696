import { type ComponentProps, useState } from 'react';
import { codeLength, withoutSpaces } from '#shared/rules/one-time-code.ts';
import styles from './code-field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface CodeFieldProps extends FieldProps, Pick<ComponentProps<'input'>, 'name' | 'autoFocus' | 'disabled'> {
  value: string;
  onValue: (digits: string) => void;
}

/** Six boxes for a one-time code, and one input under them, so that pasting and a phone's autofill work. */
export function CodeField({ label, labelHidden, hint, error, value, onValue, ...input }: CodeFieldProps) {
  const [isFocused, setFocused] = useState(false);
  const [isSelected, setSelected] = useState(false);
  const lookAt = (input: HTMLInputElement) => setSelected(input.selectionStart !== input.selectionEnd);
  const isWhole = value.length === codeLength;
  const current = Math.min(value.length, codeLength - 1);
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {({ className: _, ...wiring }) => (
        <div className={styles.code}>
          <input
            {...input}
            {...wiring}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]*"
            spellCheck={false}
            required
            value={value}
            onChange={({ target }) => onValue(withoutSpaces(target.value).replace(/\D/g, '').slice(0, codeLength))}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            // Nobody sees where between the digits the caret would be.
            onClick={({ currentTarget }) => isWhole && currentTarget.select()}
            onSelect={({ currentTarget }) => lookAt(currentTarget)}
            ref={(input) => {
              // React does not hear of what a script selects.
              const listener = () => input && lookAt(input);
              input?.addEventListener('select', listener);
              return () => input?.removeEventListener('select', listener);
            }}
          />
          <div className={styles.boxes} aria-hidden="true">
            {Array.from({ length: codeLength }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
                key={index}
                className={styles.box}
                data-current={(isFocused && index === current) || undefined}
                data-selected={(isFocused && isSelected) || undefined}
              >
                {value[index]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
