import { type ComponentType, type HTMLProps, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './suggesting-field.module.css';
import type { SuggestionsProps } from './suggestions.tsx';
import type { Filters } from './use-filters.ts';

/** A text for the field, or filters that say the same better. */
export type Chosen = { text: string } | { filters: (now: Filters) => Partial<Filters> };

/** What the list of suggestions adds to the field. */
export type Wiring = Pick<
  HTMLProps<HTMLInputElement>,
  | 'role'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-activedescendant'
  | 'aria-autocomplete'
  | 'onKeyDown'
  | 'onBlur'
  | 'onChange'
  | 'onClick'
>;

interface SuggestingFieldProps {
  of: SuggestionsProps['of'];
  className?: string;
  label: string;
  type: 'search' | 'text';
  name: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onType: (text: string) => void;
  onChoose: (chosen: Chosen) => void;
}

/**
 * A field that suggests while somebody types. It is an ordinary one until it has the focus; then the code of its
 * suggestions loads, which only adds to it: without that code everything else goes on.
 */
export function SuggestingField({ of, className, label, onType, onChoose, ...input }: SuggestingFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState<{ Suggestions: ComponentType<SuggestionsProps> }>();
  const [wiring, setWiring] = useState<Wiring>({});

  // What was typed before the code had come.
  const typeFirst = useRef(() => {
    const early = field.current?.value;
    if (early && early !== input.value) onType(early);
  });
  useLayoutEffect(() => typeFirst.current(), []);

  function load() {
    if (code) return;
    import('./suggestions.tsx').then(setCode, () => undefined);
  }
  return (
    <div className={styles.suggesting}>
      <div className={className}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          ref={field}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...wiring}
          onFocus={load}
          onChange={(event) => {
            onType(event.target.value);
            wiring.onChange?.(event);
          }}
        />
      </div>
      {code && (
        <code.Suggestions
          of={of}
          field={field}
          value={input.value}
          onType={onType}
          onChoose={onChoose}
          onWiring={setWiring}
        />
      )}
    </div>
  );
}
