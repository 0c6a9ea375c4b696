import { type ReactNode, useId } from 'react';
import styles from './hair.module.css';

interface ChoiceCardsProps<Value extends string> {
  /** The question, for screen readers; it stands above as the heading. */
  label: string;
  options: readonly { value: Value; name: string; text?: string; drawing?: ReactNode }[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** One below the other, without drawings of their own. */
  isList?: boolean;
}

/** Cards with a drawing and words, of which one is chosen. */
export function ChoiceCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  isList,
}: ChoiceCardsProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.choices} data-list={isList || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.drawing}
          <span>
            <strong>{option.name}</strong>
            {option.text && <span className={styles.words}> {option.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
