import { type ComponentProps, useEffect, useState } from 'react';
import { Field } from '#client/ui/field.tsx';
import styles from './new-password-field.module.css';
import type { Strength } from './password-strength.ts';

const levels: Record<Strength, string> = {
  short: 'Too short',
  weak: 'Weak: easy to guess',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
};

interface Props {
  name: string;
  label?: string;
  error?: string | undefined;
  /** Words that make a password easy to guess here, such as the person's email. */
  known?: readonly string[];
  /** What a form library wires its inputs with. */
  wired?: Pick<ComponentProps<'input'>, 'ref' | 'onChange' | 'onBlur'>;
}

/**
 * A field for a password that is chosen, with a button that shows it and a meter, whose code is loaded with the first
 * letter.
 */
export function NewPasswordField({ name, label = 'Password', error, known, wired }: Props) {
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const strength = useStrength(typed, known);
  return (
    <Field label={label} error={error} hint="8 to 128 characters. A few words together are easy to remember.">
      {({ className, ...wiring }) => (
        <>
          <div className={styles.box}>
            <input
              {...wiring}
              className={`${className} ${styles.input}`}
              name={name}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
              required
              {...wired}
              onChange={(event) => {
                setTyped(event.target.value);
                wired?.onChange?.(event);
              }}
            />
            <button type="button" className={styles.toggle} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> password</span>
            </button>
          </div>
          <div className={styles.meter} data-strength={strength}>
            <span className={styles.bar} aria-hidden="true" />
            <span role="status" className={styles.text}>
              {strength && `Strength: ${levels[strength]}`}
            </span>
          </div>
        </>
      )}
    </Field>
  );
}

/** Undefined for an empty field, and while the meter's code is not there. */
function useStrength(typed: string, known: readonly string[] | undefined): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  useEffect(() => {
    let isCurrent = true;
    if (typed === '') setStrength(undefined);
    else {
      // Without the meter the form works as well: the server decides.
      import('./password-strength.ts').then(
        ({ strengthOf }) => isCurrent && setStrength(strengthOf(typed, known)),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [typed, known]);
  return strength;
}
