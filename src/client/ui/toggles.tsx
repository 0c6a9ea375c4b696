import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './chips.module.css';

interface Option {
  value: string;
  label: ReactNode;
}

interface ToggleChipsProps {
  label: string;
  options: readonly Option[];
  value: string[];
  onChange: (value: string[]) => void;
}

/** Chips of which any number can be selected. */
export function ToggleChips({ label, options, value, onChange }: ToggleChipsProps) {
  return (
    <ToggleGroup.Root type="multiple" className={styles.list} aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className={`${styles.chip} ${styles.toggle}`}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

interface ChoiceChipsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Chips of which exactly one is selected. */
export function ChoiceChips<Value extends string>({ label, options, value, onChange }: ChoiceChipsProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.list}
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className={`${styles.chip} ${styles.toggle}`}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
