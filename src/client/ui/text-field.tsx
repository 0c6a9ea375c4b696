import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

export function TextField({ label, labelHidden, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(wiring) => <input type="text" {...input} {...wiring} />}
    </Field>
  );
}

/** `whole` requests a phone's keyboard with digits only. */
export function NumberField({
  whole,
  ...props
}: FieldProps & Omit<ComponentProps<'input'>, 'type' | 'inputMode'> & { whole?: boolean }) {
  return <TextField {...props} type="number" inputMode={whole ? 'numeric' : 'decimal'} />;
}

export function TextArea({ label, labelHidden, hint, error, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} />}
    </Field>
  );
}

/** The native date and time picker; its value is `YYYY-MM-DDTHH:mm` without a zone. */
export function DateTimeField(props: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  return <TextField {...props} type="datetime-local" />;
}

interface SelectProps extends FieldProps, ComponentProps<'select'> {
  options: readonly { value: string; label: string }[];
  /** Adds an empty first option with this text. */
  emptyLabel?: string;
}

export function SelectField({ label, labelHidden, hint, error, options, emptyLabel, ...select }: SelectProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(wiring) => (
        <select {...select} {...wiring}>
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
