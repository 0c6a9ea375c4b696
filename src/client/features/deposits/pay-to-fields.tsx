import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import {
  type PayTo,
  type PayToKind,
  payToKinds,
  payToLabels,
  payToMessages,
  payToValue,
} from '#shared/rules/deposit.ts';

export type PayToProblems = Partial<Record<'value' | 'name', string | undefined>>;

const values: Record<PayToKind, { label: string; hint: string; type?: string; inputMode?: 'numeric' | 'tel' }> = {
  payid_email: { label: 'Email', hint: 'The one you use as your PayID.', type: 'email' },
  payid_phone: {
    label: 'Mobile number',
    hint: 'The one you use as your PayID.',
    type: 'tel',
    inputMode: 'tel',
  },
  payid_abn: { label: 'ABN', hint: '11 digits.', inputMode: 'numeric' },
  bank: { label: 'BSB and account number', hint: 'For example 123-456 12345678.' },
};
const kinds = payToKinds.map((kind) => ({ value: kind, label: payToLabels[kind] }));

export const noPayTo: PayTo = { kind: 'payid_phone', value: '', name: '' };

/** What is wrong with it, by field; undefined for what can be sent. */
export function payToProblems({ kind, value, name }: PayTo): PayToProblems | undefined {
  const problems = {
    value: payToValue(kind, value) === undefined ? payToMessages[kind] : undefined,
    name: name.trim().length < lengths.payToName.min ? 'Enter the name as your bank shows it' : undefined,
  };
  return problems.value || problems.name ? problems : undefined;
}

interface PayToFieldsProps {
  value: PayTo;
  onChange: (value: PayTo) => void;
  problems: PayToProblems;
  /** Of the kinds. */
  label?: string;
  /** The form was opened by a press: it begins here. */
  autoFocus?: boolean;
}

/** A PayID or a bank account, checked as it is typed once something was wrong with it. */
export function PayToFields({ value: payTo, onChange, problems, label = 'Paid to', autoFocus }: PayToFieldsProps) {
  const { label: valueLabel, ...field } = values[payTo.kind];
  return (
    <>
      <SelectField
        label={label}
        autoFocus={autoFocus}
        options={kinds}
        value={payTo.kind}
        onChange={({ target }) => onChange({ ...payTo, kind: target.value as PayToKind })}
      />
      <TextField
        {...field}
        label={valueLabel}
        required
        autoComplete="off"
        maxLength={lengths.email.max}
        value={payTo.value}
        onChange={({ target }) => onChange({ ...payTo, value: target.value })}
        error={problems.value}
      />
      <TextField
        label="Name"
        hint="As your bank shows it."
        required
        autoComplete="off"
        maxLength={lengths.payToName.max}
        value={payTo.name}
        onChange={({ target }) => onChange({ ...payTo, name: target.value })}
        error={problems.name}
      />
    </>
  );
}
